import CommandLine
import IAPCore

extension ErrorMessages {
  /// Whether a word is the number of a code, not a name.
  static func isNumber(_ code: String) -> Bool {
    code.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// For a code or a name that a domain does not list: the domains that list it, or else all listed
  /// codes, or the name that was probably meant.
  static func whereListed(_ code: String, notIn domain: ErrorDomain?) -> String {
    let elsewhere =
      isNumber(code)
      ? Int(code).map { ErrorCatalogue.explanations(of: $0) } ?? []
      : ErrorCatalogue.explanations(named: code)
    if domain != nil, !elsewhere.isEmpty {
      let names = elsewhere.map { "\($0.domain.text) (--domain \($0.domain.rawValue))" }
      return "it is listed in \(names.joined(separator: " and "))"
    }
    return isNumber(code) ? listedCodes : probableName(code)
  }

  private static var listedCodes: String {
    let domains = ErrorDomain.allCases.filter { $0 != .iapctl }
    let ranges = domains.map { "\(numbers(of: $0)) (\($0.text))" }
    return "the listed codes are \(ranges.joined(separator: "; "))"
  }

  private static func probableName(_ word: String) -> String {
    Suggestions.closest(to: word, among: ErrorCatalogue.names).map {
      "did you mean: iapctl explain \($0)"
    } ?? "give the name as a JSON error has it in \"name\", for example paymentNotFound"
  }

  /// The codes of a domain, with consecutive ones as a range: `0-3, 9`.
  private static func numbers(of domain: ErrorDomain) -> String {
    var ranges: [ClosedRange<Int>] = []
    for explanation in ErrorCatalogue.all where explanation.domain == domain {
      guard let code = explanation.code else { continue }
      if let last = ranges.last, last.upperBound + 1 == code {
        ranges[ranges.count - 1] = last.lowerBound...code
      } else {
        ranges.append(code...code)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
