import System

/// The changes that are executed next, in one transaction.
///
/// A group waits for the connections whose changes were in the last two groups. Without that wait,
/// two groups of half the size would take turns, and each of them costs a COMMIT. It waits a quarter
/// of the time of the last COMMIT at most, and a change on the only connection does not wait at all.
struct ChangeGroup {
  typealias Change = (request: RoutedRequest, call: RequestHandler.Call)

  /// What is done when the connection of the first change was resumed.
  enum Turn {
    /// The connection is resumed again. Before that the library reads what has arrived.
    case wait
    case execute([Change])
  }

  private var changes: [Change] = []
  /// The connections of the last two groups that are still open.
  private var recent: [Set<Pointer>] = [[], []]
  /// How many changes there were when the connection of the first one was resumed last.
  private var sizeBefore = 0
  private var lastDuration = Duration.zero
  private var waitEnds: ContinuousClock.Instant?

  /// The longest wait, even if a COMMIT takes seconds.
  private static let longestWait = Duration.milliseconds(1)

  /// - Returns: true if the change is the first one, so that its connection must be resumed.
  mutating func add(_ request: RoutedRequest, _ call: RequestHandler.Call) -> Bool {
    changes.append((request, call))
    return changes.count == 1
  }

  /// Nil if the request is not the first one of the group.
  mutating func turn(of request: RoutedRequest, at now: ContinuousClock.Instant) -> Turn? {
    guard changes.first?.request === request else { return nil }
    let ends = waitEnds ?? now + min(lastDuration / 4, Self.longestWait)
    let isGrowing = changes.count > max(sizeBefore, 1)
    sizeBefore = changes.count
    guard isGrowing || (isIncomplete && now < ends) else { return .execute(take()) }
    waitEnds = ends
    return .wait
  }

  /// True if a connection of the last two groups has no change in this one.
  private var isIncomplete: Bool {
    changes.count < recent[0].union(recent[1]).union(connections).count
  }

  private var connections: Set<Pointer> { Set(changes.map(\.request.connection)) }

  private mutating func take() -> [Change] {
    defer { changes.removeAll() }
    recent = [recent[1], connections]
    (sizeBefore, waitEnds) = (0, nil)
    return changes
  }

  /// Called when a group was executed.
  mutating func took(_ duration: Duration) { lastDuration = duration }

  /// Removes a request whose connection was closed.
  ///
  /// - Returns: the request that is now the first one in its place, or nil.
  mutating func remove(_ request: RoutedRequest) -> RoutedRequest? {
    guard changes.first?.request === request else { return nil }
    changes.removeFirst()
    sizeBefore = changes.count
    return changes.first?.request
  }

  mutating func disconnected(_ connection: Pointer) {
    for index in recent.indices { recent[index].remove(connection) }
  }
}
