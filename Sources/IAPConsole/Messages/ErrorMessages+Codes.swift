import IAPCore

extension ErrorMessages {
  /// The first bad lines of an input, and the number of further ones.
  static func badLines(in name: String, _ first: [BadLine], of count: Int) -> String {
    let lines = first.map { "line \($0.number)\($0.isPredicate ? "" : ":") \($0.problem)" }
    if count == 1, let line = lines.first { return "\(name), \(line)" }
    let rest = count > first.count ? "; and \(count - first.count) more" : ""
    return "\(name) has \(count) bad lines: " + lines.joined(separator: "; ") + rest
  }

  /// For a code that a domain does not list: the domains that list it, or else all listed codes.
  static func whereListed(_ code: String, notIn domain: ErrorDomain?) -> String {
    let elsewhere = Int(code).map { ErrorCatalogue.explanations(of: $0) } ?? []
    guard domain != nil, !elsewhere.isEmpty else {
      let ranges = ErrorDomain.allCases.map { "\(numbers(of: $0)) (\($0.text))" }
      return "the listed codes are \(ranges.joined(separator: "; "))"
    }
    let places = elsewhere.map { "\($0.domain.text) (--domain \($0.domain.rawValue))" }
    return "it is listed in \(places.joined(separator: " and "))"
  }

  /// The codes of a domain, with consecutive ones as a range: `0-3, 9`.
  private static func numbers(of domain: ErrorDomain) -> String {
    var ranges: [ClosedRange<Int>] = []
    for code in ErrorCatalogue.all where code.domain == domain {
      if let last = ranges.last, last.upperBound + 1 == code.code {
        ranges[ranges.count - 1] = last.lowerBound...code.code
      } else {
        ranges.append(code.code...code.code)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
