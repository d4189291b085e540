import IAPCore
import IAPFixtures
import JSON
import Synchronization

/// The last requests to a server, in the order in which they came. A test asserts on them.
///
/// What steers the store is not in it. Its headers and bodies can have tokens and keys: ``RequestList`` shows
/// none.
final class RequestLog: Sendable {
  struct Entry: Sendable {
    /// The real time at which the request was whole.
    var time = Instant(0)
    var method = ""
    var path = ""
    var subject = RequestSubject()
    /// The names and the values in turn, each with a null byte at its end; empty if they are long.
    var headers: [UInt8] = []
    /// What the list of requests shows of headers and body.
    var shown = ShownRequest()
    /// Empty if it is long.
    var body: [UInt8] = []
    var start = ContinuousClock.now
    /// How long the server has worked on it, and held its answer back; nil if there was no answer, or not yet.
    var duration: Duration?
    /// Nil if there was no answer, or not yet.
    var status: Int?
    var code: Int?
    var faults: AppliedFaults?
  }

  private struct State {
    /// A ring: entry `number` is at the place `(number - first) % capacity`.
    var entries: [Entry] = []
    /// The number of the first entry since the log was emptied.
    var first = 0
    /// The number of the next entry.
    var next = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  /// The most bytes of headers, or of a body, that are kept.
  private static let longestPart = 2048

  /// - Parameter capacity: the number of requests that are kept.
  init(capacity: Int = 10_000) { self.capacity = capacity }

  /// Adds a request.
  ///
  /// - Returns: its number.
  func add(_ entry: Entry) -> Int {
    var entry = entry
    (entry.method, entry.path) = (entry.method.bounded, entry.path.bounded)
    if entry.headers.count > Self.longestPart { entry.headers = [] }
    if entry.body.count > Self.longestPart { entry.body = [] }
    return state.withLock { state in
      if state.entries.count < capacity {
        state.entries.append(entry)
      } else {
        state.entries[(state.next - state.first) % capacity] = entry
      }
      state.next += 1
      return state.next - 1
    }
  }

  /// Changes an entry, if it is still there.
  func change(_ number: Int, _ body: (inout Entry) -> Void) {
    state.withLock { state in
      guard number >= max(state.first, state.next - capacity) else { return }
      body(&state.entries[(number - state.first) % capacity])
    }
  }

  /// The entries in their order, and how many older ones were dropped.
  var contents: (entries: [Entry], dropped: Int) {
    state.withLock { state in
      let dropped = state.next - state.first - state.entries.count
      let start = state.entries.isEmpty ? 0 : dropped % capacity
      return (Array(state.entries[start...] + state.entries[..<start]), dropped)
    }
  }

  /// Empties the log.
  ///
  /// - Returns: the number of entries that it had.
  @discardableResult
  func removeAll() -> Int {
    state.withLock { state in
      let count = state.entries.count
      state.entries.removeAll(keepingCapacity: true)
      state.first = state.next
      return count
    }
  }
}

/// What a request is about.
struct RequestSubject: Sendable {
  var operation: IAPOperation?
  var user: Identifier?
  var payment: Identifier?

  init() {}

  init(_ operation: IAPOperation?, user: Identifier? = nil, payment: Identifier? = nil) {
    self.operation = operation
    (self.user, self.payment) = (user?.bounded, payment?.bounded)
  }
}

extension String {
  /// The text, cut if it is long, so that the log is never large.
  fileprivate var bounded: String {
    let longest = 200
    guard utf8.count > longest else { return self }
    return String(decoding: utf8.prefix(longest), as: UTF8.self) + "…"
  }
}

extension Identifier {
  fileprivate var bounded: Identifier {
    let text = text.bounded
    return text.utf8.count == self.text.utf8.count ? self : Identifier(text)
  }
}

/// The members of a request that name its user and its payment, if it has any.
struct SubjectMembers: Sendable {
  private let user: String?
  private let payment: String?

  init(of request: JSONSchema.Object) {
    let names = request.members.map(\.name)
    user = ["userID", "userId", "userKey"].first(where: names.contains)
    payment = names.first { $0 == "paymentSeq" }
  }

  /// What a request is about, if it is valid.
  func subject(of request: JSONValue, _ operation: IAPOperation?) -> RequestSubject {
    func name(_ member: String?) -> Identifier? {
      member.flatMap { request[$0]?.text }.map { Identifier($0) }
    }
    return RequestSubject(operation, user: name(user), payment: name(payment))
  }
}
