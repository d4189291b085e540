import IAPCore
import SQLite
import Synchronization

/// What the faults that applied to a call do to the answer of a server.
///
/// A server sets ``current`` for the task of the call and reads the rest afterwards. Without a
/// server, ``current`` is nil and delays are ignored.
package final class AppliedFaults: Sendable {
  @TaskLocal package static var current: AppliedFaults?

  private struct State {
    var delay = Duration.zero
    var last: PlannedFault?
  }

  private let state = Mutex(State())

  package init() {}

  package var areAny: Bool { state.withLock { $0.last != nil || $0.delay > .zero } }

  /// The time that the server waits before it answers.
  package var delay: Duration { state.withLock { $0.delay } }

  /// The fault that decides the answer; nil if none applied.
  package var last: PlannedFault? { state.withLock { $0.last } }

  func add(_ delay: Duration) { state.withLock { $0.delay += delay } }

  func add(_ fault: PlannedFault) { state.withLock { $0.last = fault } }
}

extension StoreSession {
  // Counts in a seed can be near the largest integer: no sum of them is taken.

  /// True if a call of the operation would use up a fault.
  func hasFaults(on operation: IAPOperation) throws -> Bool {
    try connection.finds(
      "SELECT 1 FROM fault WHERE operation = ? AND used - skip < times LIMIT 1",
      [.text(operation.rawValue)])
  }

  /// True if a call of any operation would use up a fault.
  func hasFaults() throws -> Bool {
    if let hasFaults = settingsCache?.hasFaults { return hasFaults }
    let hasFaults = try connection.finds("SELECT 1 FROM fault WHERE used - skip < times LIMIT 1")
    settingsCache?.hasFaults = hasFaults
    return hasFaults
  }

  /// Counts one use of each fault that matches the call, up to the first that applies to it, and
  /// returns that one.
  ///
  /// Faults after that one do not count the call.
  ///
  /// - Parameter markets: those of the call; empty for all.
  func takeFault(
    on operation: IAPOperation, user: Identifier?, product: Identifier?, payment: Identifier?,
    in markets: [StoreCode]
  ) throws -> PlannedFault? {
    let candidates = try connection.all(
      """
      SELECT id, \(PlannedFault.selection) FROM fault
      WHERE operation = ? AND used - skip < times
        AND (user IS NULL OR user = ?) AND (product IS NULL OR product = ?)
        AND (payment IS NULL OR payment = ?)
      ORDER BY id
      """,
      [
        .text(operation.rawValue), .text(user?.text), .text(product?.text), .text(payment?.text),
      ],
      make: { (id: $0.integer("id") ?? 0, fault: PlannedFault($0)) })
    for (id, var fault) in candidates {
      if let market = fault.market, !markets.isEmpty, !markets.contains(market) { continue }
      let isApplied = fault.used >= fault.skip
      fault.countUse()
      try connection.run(
        "UPDATE fault SET used = ? WHERE id = ?", [.integer(fault.used), .integer(id)])
      if isApplied {
        if let delay = fault.delay.flatMap(duration) { AppliedFaults.current?.add(delay) }
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
  package func plannedFaults() throws -> [PlannedFault] {
    try connection.all(
      "SELECT \(PlannedFault.selection) FROM fault ORDER BY id", make: PlannedFault.init)
  }

  package func insert(_ fault: PlannedFault) throws {
    try connection.insert(
      into: "fault",
      PlannedFault.fields.map { (PlannedFault.column(of: $0), Value($0.get(fault))) })
  }

  /// Removes all faults.
  ///
  /// - Returns: the number of faults that were removed.
  package func clearFaults() throws -> Int {
    let count = try plannedFaults().count
    try connection.run("DELETE FROM fault")
    return count
  }
}

/// A store at one instant, and its settings then.
struct TransactionContext {
  let session: StoreSession
  let settings: StoreSession.Settings
  /// True if no event is due and no fault can apply, so that a query changes nothing.
  var changesNothing = false
}
