package import IAPCore
import SQLite

/// Calls of a server that share a transaction.
extension FixtureStore {
  /// Executes a call that only queries, in one transaction instead of one for each step.
  ///
  /// If an event is due or a fault can apply, the call must write, so each step has a transaction
  /// of its own.
  package func query<Answer>(_ call: () -> Answer) -> Answer {
    guard !isReplaced() else { return call() }
    let answer = try? connection.transaction(writing: false) { () throws -> Answer? in
      var context = try self.context(with: try currentCache())
      guard try !context.session.isAnythingDue(), try !context.session.hasFaults() else {
        return nil
      }
      context.changesNothing = true
      return share(context, call)
    }
    return answer.flatMap(\.self) ?? call()
  }

  /// Executes several calls in one transaction, so that they share one COMMIT. Each of them is
  /// still made as a whole or not at all.
  ///
  /// - Returns: nil if the transaction failed and nothing was changed, so that each call can be
  ///   executed by itself.
  /// - Throws: the error for all calls: another process holds the lock, or COMMIT failed and they
  ///   may have been made.
  package func together<Call, Answer>(
    _ calls: [Call], _ execute: (Call) -> Answer
  ) throws(IAPError) -> [Answer]? {
    guard file.isWritable, !isReplaced() else { return nil }
    defer { snapshot?.limitLog() }
    do {
      let answers = try connection.transaction {
        let context = try self.context()
        return try calls.map { call in
          let answer = share(context) { execute(call) }
          // After some errors SQLite rolls the whole transaction back.
          guard connection.isInTransaction else { throw TransactionLost() }
          return answer
        }
      }
      try requireSameFile(.unknown)
      return answers
    } catch let error as IAPError where error.code == .iapctl(.storeReplaced) {
      throw error
    } catch let error as SQLiteError where error.mayHaveCommitted || error.isBusy {
      throw file.explain(change: error)
    } catch {
      return nil
    }
  }

  private struct TransactionLost: Error {}

  /// Runs `body` in a transaction, or in a part of the transaction that calls share. If it throws,
  /// only what it changed is rolled back.
  func transaction<Result>(
    writing isWriting: Bool = true, _ body: () throws -> Result
  ) throws -> Result {
    guard sharedContext != nil else {
      defer { if isWriting { snapshot?.limitLog() } }
      return try connection.transaction(writing: isWriting, body)
    }
    guard connection.isInTransaction else { throw TransactionLost() }
    return try isWriting ? connection.attempt(body) : body()
  }

  private func share<Answer>(_ context: TransactionContext, _ body: () -> Answer) -> Answer {
    sharedContext = context
    defer { sharedContext = nil }
    return body()
  }
}
