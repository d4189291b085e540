import IAPCore
import JSON

/// How an operation that failed is answered, by its dialect.
struct Refusal {
  let dialect: ServedDialect
  /// The words for an error.
  let describe: @Sendable (IAPError) -> String

  /// What is said of an error that an operation ended with.
  func reply(to error: any Error) -> Reply {
    switch error {
    case let problem as JSONProblem: .answer(answer(to: problem))
    case let error as IAPError: reply(to: error)
    default: reply(to: IAPError.iapctl(.bug, .bug("\(error)")))
    }
  }

  private func reply(to error: IAPError) -> Reply {
    if error.outcome == .unknown {
      return .closeConnection(trouble: Self.isOwnTrouble(error) ? error : nil)
    }
    switch error.code {
    case .http(.networkNotAvailable), .http(.requestTimeout): return .closeConnection()
    case .http(.requestFailed): return .answer(.status(500, "INTERNAL SERVER ERROR"))
    default: break
    }
    var answer = HTTPAnswer.failure(
      Self.code(of: error), message(of: error),
      header: dialect == .fixture ? [.init("error", ErrorShape.value(of: error))] : [])
    if Self.isOwnTrouble(error) { answer.trouble = error }
    return .answer(answer)
  }

  /// What is said of a call that is none.
  func answer(to problem: JSONProblem) -> HTTPAnswer {
    guard dialect == .fixture else { return .failure(.invalidParameters, Self.invalid) }
    let place = problem.place.isEmpty ? "" : "\(problem.place): "
    let error = IAPError(
      .http(.requestInvalid), .bug(""), serverCode: ServerCode.invalidParameters.rawValue)
    return .failure(
      .invalidParameters, place + problem.problem,
      header: [.init("error", ErrorShape.value(of: error))])
  }

  private static let invalid = "INVALID PARAMETER"

  /// The server's result code for an error.
  ///
  /// A payment that does not exist is none that could be paid for: 5000, as for a bad token.
  private static func code(of error: IAPError) -> ServerCode {
    if error.isAlreadyConsumed { return .alreadyConsumed }
    return switch error.code {
    case .iap(.userInvalid), .iap(.changePurchaseStatusFailed), .iap(.purchaseStatusInvalid),
      .iapctl(.paymentNotFound):
      .consumeFailed
    case .iap(.productNotAvailable), .http(.requestInvalid): .invalidParameters
    default: .unknown
    }
  }

  /// The guide's words; under `fixture` what exactly happened.
  private func message(of error: IAPError) -> String {
    if dialect == .fixture { return Self.isOwnTrouble(error) ? error.name : describe(error) }
    return switch Self.code(of: error) {
    case .alreadyConsumed: "ALREADY CONSUMED"
    case .consumeFailed: "CONSUME FAILED"
    case .invalidParameters: Self.invalid
    default: "UNKNOWN ERROR"
    }
  }

  /// Whether it is the store's file that is in trouble, and nothing the caller did.
  private static func isOwnTrouble(_ error: IAPError) -> Bool {
    switch error.code {
    case .iapctl(.paymentNotFound): false
    case .iapctl: true
    default: false
    }
  }
}
