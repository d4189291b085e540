import IAPCore
import SQLite
import Synchronization

/// The operations that a fault can strike, by the names of their commands.
package enum Operation: String, Sendable, CaseIterable {
  case products, purchase, unconsumed, consume, subscriptions, restore, reprocess

  /// Whether it changes nothing, so that there is no answer to lose after applying it.
  package var isQuery: Bool {
    self == .products || self == .unconsumed || self == .subscriptions
  }
}

/// A failure that was ordered in advance and strikes now.
struct Fault {
  let code: IAPError.Code
  /// Whether the operation is carried out and only its answer is lost.
  let isAfter: Bool
  /// How long a server holds its answer back.
  let delay: Duration?

  func error(of operation: Operation) -> IAPError {
    guard isAfter else { return IAPError(code, .fault(operation: operation.rawValue)) }
    return IAPError(code, .answerLost(operation: operation.rawValue), outcome: .unknown)
  }
}

/// How long the answer to a call is to be held back, by the faults that struck it.
///
/// Who answers somebody that waits, as a server does, binds one to the task that makes the call and
/// reads it afterwards. Nobody else waits.
package final class AnswerDelay: Sendable {
  @TaskLocal package static var current: AnswerDelay?

  private let sum = Mutex(Duration.zero)

  package init() {}

  package var total: Duration { sum.withLock { $0 } }

  func add(_ delay: Duration) { sum.withLock { $0 += delay } }
}

extension StoreSession {
  /// Whether there is any fault that a call of the operation would use up.
  func hasFaults(on operation: Operation) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM fault WHERE operation = ? AND used < skip + times LIMIT 1",
      [.text(operation.rawValue)], make: { _ in true }) ?? false
  }

  /// Counts one use of the faults that match the call, and answers the first that strikes it.
  ///
  /// A call that one fault strikes is no use of the faults behind it.
  func takeFault(
    on operation: Operation, user: Identifier?, product: Identifier?
  ) throws -> Fault? {
    let candidates = try connection.all(
      """
      SELECT id, used >= skip AS strikes, domain, code, after, delay FROM fault
      WHERE operation = ? AND used < skip + times
        AND (user IS NULL OR user = ?) AND (product IS NULL OR product = ?)
      ORDER BY id
      """,
      [.text(operation.rawValue), .text(user?.text), .text(product?.text)],
      make: { row in
        (
          id: row.integer("id") ?? 0, strikes: row.flag("strikes"),
          fault: Fault(
            code: Self.code(domain: row.text("domain"), number: row.integer("code")),
            isAfter: row.flag("after"), delay: row.text("delay").flatMap { self.duration($0) })
        )
      })
    for candidate in candidates {
      try connection.run(
        "UPDATE fault SET used = used + 1 WHERE id = ?", [.integer(candidate.id)])
      if candidate.strikes {
        if let delay = candidate.fault.delay { AnswerDelay.current?.add(delay) }
        return candidate.fault
      }
    }
    return nil
  }

  /// The length of a period that begins now.
  private func duration(_ period: String) -> Duration? {
    CalendarPeriod(period)?.added(to: now).map {
      .milliseconds($0.milliseconds - now.milliseconds)
    }
  }

  private static func code(domain: String?, number: Int64?) -> IAPError.Code {
    let number = Int(number ?? 0)
    if domain == "com.nhncloud.http" { return .http(HTTPCode(rawValue: number) ?? .requestFailed) }
    return .iap(IAPCode(rawValue: number) ?? .unknown)
  }
}
