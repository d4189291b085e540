/// The explanation of an error code, for operators and support agents.
package struct ErrorExplanation: Sendable {
  package let domain: ErrorDomain
  /// The number in its domain; nil in the domain `iapctl`, whose errors have only names.
  package let code: Int?
  package let name: String
  package let meaning: Meaning
  /// The situation in which the error occurs. Lower-case, without a full stop.
  package let when: String
  /// What to do, as an instruction that can be printed alone as a hint. Lower-case, without a full
  /// stop.
  package let remedy: String
  /// Whether the same call may succeed soon, if it was certainly not applied.
  package let isRetryable: Bool
}

/// The codes of the IAP SDK, its HTTP client and the IAP server, and the errors of iapctl.
package enum ErrorCatalogue {
  package static let all =
    IAPCode.allCases.map(\.explanation) + HTTPCode.allCases.map(\.explanation)
    + ServerCode.allCases.map(\.explanation) + ConsoleCode.allCases.map(\.explanation)

  /// The explanations of a number: one for each domain that has it.
  ///
  /// - Parameter domain: the domain to search; nil for all domains.
  package static func explanations(
    of code: Int, in domain: ErrorDomain? = nil
  ) -> [ErrorExplanation] {
    all.filter { $0.code == code && (domain == nil || $0.domain == domain) }
  }

  /// The explanations of a name: one for each domain that has it. The name is compared without case.
  ///
  /// - Parameter domain: the domain to search; nil for all domains.
  package static func explanations(
    named name: String, in domain: ErrorDomain? = nil
  ) -> [ErrorExplanation] {
    named.filter {
      $0.name.lowercased() == name.lowercased() && (domain == nil || $0.domain == domain)
    }
  }

  /// Every name, for suggestions.
  package static var names: [String] { named.map(\.name) }

  private static let named = all + [alreadyConsumed]

  /// Code 12 has this name if the server said 5018.
  private static let alreadyConsumed: ErrorExplanation = {
    let code = ServerCode.alreadyConsumed.explanation
    return ErrorExplanation(
      domain: .iap, code: IAPCode.changePurchaseStatusFailed.rawValue,
      name: IAPError.alreadyConsumedName, meaning: code.meaning, when: code.when,
      remedy: code.remedy, isRetryable: code.isRetryable)
  }()
}

extension IAPError {
  /// The catalogue's explanation; nil for iapctl's own errors, whose hints depend on the reason.
  package var explanation: ErrorExplanation? {
    switch code {
    case _ where isAlreadyConsumed: ServerCode.alreadyConsumed.explanation
    case .iap(let code): code.explanation
    case .http(let code): code.explanation
    case .iapctl: nil
    }
  }
}

/// The two sentences of an explanation that do not come from the SDK's guide.
struct Advice {
  let when: String
  let remedy: String
}

/// A code in the catalogue.
protocol CataloguedCode: RawRepresentable<Int> {
  static var domain: ErrorDomain { get }
  var name: String { get }
  var meaning: Meaning { get }
  var advice: Advice { get }
  var isRetryable: Bool { get }
}

extension CataloguedCode {
  var explanation: ErrorExplanation {
    let advice = advice
    return ErrorExplanation(
      domain: Self.domain, code: rawValue, name: name, meaning: meaning, when: advice.when,
      remedy: advice.remedy, isRetryable: isRetryable)
  }
}
