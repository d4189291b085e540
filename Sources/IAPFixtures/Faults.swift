package import IAPCore
import SQLite
import Synchronization

/// The time that a server waits before it responds, from the faults that applied to the call.
///
/// A server sets ``current`` for the task of the call and reads the total afterwards. Without a
/// server, ``current`` is nil and delays are ignored.
package final class AnswerDelay: Sendable {
  @TaskLocal package static var current: AnswerDelay?

  private let sum = Mutex(Duration.zero)

  package init() {}

  package var total: Duration { sum.withLock { $0 } }

  func add(_ delay: Duration) { sum.withLock { $0 += delay } }
}

extension StoreSession {
  // Counts in a seed can be near the largest integer: no sum of them is taken.

  /// True if a call of the operation would use up a fault.
  func hasFaults(on operation: IAPOperation) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM fault WHERE operation = ? AND used - skip < times LIMIT 1",
      [.text(operation.rawValue)], make: { _ in true }) ?? false
  }

  /// True if a call of any operation would use up a fault.
  func hasFaults() throws -> Bool {
    if let hasFaults = cache?.hasFaults { return hasFaults }
    let hasFaults =
      try connection.first(
        "SELECT 1 FROM fault WHERE used - skip < times LIMIT 1", make: { _ in true }) ?? false
    cache?.hasFaults = hasFaults
    return hasFaults
  }

  /// Counts one use of each fault that matches the call, up to the first that applies to it, and
  /// returns that one.
  ///
  /// Faults after that one do not count the call.
  func takeFault(
    on operation: IAPOperation, user: Identifier?, product: Identifier?
  ) throws -> PlannedFault? {
    let candidates = try connection.all(
      """
      SELECT id, \(PlannedFault.selection) FROM fault
      WHERE operation = ? AND used - skip < times
        AND (user IS NULL OR user = ?) AND (product IS NULL OR product = ?)
      ORDER BY id
      """,
      [.text(operation.rawValue), .text(user?.text), .text(product?.text)],
      make: { (id: $0.integer("id") ?? 0, fault: PlannedFault($0)) })
    for (id, fault) in candidates {
      try connection.run(
        "UPDATE fault SET used = min(used, \(Int64.max - 1)) + 1 WHERE id = ?", [.integer(id)])
      if fault.used >= fault.skip {
        if let delay = fault.delay.flatMap(duration) { AnswerDelay.current?.add(delay) }
        return fault
      }
    }
    return nil
  }

  /// The length of a calendar period that begins at ``now``.
  private func duration(_ period: CalendarPeriod) -> Duration? {
    period.added(to: now).map { .milliseconds($0.milliseconds - now.milliseconds) }
  }

  /// All faults in the order in which they apply, also those that are used up.
  func plannedFaults() throws -> [PlannedFault] {
    try connection.all(
      "SELECT \(PlannedFault.selection) FROM fault ORDER BY id", make: PlannedFault.init)
  }

  func insert(_ fault: PlannedFault) throws {
    try connection.insert(
      into: "fault",
      PlannedFault.fields.map { (PlannedFault.column(of: $0), Value($0.get(fault))) })
  }
}

/// The faults of a store, for commands that edit them.
extension FixtureStore {
  /// All faults in the order in which they apply, also those that are used up.
  package func faults() throws(IAPError) -> [PlannedFault] {
    do {
      return try transaction(writing: false) { try self.session().plannedFaults() }
    } catch {
      throw file.explain(error)
    }
  }

  package func add(_ fault: PlannedFault) throws(IAPError) {
    try change { try $0.insert(fault) }
  }

  /// Removes all faults.
  ///
  /// - Returns: the number of faults that were removed.
  package func clearFaults() throws(IAPError) -> Int {
    try change { session in
      let count = try session.plannedFaults().count
      try session.connection.run("DELETE FROM fault")
      return count
    }
  }
}

/// A store at one instant, and its settings then.
struct TransactionContext {
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
    guard !isReplaced() else { return call() }
    let answer = try? connection.transaction(writing: false) { () throws -> Answer? in
      var context = try self.context(with: try currentCache())
      guard try !context.session.isAnythingDue(), try !context.session.hasFaults() else {
        return nil
      }
      context.isQuiet = true
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
    guard sharedContext != nil else { return try connection.transaction(writing: isWriting, body) }
    guard connection.isInTransaction else { throw TransactionLost() }
    return try isWriting ? connection.attempt(body) : body()
  }

  private func share<Answer>(_ context: TransactionContext, _ body: () -> Answer) -> Answer {
    sharedContext = context
    defer { sharedContext = nil }
    return body()
  }
}
