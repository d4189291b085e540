import Languages
import Text

/// What is said of codes that `explain` does not list.
enum CodeMessages {
  static func notListed(_ code: String, in domain: ErrorDomain?) -> ErrorText {
    ErrorText(
      """
      \(codeOrName(code)) is not listed in \
      \(domain.map { Sentence("\($0.text)", context: "domain") } ?? "any domain")
      """, hint: whereListed(code, notIn: domain))
  }

  /// `code 7`, or `name 'foo'`.
  private static func codeOrName(_ code: String) -> Sentence {
    ErrorCatalogue.isNumber(code) ? "code \(code)" : "name '\(code)'"
  }

  /// For a code or a name that a domain does not list: the domains that list it, or else all listed
  /// codes, or the name that was probably meant.
  private static func whereListed(_ code: String, notIn domain: ErrorDomain?) -> Sentence {
    let elsewhere = ErrorCatalogue.explanations(ofCodeOrName: code)
    if domain != nil, !elsewhere.isEmpty {
      let names = elsewhere.map { "\($0.domain.text) (--domain \($0.domain.rawValue))" as Sentence }
      return "it is listed in \(sentences: names, separator: " and ")"
    }
    return ErrorCatalogue.isNumber(code) ? listedCodes : probableName(code)
  }

  private static var listedCodes: Sentence {
    let domains = ErrorDomain.allCases.filter { $0 != .iapctl }
    let ranges = domains.map { "\(ErrorCatalogue.numbers(of: $0)) (\($0.text))" as Sentence }
    return "the listed codes are \(sentences: ranges, separator: "; ")"
  }

  private static func probableName(_ word: String) -> Sentence {
    guard let name = Suggestions.closest(to: word, among: ErrorCatalogue.names) else {
      return "give the name as a JSON error has it in \"name\", for example paymentNotFound"
    }
    return "did you mean: iapctl explain \(name)"
  }
}
