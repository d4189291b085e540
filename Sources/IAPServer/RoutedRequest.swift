import IAPCore
import Records
import Synchronization
import System

struct RequestHead: Sendable {
  var method: String
  var path: String
  var contentType: String?
  var appKey: String?
  var facts = HeadCheck.Facts()
  /// The header `Content-Length`, in bytes; 0 if it is missing.
  var length = 0
  /// The query; nil if a name or a value is not UTF-8.
  var arguments: [String: [String]]? = [:]
}

/// The route for the head of a request, or a response that needs no route.
enum RouteMatch: Sendable {
  /// A response that does not depend on the body.
  case answer(HTTPAnswer)
  case route(Route, RouteParameters)

  /// Whether the body of the request is not read.
  fileprivate var ignoresBody: Bool {
    if case .answer(let answer) = self { answer.closesConnection } else { false }
  }

  /// In bytes.
  fileprivate var longestBody: Int {
    if case .route(let route, _) = self { route.longestBody } else { 0 }
  }
}

/// The reply to a request.
enum Reply: Hashable, Sendable {
  case answer(HTTPAnswer)
  /// Closes the connection without a response.
  ///
  /// - Parameter trouble: an error of the store file, for the server's log.
  case closeConnection(trouble: IAPError? = nil)
}

/// One request: its head, the body that has arrived so far, and its reply.
final class RoutedRequest: Sendable {
  let head: RequestHead
  let match: RouteMatch
  let connection: Pointer

  private struct State {
    var body: [UInt8] = []
    /// The bytes that the client sent, kept or not.
    var size = 0
    var reply: Reply?
    var work: Task<Void, Never>?
    var isHurried = false
  }

  private let state = Mutex(State())

  /// A body that is too long is read to its end without being kept, so that the client gets the
  /// response. The connection is closed if the body is longer than this, in bytes.
  private static let longestIgnored = 4 << 20

  init(_ head: RequestHead, _ match: RouteMatch, on connection: Pointer) {
    self.head = head
    self.match = match
    self.connection = connection
  }

  /// True if the reply does not wait for the body, because the body is too long or is not read.
  var answersAtOnce: Bool { head.length > longestRead || match.ignoresBody }

  /// In bytes.
  private var longestRead: Int { max(match.longestBody, Self.longestIgnored) }

  /// Adds a chunk of the body.
  ///
  /// - Returns: false if the body is too long to go on reading.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      state.size += bytes.count
      if state.size <= match.longestBody {
        state.body.append(contentsOf: bytes)
      } else {
        state.body = []
      }
      return state.size <= longestRead
    }
  }

  /// The body, or nil if it is too long.
  var body: [UInt8]? {
    state.withLock { state in
      max(state.size, head.length) > match.longestBody ? nil : state.body
    }
  }

  var reply: Reply? { state.withLock { $0.reply } }

  func setReply(_ reply: Reply) { state.withLock { $0.reply = reply } }

  /// Sets ``reply`` after the delay of a fault.
  ///
  /// - Parameter whenDone: called when ``reply`` is set.
  func setReply(
    _ reply: Reply, after delay: @escaping @Sendable () async -> Void,
    whenDone: @escaping @Sendable () -> Void
  ) {
    // High priority, because a client waits for the response.
    let task = Task(priority: .high) {
      await delay()
      setReply(reply)
      whenDone()
    }
    let isHurried = state.withLock { state in
      state.work = task
      return state.isHurried
    }
    if isHurried { task.cancel() }
  }

  /// Ends the delay of a fault early.
  func hurry() {
    let work = state.withLock { state in
      state.isHurried = true
      return state.work
    }
    work?.cancel()
  }
}

/// Refuses requests that no client of the API sends: those of a web page, those whose length
/// a proxy could read differently, and those that leave no room for a response.
struct HeadCheck: Sendable {
  /// What the headers of a request say about its sender and its length.
  struct Facts: Hashable, Sendable {
    /// The bytes that the head takes in memory.
    var size = 0
    var hosts: [String] = []
    /// The number of headers `Content-Length`.
    var lengths = 0
    /// The values of `Transfer-Encoding`.
    var encodings: [String] = []
    /// True if a browser has sent it for a web page (`Origin`, `Sec-Fetch-Site`).
    var isOfPage = false
    /// True if the name of a header has a space.
    var hasOddName = false
    /// True if two headers have different app keys. A proxy could forward either of them.
    var hasTwoAppKeys = false
  }

  /// The value of `Host` that most clients send: `127.0.0.1:8080`.
  private let usual: String
  private let isLoopback: Bool
  /// The names of this server, in lower case.
  private let names: Set<String>

  /// - Parameter name: the name or the address that the server was told to listen on.
  init(host: String, port: Int, isLoopback: Bool, name: String, machine: String?) {
    usual = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    self.isLoopback = isLoopback
    names = Set([host, name, isLoopback ? nil : machine].compactMap { $0?.lowercased() })
  }

  /// The longest head of a request, in bytes of ``Facts/size``.
  static let longest = 16 << 10

  /// The response to a request that is refused; nil if it is not.
  func refusal(of facts: Facts) -> HTTPAnswer? {
    guard facts.size <= Self.longest else { return .malformed(431) }
    let isCertain =
      facts.lengths + facts.encodings.count <= 1 && facts.hosts.count <= 1 && !facts.hasOddName
      && facts.encodings.allSatisfy { $0.lowercased() == "chunked" }
    guard isCertain else { return .closing(400, "BAD REQUEST") }
    guard !facts.hasTwoAppKeys else { return .closing(400, "TWO APP KEYS") }
    // A client without `Host` is no browser.
    guard !facts.isOfPage, facts.hosts.allSatisfy(isOwn) else {
      return .closing(403, "FORBIDDEN TO WEB PAGES")
    }
    return nil
  }

  /// Whether a value of `Host` names this server. The port may differ, because a tunnel has another
  /// one.
  ///
  /// A web page can let a name of its own lead to this machine (DNS rebinding), but not an address,
  /// and not a name without a dot, such as those of containers.
  func isOwn(_ host: String) -> Bool {
    if host == usual { return true }
    let bytes = Array(host.lowercased().utf8)
    let hasPort = bytes.last != UInt8(ascii: "]") && bytes.contains(UInt8(ascii: ":"))
    let end = hasPort ? bytes.lastIndex(of: UInt8(ascii: ":")) ?? bytes.count : bytes.count
    guard !bytes.isEmpty, bytes[end...].dropFirst().allSatisfy(\.isDigit) else { return false }
    var name = bytes[..<end]
    if name.first == UInt8(ascii: "["), name.last == UInt8(ascii: "]") {
      name = name.dropFirst().dropLast()
      let text = String(decoding: name, as: UTF8.self)
      return names.contains(text) || Loopback.isAddress(text)
        || (!isLoopback && text.utf8.contains(UInt8(ascii: ":")))
    }
    if name.last == UInt8(ascii: ".") { name.removeLast() }
    let text = String(decoding: name, as: UTF8.self)
    if names.contains(text) || text == "localhost" || text.hasSuffix(".localhost") { return true }
    guard Self.isAddress(name) else { return !isLoopback && Self.isLabel(name) }
    return !isLoopback || Loopback.isAddress(text)
  }

  /// A name without a dot.
  private static func isLabel(_ name: ArraySlice<UInt8>) -> Bool {
    !name.isEmpty
      && name.allSatisfy {
        $0.isDigit || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
  }

  /// Four numbers: `127.0.0.1`.
  private static func isAddress(_ name: ArraySlice<UInt8>) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy {
        $0.allSatisfy(\.isDigit) && UInt8(String(decoding: $0, as: UTF8.self)) != nil
      }
  }
}
