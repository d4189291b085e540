import IAPCore
import IAPRemote
import Synchronization

/// Responds to requests from a script, in order, and records them. After the end of the script it
/// fails as if there were no server.
final class ScriptedTransport: HTTPTransport {
  typealias Attempt = Result<HTTPResponse, TransportFailure>

  let taskExecutor: (any TaskExecutor)? = nil
  private let state: Mutex<(script: ArraySlice<Attempt>, sent: [HTTPRequest])>

  init(_ script: [Attempt]) { state = Mutex((script[...], [])) }

  /// The requests, in order.
  var sent: [HTTPRequest] { state.withLock { $0.sent } }

  func send(
    _ request: HTTPRequest, within limit: Duration
  ) async throws(TransportFailure) -> HTTPResponse {
    let next = state.withLock { state in
      state.sent.append(request)
      return state.script.popFirst()
    }
    guard let next else {
      throw TransportFailure(.unreachable, isSent: false, detail: "the script is over")
    }
    return try next.get()
  }
}

extension Result where Success == HTTPResponse, Failure == TransportFailure {
  static func answer(
    _ status: Int, _ body: String = "", retryAfter: String? = nil
  ) -> Self {
    let headers = HTTPHeaders(retryAfter: retryAfter)
    return .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  static func failed(
    _ kind: TransportFailure.Kind, isSent: Bool, response: HTTPResponse? = nil
  ) -> Self {
    .failure(TransportFailure(kind, isSent: isSent, response: response, detail: "why"))
  }

  /// A response with a result code and no result.
  static func code(_ code: Int, isSuccessful: Bool = false) -> Self {
    answer(
      200,
      """
      {"header": {"isSuccessful": \(isSuccessful), "resultCode": \(code), "resultMessage": "M"}}
      """)
  }

  /// The response to a successful consume.
  static let consumed = consumed(of: 7)

  /// The response to a successful consume of a product with this number.
  static func consumed(of productSeq: Int) -> Self {
    answer(
      200,
      """
      {"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"},
       "result": {"price": 2.29, "currency": "EUR", "productSeq": \(productSeq), "marketId": "GG"}}
      """)
  }
}

/// Collects lines.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A clock that moves only by the waits of the code under test.
final class TestClock: Sendable {
  private let state = Mutex<(now: Duration, waits: [Duration])>((.zero, []))
  private let stop = Mutex<(isStopped: Bool, tasks: [@Sendable () -> Void])>((false, []))
  let random: Double
  let stopAfterWaits: Int

  init(random: Double = 1, stopAfterWaits: Int = .max) {
    self.random = random
    self.stopAfterWaits = stopAfterWaits
  }

  /// The waits, in order.
  var waits: [Duration] { state.withLock { $0.waits } }

  var clock: Clock {
    Clock(
      realTime: { Instant(1_767_225_600_000) },
      monotonicTime: { self.state.withLock { $0.now } },
      sleep: { wait in
        self.state.withLock { state in
          state.now += wait
          state.waits.append(wait)
        }
      })
  }

  var environment: CallEnvironment {
    CallEnvironment(
      clock: clock,
      random: { self.random },
      stopped: {
        self.waits.count >= self.stopAfterWaits || self.stop.withLock { $0.isStopped }
          ? .iapctl(.interrupted, .stopped(signal: 2)) : nil
      })
  }

  /// Asks all bodies to stop.
  func stopAll() {
    let cancels = stop.withLock { stop in
      stop.isStopped = true
      return stop.tasks
    }
    cancels.forEach { $0() }
  }

  /// Runs a body in a task that ``stopAll()`` cancels.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await body() }
    let isStopped = stop.withLock { stop in
      stop.tasks.append { task.cancel() }
      return stop.isStopped
    }
    if isStopped { task.cancel() }
    return try await task.value
  }
}
