import IAPCore
import IAPRemote
import Synchronization

/// Responds to each request by its content, in any order, and records the requests.
final class AnsweringTransport: HTTPTransport {
  let taskExecutor: (any TaskExecutor)? = nil
  private let answer: @Sendable (HTTPRequest) async -> ScriptedTransport.Attempt
  private let log = Mutex<[HTTPRequest]>([])

  init(_ answer: @escaping @Sendable (HTTPRequest) async -> ScriptedTransport.Attempt) {
    self.answer = answer
  }

  var sent: [HTTPRequest] { log.withLock { $0 } }

  func send(
    _ request: HTTPRequest, within limit: Duration
  ) async throws(TransportFailure) -> HTTPResponse {
    log.withLock { $0.append(request) }
    return try await answer(request).get()
  }
}

extension HTTPRequest {
  var text: String { String(decoding: body ?? [], as: UTF8.self) }
}

/// The error of a call, if it is an `IAPError`.
func refusal<Answer>(of call: () async throws -> Answer) async -> IAPError? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? IAPError
  }
}

extension ScriptedTransport.Attempt {
  /// A successful response with this result as JSON.
  static func result(_ json: String) -> Self {
    answer(
      200,
      """
      {"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"},
       "result": \(json)}
      """)
  }
}
