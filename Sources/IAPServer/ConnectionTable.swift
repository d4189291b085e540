import IAPCore
import IAPFixtures
import JSON
import System

/// The open connections, and the order in which they began to wait for a request.
///
/// The time-out closes a connection that sends nothing. A connection that sends one byte now and
/// then never reaches the time-out. Such a connection stays open until the table is full and no other has waited
/// longer.
struct ConnectionTable {
  /// If there are more connections than this, the one that has waited longest is closed.
  private let capacity: Int
  private var count = 0
  /// The connections that have not sent a whole request, with their position in the order of
  /// waiting.
  private var waiting: [Pointer: Int] = [:]
  /// The connections that were shut and not yet closed by the library. The library may have
  /// read a request that can no longer be answered.
  private var closing: Set<Pointer> = []
  private var nextPosition = 0

  /// - Parameter capacity: the number of connections that the server can have. A tenth is kept
  ///   free, and one at least.
  init(capacity: Int) { self.capacity = max(1, capacity - max(1, capacity / 10)) }

  /// Adds a new connection.
  ///
  /// - Parameter hasInput: whether bytes of a connection have arrived that the library has not read.
  /// - Returns: the connection that must be closed because the table is full, or nil.
  mutating func add(_ connection: Pointer, hasInput: (Pointer) -> Bool) -> Pointer? {
    count += 1
    let evicted =
      count > capacity
      ? waiting.sorted { $0.value < $1.value }.first { !hasInput($0.key) }?.key : nil
    if let evicted {
      waiting[evicted] = nil
      closing.insert(evicted)
    }
    beginWaiting(connection)
    return evicted
  }

  /// Moves a connection that waits for its next request to the end of the order.
  mutating func beginWaiting(_ connection: Pointer) {
    nextPosition += 1
    waiting[connection] = nextPosition
  }

  /// A whole request has arrived.
  ///
  /// - Returns: whether it can be answered, and so may be carried out.
  mutating func beginServing(_ connection: Pointer) -> Bool {
    waiting[connection] = nil
    return !closing.contains(connection)
  }

  /// Removes a connection that the library has closed.
  mutating func remove(_ connection: Pointer) {
    count -= 1
    waiting[connection] = nil
    closing.remove(connection)
  }
}
