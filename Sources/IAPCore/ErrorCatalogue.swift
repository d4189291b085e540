/// The explanation of an error code, for operators and support agents.
package struct ErrorExplanation: Sendable {
  package let domain: ErrorDomain
  /// The number in its domain.
  package let code: Int
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

/// The codes of the IAP SDK, its HTTP client and the IAP server.
package enum ErrorCatalogue {
  package static let all =
    IAPCode.allCases.map(\.explanation) + HTTPCode.allCases.map(\.explanation)
    + ServerCode.allCases.map(\.explanation)

  /// The explanations of a number: one for each domain that has it.
  ///
  /// - Parameter domain: the domain to search; nil for all domains.
  package static func explanations(
    of code: Int, in domain: ErrorDomain? = nil
  ) -> [ErrorExplanation] {
    all.filter { $0.code == code && (domain == nil || $0.domain == domain) }
  }
}

extension IAPError {
  /// The catalogue's explanation; nil for iapctl's own errors.
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
