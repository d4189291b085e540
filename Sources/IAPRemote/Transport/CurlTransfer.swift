import CCurl
import Synchronization
import System

/// One request under way: what libcurl takes from it and hands to it.
///
/// All but the flag belongs to the thread that drives libcurl, once it has been handed over.
final class CurlTransfer: @unchecked Sendable {
  typealias Outcome = Result<HTTPResponse, TransportFailure>

  let request: HTTPRequest
  /// On the monotonic clock.
  private let deadline: Duration
  /// Nobody waits any more.
  let isCancelled = Atomic<Bool>(false)
  /// Resumed once, by the thread.
  var continuation: CheckedContinuation<Outcome, Never>?

  private(set) var reader: ResponseReader
  /// Whether a connection was there, and the request about to begin on it.
  private(set) var isBegun = false
  /// Whether libcurl has taken a byte of the body: only then can one have left.
  private var isBodyBegun = false
  /// How much of the body it has taken.
  private var position = 0
  /// What lies on a connection was sent before the request, and is not its answer.
  private(set) var isConnectionSoiled = false
  /// On how many connections that were soiled it would have begun.
  private var soiledConnections = 0
  private var sockets: CurlSockets?
  private var isSecure = false
  /// The port at this end of its connection.
  private var port: Int32 = 0

  /// More soiled connections than these are the server's way.
  private static let mostSoiledConnections = 3

  init(_ request: HTTPRequest, within time: Duration) {
    self.request = request
    deadline = Self.now + time
    reader = ResponseReader(bodyLimit: request.responseLimit)
  }

  private static var now: Duration { .nanoseconds(Clocks.monotonicNanoseconds()) }

  var timeLeft: Duration { deadline - Self.now }

  /// Whether it must not go out on a connection that was used before.
  var wantsNewConnection: Bool { soiledConnections > 0 }

  /// Whether it may begin again, on another connection: nothing was sent on this one.
  var canBeginAgain: Bool {
    isConnectionSoiled && !isSent && soiledConnections < Self.mostSoiledConnections
  }

  /// Makes it ready for a connection.
  func begin(with sockets: CurlSockets, isSecure: Bool) {
    if isConnectionSoiled { soiledConnections += 1 }
    (self.sockets, self.isSecure) = (sockets, isSecure)
    (isConnectionSoiled, isBegun, isBodyBegun, position) = (false, false, false, 0)
    reader = ResponseReader(bodyLimit: request.responseLimit)
  }

  /// What is sent after the head.
  var body: [UInt8] { request.method == .post ? request.body ?? [] : [] }

  /// Whether anything that counts may have left this process.
  var isSent: Bool { body.isEmpty ? isBegun : isBodyBegun }

  /// Ends it, for the one who waits.
  func end(_ outcome: Outcome) {
    continuation?.resume(returning: outcome)
    continuation = nil
  }

  /// What to tell the one who waits about a failure.
  func failure(_ kind: TransportFailure.Kind, _ detail: String) -> TransportFailure {
    // A status whose head was cut off may be anybody's.
    TransportFailure(
      kind, isSent: isSent, response: reader.isHeadWhole ? reader.response : nil, detail: detail)
  }
}

// What libcurl calls, on its thread.
extension CurlTransfer {
  /// The functions that find a transfer in their context.
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

  /// Allows the request to begin on a connection, unless it may have been sent on another before.
  private func begin(on port: Int32) -> Int32 {
    if request.isMutating && isSent { return CURL_PREREQFUNC_ABORT }
    guard sockets?.isClean(port, isSecure: isSecure) != false else {
      isConnectionSoiled = true
      return CURL_PREREQFUNC_ABORT
    }
    self.port = port
    isBegun = true
    return CURL_PREREQFUNC_OK
  }

  /// Takes a line of the answer's head. A success that comes before the whole body was handed over
  /// answers something else.
  private func take(_ line: UnsafeRawBufferPointer) -> Bool {
    guard reader.take(line: line) else { return false }
    if reader.isSuccess, position < body.count {
      isConnectionSoiled = true
      return false
    }
    if reader.isHeadWhole { sockets?.setAnswered(port, isMultiplexed: reader.isMultiplexed) }
    return true
  }

  /// Hands out the next piece of the body.
  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = body[position...].prefix(buffer.count)
    buffer.copyBytes(from: piece)
    position += piece.count
    isBodyBegun = true
    return piece.count
  }

  /// libcurl wants to send the body again, because a connection that it had kept open has died. It
  /// cannot know whether the server has acted on it.
  private func rewind() -> Int32 {
    if request.isMutating { return CURL_SEEKFUNC_FAIL }
    position = 0
    return CURL_SEEKFUNC_OK
  }
}
