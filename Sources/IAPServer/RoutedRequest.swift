import Synchronization

/// The head of a request.
struct RequestHead: Sendable {
  var method: String
  var path: String
  var contentType: String?
  var appKey: String?
  /// The length of the body as the head says it, in bytes; 0 if it does not.
  var length = 0
  /// What is behind the question mark; nil for a name or value that is no text.
  var arguments: [String: [String]]? = [:]
}

/// What the head of a request tells already.
enum RouteMatch: Sendable {
  /// Whatever the body may be.
  case answer(HTTPAnswer)
  case route(Route, RouteParameters)

  /// In bytes.
  fileprivate var longestBody: Int {
    if case .route(let route, _) = self { route.longestBody } else { 0 }
  }
}

/// One request: its head, its body as it comes in, and its reply.
final class RoutedRequest: Sendable {
  let head: RequestHead
  let match: RouteMatch
  let connection: Pointer

  private struct State {
    var body: [UInt8] = []
    /// How much was sent, whether it was kept or not.
    var size = 0
    var reply: Reply?
    var work: Task<Void, Never>?
    var isHurried = false
  }

  private let state = Mutex(State())

  /// A body that is too long to be kept is read to its end all the same, so that its sender gets the
  /// answer; but not beyond this. In bytes.
  private static let longestIgnored = 4 << 20

  init(_ head: RequestHead, _ match: RouteMatch, on connection: Pointer) {
    self.head = head
    self.match = match
    self.connection = connection
  }

  /// Whether the body is not even waited for.
  var answersAtOnce: Bool { head.length > Self.longestIgnored }

  /// Takes a piece of the body.
  ///
  /// - Returns: whether more may come.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      state.size += bytes.count
      if state.size <= match.longestBody {
        state.body.append(contentsOf: bytes)
      } else {
        state.body = []
      }
      return state.size <= Self.longestIgnored
    }
  }

  /// The body, or nil if it is too long.
  var body: [UInt8]? {
    state.withLock { state in
      max(state.size, head.length) > match.longestBody ? nil : state.body
    }
  }

  var reply: Reply? { state.withLock { $0.reply } }

  /// Carries the request out in a task of its own.
  ///
  /// - Parameter whenDone: called when the reply is there.
  func carryOut(
    _ work: @escaping @Sendable () async -> Reply, whenDone: @escaping @Sendable () -> Void
  ) {
    // A client waits for the answer, whatever else this process has to do.
    let task = Task(priority: .high) {
      let reply = await work()
      state.withLock { $0.reply = reply }
      whenDone()
    }
    let isHurried = state.withLock { state in
      state.work = task
      return state.isHurried
    }
    if isHurried { task.cancel() }
  }

  /// Cuts short what it waits for.
  func hurry() {
    let work = state.withLock { state in
      state.isHurried = true
      return state.work
    }
    work?.cancel()
  }
}
