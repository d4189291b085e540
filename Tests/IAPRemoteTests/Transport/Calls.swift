import IAPCore
import IAPRemote
import Testing

/// What no description, no failure and no proxy may show.
let appKey = "AppKey-that-nobody-may-see"
let token = "token-that-nobody-may-see"

extension HTTPRequest {
  /// A consume, as far as its transport can tell.
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

  /// A list that is asked for with a body.
  static func list(_ url: String) -> HTTPRequest {
    HTTPRequest(
      .post, url, headers: [HTTPHeader("X-Key", Secret(appKey))], body: Array(token.utf8),
      isMutating: false, responseLimit: 1 << 20)
  }
}

extension CurlTransport {
  /// A transport that trusts whom the system trusts and takes no proxy. Its connections last as
  /// long as other tests make this one wait.
  static func plain() -> CurlTransport {
    CurlTransport(certificateFile: nil, proxies: .none, idleTime: .seconds(3600))
  }

  /// Sends a request that can take its time.
  func answer(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await send(request, within: .seconds(60))
  }

  /// Sends a request that can take its time, and says how it ended.
  func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, TransportFailure> {
    do throws(TransportFailure) {
      return .success(try await answer(request))
    } catch {
      return .failure(error)
    }
  }

  /// Sends a request that must fail, and looks whether the failure keeps what is secret.
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
