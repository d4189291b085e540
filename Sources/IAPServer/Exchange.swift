import IAPCore
import Synchronization

/// One request and its answer.
final class Exchange: Sendable {
  let head: RequestHandler.Head
  let prospect: RequestHandler.RouteMatch
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

  /// What is too long to be kept is read to its end all the same, so that its sender is there to be
  /// told; but not for ever. In bytes.
  private static let longestIgnored = 4 << 20

  init(_ head: RequestHandler.Head, _ prospect: RequestHandler.RouteMatch, on connection: Pointer) {
    self.head = head
    self.prospect = prospect
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
      if state.size <= prospect.longestBody {
        state.body.append(contentsOf: bytes)
      } else {
        state.body = []
      }
      return state.size <= Self.longestIgnored
    }
  }

  /// The body, or nil where it is too long.
  var body: [UInt8]? {
    state.withLock { state in
      max(state.size, head.length) > prospect.longestBody ? nil : state.body
    }
  }

  var reply: Reply? { state.withLock { $0.reply } }

  func settle(_ reply: Reply) { state.withLock { $0.reply = reply } }

  /// Remembers who works on it.
  func assign(_ work: Task<Void, Never>) {
    let isHurried = state.withLock { state in
      state.work = work
      return state.isHurried
    }
    if isHurried { work.cancel() }
  }

  /// Lets it wait for nothing more.
  func hurry() {
    let work = state.withLock { state in
      state.isHurried = true
      return state.work
    }
    work?.cancel()
  }
}
