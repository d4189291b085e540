import CommandLine
import IAPCore
import Text

extension Korean {
  /// `코드입니다: 7`, or `이름입니다: 'foo'`.
  func codeOrName(_ code: String) -> Sentence {
    ErrorCatalogue.isNumber(code) ? "코드입니다: \(code)" : "이름입니다: '\(code)'"
  }

  /// For a code or a name that a domain does not list: the domains that list it, or else all listed
  /// codes, or the name that was probably meant.
  func whereListed(_ code: String, notIn domain: ErrorDomain?) -> Sentence {
    let elsewhere = ErrorCatalogue.explanations(ofCodeOrName: code)
    if domain != nil, !elsewhere.isEmpty {
      let names = elsewhere.map { "\($0.domain.text)(--domain \($0.domain.rawValue))" as Sentence }
      return "다른 도메인에 있습니다: \(sentences: names, separator: ", ")"
    }
    return ErrorCatalogue.isNumber(code) ? listedCodes : probableName(code)
  }

  private var listedCodes: Sentence {
    let domains = ErrorDomain.allCases.filter { $0 != .iapctl }
    let ranges = domains.map { "\($0.text) \(ErrorCatalogue.numbers(of: $0))" as Sentence }
    return "코드 목록: \(sentences: ranges, separator: "; ")"
  }

  private func probableName(_ word: String) -> Sentence {
    guard let name = Suggestions.closest(to: word, among: ErrorCatalogue.names) else {
      return "JSON 오류의 \"name\"에 표시된 이름을 지정하십시오. 예: paymentNotFound"
    }
    return "혹시 이 이름입니까? iapctl explain \(name)"
  }
}
