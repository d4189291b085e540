import CCurl
import IAPCore
import Synchronization
import System

/// One request in progress: the data that libcurl reads and writes.
///
/// After ``CurlDriver/add(_:)``, only the thread that runs libcurl may use it, except
/// ``isCancelled``.
final class CurlTransfer: @unchecked Sendable {
  typealias Outcome = Result<HTTPResponse, TransportFailure>

  let request: HTTPRequest
  /// The deadline on the monotonic clock.
  private let deadline: Duration
  /// Whether the caller has cancelled the request.
  let isCancelled = Atomic<Bool>(false)
  /// Called exactly once, by the thread that runs libcurl.
  var ended: (@Sendable (Outcome) -> Void)?

  private(set) var reader: ResponseReader
  /// Whether a connection was ready and the request was about to begin.
  private(set) var isBegun = false
  /// Whether libcurl has read a byte of the body. Before that, no byte can have been sent.
  private var isBodyBegun = false
  /// How many bytes of the body libcurl has read.
  private var position = 0
  /// Whether the connection had data before the request was sent, which cannot be its response.
  private(set) var hasEarlyData = false
  /// The number of such connections so far.
  private var soiledConnections = 0
  private var sockets: CurlSockets?
  private var isSecure = false
  /// The local port of its connection.
  private var port: Int32 = 0

  /// After this number of connections with early data, the transfer fails: the server does it
  /// always.
  private static let mostSoiledConnections = 3

  init(_ request: HTTPRequest, within time: Duration) {
    self.request = request
    deadline = Self.now + time
    reader = ResponseReader(bodyLimit: request.responseLimit)
  }

  private static var now: Duration { .nanoseconds(Clocks.monotonicNanoseconds()) }

  /// Whether the request may be sent on another connection, because nothing was sent on this one.
  var canBeginAgain: Bool {
    hasEarlyData && !isSent && soiledConnections < Self.mostSoiledConnections
  }

  /// Resets the transfer for a new connection.
  func begin(with sockets: CurlSockets, isSecure: Bool) {
    if hasEarlyData { soiledConnections += 1 }
    (self.sockets, self.isSecure) = (sockets, isSecure)
    (hasEarlyData, isBegun, isBodyBegun, position) = (false, false, false, 0)
    reader = ResponseReader(bodyLimit: request.responseLimit)
  }

  /// The request body; empty for GET.
  var body: [UInt8] { request.method == .post ? request.body ?? [] : [] }

  /// Whether a byte of the body (or, without a body, of the request) may have been sent.
  var isSent: Bool { body.isEmpty ? isBegun : isBodyBegun }

  /// Gives the outcome to the caller.
  func end(_ outcome: Outcome) {
    ended.take()?(outcome)
  }

  func failure(_ kind: TransportFailure.Kind, _ detail: String) -> TransportFailure {
    // If the header is incomplete, the status may not be the final one.
    TransportFailure(
      kind, isSent: isSent, response: reader.isHeadWhole ? reader.response : nil, detail: detail)
  }
}

// Callbacks of libcurl, on its thread.
extension CurlTransfer {
  /// The callbacks; their context is a transfer.
  static var callbacks: iapctl_curl_callbacks {
    iapctl_curl_callbacks(
      read: { into, size, count, context in
        CurlTransfer.of(context)?.read(
          UnsafeMutableRawBufferPointer(start: into, count: size * count))
          ?? Int(CURL_READFUNC_ABORT)
      },
      seek: { context, _, _ in CurlTransfer.of(context)?.rewind() ?? CURL_SEEKFUNC_FAIL },
      write: { bytes, size, count, context in
        let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlTransfer.of(context)?.reader.take(body: piece) == true ? piece.count : 0
      },
      header: { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlTransfer.of(context)?.take(line) == true ? line.count : 0
      },
      begin: { context, _, _, _, port in
        CurlTransfer.of(context)?.begin(on: port) ?? CURL_PREREQFUNC_ABORT
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Called when a connection is ready. Rejects the connection if the request changes something and
  /// may have been sent on another one.
  private func begin(on port: Int32) -> Int32 {
    if request.isMutating && isSent { return CURL_PREREQFUNC_ABORT }
    guard sockets?.isClean(port, isSecure: isSecure) != false else {
      hasEarlyData = true
      return CURL_PREREQFUNC_ABORT
    }
    self.port = port
    isBegun = true
    return CURL_PREREQFUNC_OK
  }

  /// Handles a line of the response header. If a success arrives before the whole body was sent, it
  /// is the response to something else.
  ///
  /// A server's system may hold back a second response to the request before until it gets the next
  /// packet, the head of this request (Nagle's algorithm). So head and body must not leave together,
  /// and a server that answers the head alone (nginx with `return 200`) cannot be told from that.
  private func take(_ line: UnsafeRawBufferPointer) -> Bool {
    guard reader.take(line: line) else { return false }
    if reader.isSuccess, position < body.count {
      hasEarlyData = true
      return false
    }
    if reader.isHeadWhole { sockets?.setAnswered(port, isMultiplexed: reader.isMultiplexed) }
    return true
  }

  /// Copies the next part of the body.
  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = body[position...].prefix(buffer.count)
    buffer.copyBytes(from: piece)
    position += piece.count
    isBodyBegun = true
    return piece.count
  }

  /// Called if libcurl must send the body again, because a reused connection was closed. libcurl
  /// cannot know whether the server has processed the request, so a mutating request is not sent
  /// again.
  private func rewind() -> Int32 {
    if request.isMutating { return CURL_SEEKFUNC_FAIL }
    position = 0
    return CURL_SEEKFUNC_OK
  }
}

/// The settings of all requests of a transport.
struct CurlOptions: Sendable {
  /// A PEM file with the certificates to trust instead of the system's; nil for the system's.
  let certificateFile: String?
  let proxies: ProxySettings
  /// The maximum idle time after which a connection is reused, in whole seconds.
  let idleTime: Duration
}

extension CurlTransfer {
  /// Creates a libcurl handle for requests that differ from this one in their bodies only.
  func handle(
    _ library: CurlLibrary, _ options: CurlOptions, _ sockets: CurlSockets
  ) throws(TransportFailure) -> CurlHandle {
    let check = try RequestCheck(request, library)
    let handle = try CurlHandle(library, for: request, isSecure: check.isSecure)
    try handle.setProtocol(isSecure: check.isSecure)
    try handle.set(url: request.url)
    try setRequest(handle)
    try setBounds(handle, options)
    try handle.set(sockets)
    try setRefusals(handle)
    try setSecurity(handle, options)
    try setProxy(handle, check.isSecure ? options.proxies : .none)
    return handle
  }

  /// Makes a handle carry out this transfer: sets what differs from the transfer before it.
  func begin(on handle: CurlHandle, with sockets: CurlSockets) throws(TransportFailure) {
    begin(with: sockets, isSecure: handle.isSecure)
    try handle.begin(Self.callbacks, context: Unmanaged.passUnretained(self).toOpaque())
    if request.method == .post {
      // The body comes from a callback. If libcurl had it in memory, it could send it again.
      try handle.set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
    }
    let milliseconds = milliseconds
    try handle.set(CURLOPT_TIMEOUT_MS, milliseconds)
    try handle.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    try handle.set(CURLOPT_FRESH_CONNECT, soiledConnections > 0 ? 1 : 0)
  }

  private func setRequest(_ handle: CurlHandle) throws(TransportFailure) {
    var lines = request.headers.map { $0.text.isEmpty ? "\($0.name);" : "\($0.name): \($0.text)" }
    switch request.method {
    case .get:
      try handle.set(CURLOPT_HTTPGET, 1)
    case .post:
      try handle.set(CURLOPT_POST, 1)
      // An empty `Expect:` prevents the wait for "100 Continue". An empty `Content-Type:` prevents
      // libcurl's default type of a form.
      lines.append("Expect:")
      let isTyped = request.headers.contains { $0.name.lowercased() == "content-type" }
      if !isTyped { lines.append("Content-Type:") }
    }
    try handle.set(headers: lines)
    try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
  }

  private func setBounds(
    _ handle: CurlHandle, _ options: CurlOptions
  ) throws(TransportFailure) {
    try handle.set(CURLOPT_MAXFILESIZE_LARGE, size: max(1, request.responseLimit))
    try handle.set(CURLOPT_MAXAGE_CONN, max(1, Int(options.idleTime.components.seconds)))
    try handle.set(CURLOPT_NOSIGNAL, 1)
    // libcurl allocates its buffers for each transfer; these are its smallest ones for sending.
    handle.offer(CURLOPT_UPLOAD_BUFFERSIZE, 1 << 14)
    // Without this, a timeout during a name lookup waits for the lookup to end, and blocks all
    // other transfers.
    handle.offer(CURLOPT_QUICK_EXIT, 1)
  }

  /// At least 1, because 0 means no limit.
  private var milliseconds: Int {
    let (seconds, attoseconds) = (deadline - Self.now).components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return max(1, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  private func setRefusals(_ handle: CurlHandle) throws(TransportFailure) {
    try handle.set(CURLOPT_FOLLOWLOCATION, 0)
    try handle.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    try handle.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    try handle.set(CURLOPT_HTTP09_ALLOWED, 0)
    try handle.set(CURLOPT_ACCEPT_ENCODING, nil)
  }

  private func setSecurity(
    _ handle: CurlHandle, _ options: CurlOptions
  ) throws(TransportFailure) {
    let oldest = Int(CURL_SSLVERSION_TLSv1_2)
    try handle.set(CURLOPT_SSLVERSION, oldest)
    try handle.set(CURLOPT_SSL_VERIFYPEER, 1)
    try handle.set(CURLOPT_SSL_VERIFYHOST, 2)
    try handle.set(CURLOPT_PROXY_SSLVERSION, oldest)
    try handle.set(CURLOPT_PROXY_SSL_VERIFYPEER, 1)
    try handle.set(CURLOPT_PROXY_SSL_VERIFYHOST, 2)
    guard let file = options.certificateFile else { return }
    // The file replaces the certificates of the system.
    for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { try handle.set(option, file) }
    for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { try handle.set(option, nil) }
  }

  /// Both options are always set, so that libcurl does not read the environment.
  private func setProxy(
    _ handle: CurlHandle, _ proxies: ProxySettings
  ) throws(TransportFailure) {
    try handle.set(CURLOPT_PROXY, proxies.proxy?.revealed ?? "")
    try handle.set(CURLOPT_NOPROXY, proxies.exceptions)
    try handle.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
    try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }
}
