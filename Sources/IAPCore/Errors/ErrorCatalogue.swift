package import Languages

/// The explanation of an error code, for operators and support agents.
package struct ErrorExplanation: Sendable {
  package let domain: ErrorDomain
  /// The number in its domain; nil in the domain `iapctl`, whose errors have only names.
  package let code: Int?
  package let name: String
  package let row: ErrorRow
}

/// The codes of the IAP SDK, its HTTP client and the IAP server, and the errors of iapctl.
package enum ErrorCatalogue {
  package static let all =
    IAPCode.allCases.map(\.explanation) + HTTPCode.allCases.map(\.explanation)
    + ServerCode.allCases.map(\.explanation) + GamebaseCode.allCases.map(\.explanation)
    + ConsoleCode.allCases.map(\.explanation)

  /// The codes of the IAP service as codes of Gamebase. Only a search in that domain finds them,
  /// because they mean the same in both.
  private static let passedOn = GamebaseCode.ofService.map { code in
    ErrorExplanation(domain: .gamebase, code: code.rawValue, name: code.name, row: code.row)
  }

  /// The explanations of a number: one for each domain that has it.
  ///
  /// - Parameter domain: the domain to search; nil for all domains.
  package static func explanations(
    of code: Int, in domain: ErrorDomain? = nil
  ) -> [ErrorExplanation] {
    (domain == .gamebase ? all + passedOn : all).filter {
      $0.code == code && (domain == nil || $0.domain == domain)
    }
  }

  /// The explanations of a name: one for each domain that has it. The name is compared without case.
  ///
  /// - Parameter domain: the domain to search; nil for all domains.
  package static func explanations(
    named name: String, in domain: ErrorDomain? = nil
  ) -> [ErrorExplanation] {
    let sought = name.lowercased()
    for (prefix, ofPrefix) in sdkPrefixes where sought.hasPrefix(prefix) {
      guard domain == nil || domain == ofPrefix else { return [] }
      return explanations(named: String(sought.dropFirst(prefix.count)), in: ofPrefix)
    }
    return (domain == .gamebase ? named + passedOn : named).filter {
      $0.name.lowercased() == sought && (domain == nil || $0.domain == domain)
    }
  }

  /// What stands before the names in the enums of the SDKs, in lower case: `NHNCloudIAPErrorExpired`.
  private static let sdkPrefixes: [(String, ErrorDomain)] = [
    ("nhncloudiaperror", .iap), ("nhncloudhttperror", .http), ("toastiaperror", .iap),
    ("toasthttperror", .http),
  ]

  /// The explanations of a number or of a name, as it was typed.
  ///
  /// - Parameter domain: the domain to search; nil for all domains.
  package static func explanations(
    ofCodeOrName code: String, in domain: ErrorDomain? = nil
  ) -> [ErrorExplanation] {
    guard isNumber(code) else { return explanations(named: code, in: domain) }
    return Int(code).map { explanations(of: $0, in: domain) } ?? []
  }

  /// Every name, for suggestions.
  package static var names: [String] { named.map(\.name) }

  /// Whether a word is the number of a code, not a name.
  package static func isNumber(_ code: String) -> Bool {
    let digits = code.utf8.first == UInt8(ascii: "-") ? code.utf8.dropFirst() : code.utf8[...]
    return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The codes of a domain, with consecutive ones as a range: `0-3, 9`.
  package static func numbers(of domain: ErrorDomain) -> String {
    let codes = all.compactMap { $0.domain == domain ? $0.code : nil }
    // The codes of Gamebase are not listed in the order of their numbers.
    return (domain == .gamebase ? codes.sorted() : codes).ranges.map { range in
      let separator = range.lowerBound < 0 ? " to " : "-"
      return range.count == 1
        ? "\(range.lowerBound)" : "\(range.lowerBound)\(separator)\(range.upperBound)"
    }.joined(separator: ", ")
  }

  private static let named = all + [alreadyConsumed]

  /// Code 12 has this name if the server said 5018.
  private static let alreadyConsumed = ErrorExplanation(
    domain: .iap, code: IAPCode.changePurchaseStatusFailed.rawValue,
    name: IAPError.alreadyConsumedName, row: ServerCode.alreadyConsumed.row)
}

extension [Int] {
  /// The numbers in their order, with consecutive ones as a range.
  var ranges: [ClosedRange<Int>] {
    reduce(into: []) { ranges, number in
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
  }
}

extension IAPError {
  /// The meaning that the SDK's guide gives; nil for iapctl's own errors, which it does not list.
  package var meaning: Sentence? {
    if case .iapctl = code { nil } else { code.row.meaning }
  }
}
