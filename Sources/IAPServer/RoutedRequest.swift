import IAPCore
import Records
import Synchronization
import System

struct RequestHead: Sendable {
  var method: String
  var path: String
  var contentType: String?
  var appKey: String?
  var secretKey: String?
  /// The client's number of the call.
  var callNumber: String?
  var facts = HeadCheck.Facts()
  /// The header `Content-Length`, in bytes; 0 if it is missing.
  var length = 0
  /// The query; nil if a name or a value is not UTF-8.
  var arguments: [String: [String]]? = [:]

  func key(_ credential: Credential) -> String? {
    switch credential {
    case .appKey: appKey
    case .secretKey: secretKey
    }
  }

  /// The path for the log of requests, without what may be a key or a token: only the parts of the
  /// paths of iapctl, numbers and versions, and words without digits are shown.
  var safePath: String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.prefix(10).map { shown(String(decoding: $0, as: UTF8.self)) }.joined(
      separator: "/")
  }

  private func shown(_ part: String) -> String {
    if part.isEmpty || RouteTable.words.contains(part) { return part }
    if [appKey, secretKey].contains(part) { return "\(Secret(""))" }
    let isNumber = part.utf8.count <= 20 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let isWord = part.utf8.count <= 16 && part.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    return isNumber || part.isVersion || isWord ? part : "…"
  }
}

extension String {
  /// Whether it is a version of an API, such as `v1` and `v1.0`.
  fileprivate var isVersion: Bool {
    let numbers = utf8.dropFirst().split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return utf8.first == UInt8(ascii: "v") && numbers.count <= 2
      && numbers.allSatisfy { number in
        (1...2).contains(number.count) && number.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
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
    var interception: Interception?
    var work: Task<Void, Never>?
    var isHurried = false
    var number: Int?
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

  /// Appends a chunk of the body.
  ///
  /// - Returns: false if the body is too long to go on reading.
  func appendToBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
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

  /// Its number in the log of requests; nil if it is not logged.
  var number: Int? {
    get { state.withLock { $0.number } }
    set { state.withLock { $0.number = newValue } }
  }

  var reply: Reply? {
    get { state.withLock { $0.reply } }
    set { state.withLock { $0.reply = newValue } }
  }

  var interception: Interception? {
    get { state.withLock { $0.interception } }
    set { state.withLock { $0.interception = newValue } }
  }

  /// Works on the request beside the thread of the server, until the server stops.
  func work(_ body: @escaping @Sendable () async -> Void) {
    // High priority, because a client waits for the response.
    let task = Task(priority: .high) { await body() }
    let isHurried = state.withLock { state in
      state.work = task
      return state.isHurried
    }
    if isHurried { task.cancel() }
  }

  /// Ends the delay of a fault early.
  func skipDelay() {
    let work = state.withLock { state in
      state.isHurried = true
      return state.work
    }
    work?.cancel()
  }
}

extension RequestHead {
  /// - Parameter target: a path. A client may give the whole URL (RFC 9112, 3.2.2).
  init(method: String, target: String) {
    self.init(method: method, path: target)
    guard let scheme = ["http://", "https://"].first(where: target.lowercased().hasPrefix) else {
      return
    }
    let rest = target.utf8.dropFirst(scheme.utf8.count)
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    facts.targetHost = String(rest[..<end]) ?? ""
    path = end == rest.endIndex ? "/" : String(rest[end...]) ?? ""
  }
}
