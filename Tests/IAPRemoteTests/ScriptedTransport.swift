import IAPCore
import Synchronization

@testable import IAPRemote

/// Answers requests from a script, one after the other, and writes down what was sent. Where the
/// script ends it fails as a server that is not there.
final class ScriptedTransport: HTTPTransport {
  typealias Attempt = Result<HTTPResponse, TransportFailure>

  private let state: Mutex<(script: ArraySlice<Attempt>, sent: [HTTPRequest])>

  init(_ script: [Attempt]) { state = Mutex((script[...], [])) }

  /// What was sent, in order.
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
  /// An answer with a status and a body.
  static func answer(
    _ status: Int, _ body: String = "", retryAfter: String? = nil
  ) -> Self {
    let headers = retryAfter.map { ["retry-after": $0] } ?? [:]
    return .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  static func failed(
    _ kind: TransportFailure.Kind, isSent: Bool, response: HTTPResponse? = nil
  ) -> Self {
    .failure(TransportFailure(kind, isSent: isSent, response: response, detail: "why"))
  }

  /// A refusal, or a success without a result, as the server writes it.
  static func code(_ code: Int, isSuccessful: Bool = false) -> Self {
    answer(
      200,
      """
      {"header": {"isSuccessful": \(isSuccessful), "resultCode": \(code), "resultMessage": "M"}}
      """)
  }

  /// A consume that the server applied.
  static let consumed = consumed(of: 7)

  /// The same, of a product with a number.
  static func consumed(of productSeq: Int) -> Self {
    answer(
      200,
      """
      {"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"},
       "result": {"price": 2.29, "currency": "EUR", "productSeq": \(productSeq)}}
      """)
  }
}

/// Time that stands still but for what is waited for.
final class TestClock: Sendable {
  private let state = Mutex<(now: Duration, waits: [Duration])>((.zero, []))
  private let stop = Mutex<(isStopped: Bool, tasks: [@Sendable () -> Void])>((false, []))
  let random: Double
  let stopAfterWaits: Int

  init(random: Double = 1, stopAfterWaits: Int = .max) {
    self.random = random
    self.stopAfterWaits = stopAfterWaits
  }

  /// What was waited for, in order.
  var waits: [Duration] { state.withLock { $0.waits } }

  var clock: CallClock {
    CallClock(
      monotonicTime: { self.state.withLock { $0.now } },
      realTime: { Instant(1_767_225_600_000) },
      sleep: { wait in
        self.state.withLock { state in
          state.now += wait
          state.waits.append(wait)
        }
      },
      random: { self.random },
      stopped: {
        self.waits.count >= self.stopAfterWaits || self.stop.withLock { $0.isStopped }
          ? .iapctl(.interrupted, .stopped(signal: 2)) : nil
      })
  }

  /// Asks everybody to stop.
  func stopAll() {
    let cancels = stop.withLock { stop in
      stop.isStopped = true
      return stop.tasks
    }
    cancels.forEach { $0() }
  }

  /// Runs a body in a task that a request to stop cancels.
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
