import IAPCore
import IAPRemote
import Testing

/// Secrets that must not be in any description, any error or any request to a proxy.
let appKey = "AppKey-that-nobody-may-see"
let token = "token-that-nobody-may-see"

extension HTTPRequest {
  /// A consume request, as the transport sees it.
  static func consume(_ url: String, body: String = #"{"accessToken":"\#(token)"}"#) -> HTTPRequest
  {
    HTTPRequest(
      .post, url,
      headers: [
        HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Key", Secret(appKey)),
      ],
      body: Array(body.utf8), isMutating: true, responseLimit: 1 << 20)
  }

  static func query(_ url: String) -> HTTPRequest {
    HTTPRequest(
      .get, url, headers: [HTTPHeader("X-Key", Secret(appKey))], isMutating: false,
      responseLimit: 1 << 20)
  }

  /// A query with a body.
  static func list(_ url: String) -> HTTPRequest {
    HTTPRequest(
      .post, url, headers: [HTTPHeader("X-Key", Secret(appKey))], body: Array(token.utf8),
      isMutating: false, responseLimit: 1 << 20)
  }
}

extension CurlTransport {
  /// A transport without a proxy, with the system's certificates. Its idle time is so long that
  /// connections stay open even if other tests delay this one.
  static func plain() -> CurlTransport {
    CurlTransport(certificateFile: nil, proxies: .none, idleTime: .seconds(3600))
  }

  /// Sends a request with a long time limit.
  func answer(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await send(request, within: .seconds(60))
  }

  /// Sends a request with a long time limit and returns the response or the failure.
  func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, TransportFailure> {
    do throws(TransportFailure) {
      return .success(try await answer(request))
    } catch {
      return .failure(error)
    }
  }

  /// Sends a request that must fail, and checks that the failure has no secrets.
  func failure(
    _ request: HTTPRequest, within time: Duration = .seconds(60),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> TransportFailure {
    do throws(TransportFailure) {
      let response = try await send(request, within: time)
      Issue.record("answered: \(response)", sourceLocation: sourceLocation)
    } catch {
      var shown = "\(error) \(error.detail)"
      dump(error, to: &shown)
      #expect(!shown.contains(appKey) && !shown.contains(token), sourceLocation: sourceLocation)
      #expect(!error.detail.isEmpty, sourceLocation: sourceLocation)
      return error
    }
    throw TransportFailure(.broken, isSent: true, detail: "there was no failure")
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
