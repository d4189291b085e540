import IAPCore
import IAPFixtures
import JSON
import System

/// The open connections, and the order in which they began to wait for a request.
///
/// The time-out closes a connection that sends nothing. A connection that sends one byte now and
/// then never reaches the time-out. It stays open until the table is full and it has waited
/// longest.
struct ConnectionTable {
  /// If there are more connections than this, the one that has waited longest is closed.
  private let room: Int
  private var size = 0
  /// The connections that have not sent a whole request, with their position in the order of
  /// waiting.
  private var waiting: [Pointer: Int] = [:]
  /// The connections that were shut and not yet closed by the library. It may have read a request
  /// that it can no longer answer.
  private var shut: Set<Pointer> = []
  private var next = 0

  /// - Parameter room: the number of connections that the server can have. A tenth is kept free, and
  ///   one at least.
  init(room: Int) { self.room = max(1, room - max(1, room / 10)) }

  /// Adds a new connection.
  ///
  /// - Parameter hasInput: whether bytes of a connection have arrived that the library has not read.
  /// - Returns: the connection that must be closed to make room, or nil.
  mutating func enters(_ connection: Pointer, hasInput: (Pointer) -> Bool) -> Pointer? {
    size += 1
    let departing =
      size > room
      ? waiting.sorted { $0.value < $1.value }.first { !hasInput($0.key) }?.key : nil
    if let departing {
      waiting[departing] = nil
      shut.insert(departing)
    }
    waits(connection)
    return departing
  }

  /// The connection waits for its next request.
  mutating func waits(_ connection: Pointer) {
    next += 1
    waiting[connection] = next
  }

  /// A whole request has arrived.
  ///
  /// - Returns: whether it can be answered, and so may be carried out.
  mutating func isServed(_ connection: Pointer) -> Bool {
    waiting[connection] = nil
    return !shut.contains(connection)
  }

  mutating func leaves(_ connection: Pointer) {
    size -= 1
    waiting[connection] = nil
    shut.remove(connection)
  }
}
