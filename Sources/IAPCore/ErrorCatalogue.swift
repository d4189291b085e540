/// What an operator, or somebody in support, has to know of a code.
package struct ErrorExplanation: Sendable {
  package let domain: ErrorDomain
  /// The number in its domain.
  package let code: Int
  package let name: String
  package let meaning: Meaning
  /// In which situation it arises. Lower-case, without a full stop.
  package let when: String
  /// What to do, as an instruction that can stand alone as a hint. Lower-case, without a full
  /// stop.
  package let remedy: String
  /// Whether the same call may well succeed in a moment, if it is known not to have been applied.
  package let isRetryable: Bool
}

/// Every code that IAP, its HTTP client and its server have.
package enum ErrorCatalogue {
  package static let all =
    IAPCode.allCases.map(\.explanation) + HTTPCode.allCases.map(\.explanation)
    + ServerCode.allCases.map(\.explanation)

  /// What a number means: one explanation for each domain that has it.
  ///
  /// - Parameter domain: the only domain to look in; nil for all of them.
  package static func explanations(
    of code: Int, in domain: ErrorDomain? = nil
  ) -> [ErrorExplanation] {
    all.filter { $0.code == code && (domain == nil || $0.domain == domain) }
  }
}

extension IAPError {
  /// The catalogue's words on the error; nil for iapctl's own.
  package var explanation: ErrorExplanation? {
    switch code {
    case _ where isAlreadyConsumed: ServerCode.alreadyConsumed.explanation
    case .iap(let code): code.explanation
    case .http(let code): code.explanation
    case .iapctl: nil
    }
  }
}

/// The two sentences of an explanation that are iapctl's own.
struct Advice {
  let when: String
  let remedy: String
}

/// A code that the catalogue has.
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
