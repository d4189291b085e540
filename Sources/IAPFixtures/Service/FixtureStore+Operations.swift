import IAPCore
import SQLite

/// Operations, with the faults that apply to them.
extension FixtureStore {
  /// Runs a query, or throws the error of the fault that applies to it.
  func query<Answer>(
    _ operation: IAPOperation, user: Identifier? = nil, payment: Identifier? = nil,
    in markets: [StoreCode], _ body: (StoreSession) throws -> Answer
  ) throws(IAPError) -> Answer {
    let changesNothing = sharedContext?.changesNothing ?? false
    let answer = try read { session throws -> Answer? in
      guard try changesNothing || !session.hasFaults(on: operation) else { return nil }
      return try body(session)
    }
    if let answer { return answer }
    try file.explaining {
      try makeWritable()
      let fault = try transaction {
        try self.session().takeFault(
          on: operation, user: user, product: nil, payment: payment, in: markets)
      }
      if let error = fault?.apply(to: operation, payment: payment) { throw error }
    }
    return try read(body)
  }

  /// Runs a change. A fault applies before it, so that nothing happens, or after it, so that the
  /// change is made and only the response is lost.
  func mutate<Answer>(
    _ operation: IAPOperation, user: Identifier?, product: Identifier?, in markets: [StoreCode],
    _ body: (StoreSession) throws -> Result<Answer, IAPError>
  ) throws(IAPError) -> Answer {
    let result = try change { session in
      try Self.applyFault(
        operation, user: user, product: product, payment: nil, markets, in: session, body)
    }
    return try result.get()
  }

  static func applyFault<Answer>(
    _ operation: IAPOperation, user: Identifier?, product: Identifier?, payment: Identifier?,
    _ markets: [StoreCode], in session: StoreSession,
    _ body: (StoreSession) throws -> Result<Answer, IAPError>
  ) throws -> Result<Answer, IAPError> {
    let fault = try session.takeFault(
      on: operation, user: user, product: product, payment: payment, in: markets)
    if let fault, !fault.executesOperation,
      let error = fault.apply(to: operation, payment: payment)
    {
      return .failure(error)
    }
    let result: Result<Answer, IAPError>
    do {
      result = try session.connection.attempt { try body(session) }
    } catch let refusal as IAPError {
      result = .failure(refusal)
    }
    guard let fault, fault.cutsAnswer || result.isSuccess,
      let error = fault.apply(to: operation, payment: payment)
    else { return result }
    return .failure(error)
  }
}

extension Result {
  var isSuccess: Bool { if case .success = self { true } else { false } }
}
