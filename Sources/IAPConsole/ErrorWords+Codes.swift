import IAPCore

extension ErrorWords {
  /// Where a code is listed that was not found in a domain, or in any of them.
  static func whereListed(_ code: String, notIn domain: ErrorDomain?) -> String {
    let elsewhere = Int(code).map { ErrorCatalogue.explanations(of: $0) } ?? []
    guard domain != nil, !elsewhere.isEmpty else {
      let ranges = ErrorDomain.allCases.map { "\(numbers(of: $0)) (\($0.text))" }
      return "listed are \(ranges.joined(separator: "; "))"
    }
    let places = elsewhere.map { "\($0.domain.text) (--domain \($0.domain.rawValue))" }
    return "it is listed in \(places.joined(separator: " and "))"
  }

  /// The numbers of a domain, those that follow each other as one range.
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
