import CommandLine
import IAPCore
import Text

extension Japanese {
  /// `コード7`, or `名前「foo」`.
  func codeOrName(_ code: String) -> Sentence {
    ErrorCatalogue.isNumber(code) ? "コード\(code)" : "名前「\(code)」"
  }

  /// For a code or a name that a domain does not list: the domains that list it, or else all listed
  /// codes, or the name that was probably meant.
  func whereListed(_ code: String, notIn domain: ErrorDomain?) -> Sentence {
    let elsewhere = ErrorCatalogue.explanations(ofCodeOrName: code)
    if domain != nil, !elsewhere.isEmpty {
      let names = elsewhere.map { "\($0.domain.text)(--domain \($0.domain.rawValue))" as Sentence }
      return "次のドメインにあります: \(sentences: names, separator: "、")"
    }
    return ErrorCatalogue.isNumber(code) ? listedCodes : probableName(code)
  }

  private var listedCodes: Sentence {
    let domains = ErrorDomain.allCases.filter { $0 != .iapctl }
    let ranges = domains.map { "\($0.text) \(ErrorCatalogue.numbers(of: $0))" as Sentence }
    return "使用できるコード: \(sentences: ranges, separator: "; ")"
  }

  private func probableName(_ word: String) -> Sentence {
    guard let name = Suggestions.closest(to: word, among: ErrorCatalogue.names) else {
      return "JSONエラーの\"name\"に表示された名前を指定してください。例: paymentNotFound"
    }
    return "「iapctl explain \(name)」の誤りではありませんか?"
  }
}
