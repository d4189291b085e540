package import IAPCore
import SQLite

/// A store at one instant, and its settings then.
struct Moment {
  let session: StoreSession
  let settings: StoreSession.Settings
  /// True if no event is due and no fault can apply, so that a query changes nothing.
  var isQuiet = false
}

/// Calls of a server that share a transaction.
extension FixtureStore {
  /// Executes a call that only queries, in one transaction instead of one for each step.
  ///
  /// If an event is due or a fault can apply, the call must write, so each step has a transaction
  /// of its own.
  package func query<Answer>(_ call: () -> Answer) -> Answer {
    let answer = try? connection.transaction(writing: false) { () throws -> Answer? in
      var moment = try self.moment()
      guard try !moment.session.isAnythingDue(), try !moment.session.hasFaults() else { return nil }
      moment.isQuiet = true
      return share(moment, call)
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
    guard file.isWritable else { return nil }
    do {
      return try connection.transaction {
        let moment = try self.moment()
        return try calls.map { call in
          let answer = share(moment) { execute(call) }
          // After some errors SQLite rolls the whole transaction back.
          guard connection.isInTransaction else { throw TransactionLost() }
          return answer
        }
      }
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
    guard sharedMoment != nil else { return try connection.transaction(writing: isWriting, body) }
    guard connection.isInTransaction else { throw TransactionLost() }
    return try isWriting ? connection.attempt(body) : body()
  }

  private func share<Answer>(_ moment: Moment, _ body: () -> Answer) -> Answer {
    sharedMoment = moment
    defer { sharedMoment = nil }
    return body()
  }
}
