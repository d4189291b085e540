import CMicroHTTPD
import IAPCore
import IAPFixtures
import System

/// The changes that are executed next, in one transaction.
///
/// A group waits for the connections whose changes were in the last two groups. Without that wait,
/// two groups of half the size would take turns, and each of them costs a COMMIT. It waits a quarter
/// of the time that the last group took at most, and a change on the only connection does not wait at
/// all.
struct ChangeGroup {
  typealias Change = (request: RoutedRequest, call: RequestHandler.Call)

  /// What is done when the library has read all that has arrived.
  enum Decision {
    /// The library reads what has arrived in the meantime.
    case wait
    case execute([Change])
  }

  private var changes: [Change] = []
  /// The connections of the last two groups that are still open.
  private var recent: [Set<Pointer>] = [[], []]
  /// How many changes there were at the last decision.
  private var sizeBefore = 0
  private var lastDuration = Duration.zero
  private var waitEnds: ContinuousClock.Instant?

  /// The longest wait, even if a group takes seconds.
  private static let longestWait = Duration.milliseconds(1)

  mutating func add(_ request: RoutedRequest, _ call: RequestHandler.Call) {
    changes.append((request, call))
  }

  /// What to do with the group now; nil if it is empty.
  mutating func decide(at now: @autoclosure () -> ContinuousClock.Instant) -> Decision? {
    guard !changes.isEmpty else { return nil }
    let now = now()
    let ends = waitEnds ?? now + min(lastDuration / 4, Self.longestWait)
    let isGrowing = changes.count > max(sizeBefore, 1)
    sizeBefore = changes.count
    guard isGrowing || (isIncomplete && now < ends) else { return .execute(removeChanges()) }
    waitEnds = ends
    return .wait
  }

  /// True if a connection of the last two groups has no change in this one.
  private var isIncomplete: Bool {
    changes.count < recent[0].union(recent[1]).union(connections).count
  }

  private var connections: Set<Pointer> { Set(changes.map(\.request.connection)) }

  /// Empties the group and returns its changes.
  private mutating func removeChanges() -> [Change] {
    defer { changes.removeAll() }
    recent = [recent[1], connections]
    (sizeBefore, waitEnds) = (0, nil)
    return changes
  }

  /// Called when a group was executed.
  mutating func finished(in duration: Duration) { lastDuration = duration }

  mutating func disconnected(_ connection: Pointer) {
    for index in recent.indices { recent[index].remove(connection) }
  }
}
