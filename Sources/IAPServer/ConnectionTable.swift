/// The open connections, and who has waited longest for a request.
///
/// The time-out closes a connection that is silent. One that sends a byte now and then is never
/// silent: it may stay, until others need its place.
struct ConnectionTable {
  /// How many connections there may be before the longest waiting has to leave.
  private let room: Int
  private var size = 0
  /// Those without a whole request, with their place in the order.
  private var waiting: [Pointer: Int] = [:]
  private var next = 0

  /// - Parameter room: how many there can be; some of it is kept free.
  init(room: Int) { self.room = max(1, room - room / 10) }

  /// Somebody comes in.
  ///
  /// - Returns: who has to leave for it.
  mutating func enters(_ connection: Pointer) -> Pointer? {
    size += 1
    let departing = size > room ? waiting.min { $0.value < $1.value }?.key : nil
    if let departing { waiting[departing] = nil }
    waits(connection)
    return departing
  }

  /// The next request is waited for.
  mutating func waits(_ connection: Pointer) {
    next += 1
    waiting[connection] = next
  }

  /// A request has arrived whole.
  mutating func isServed(_ connection: Pointer) { waiting[connection] = nil }

  mutating func leaves(_ connection: Pointer) {
    size -= 1
    waiting[connection] = nil
  }
}
