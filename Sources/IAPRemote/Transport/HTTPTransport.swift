/// Sends requests to a server. A mutating request is sent at most once, and a failure tells whether
/// it was sent.
package protocol HTTPTransport: Sendable {
  /// The thread of the transport, where tasks with many requests should run; nil if there is none.
  var taskExecutor: (any TaskExecutor)? { get }

  /// Sends a request and waits for the complete response, with any status.
  ///
  /// Redirects are not followed. The time limit starts with the call and includes connecting.
  func send(
    _ request: HTTPRequest, within time: Duration
  ) async throws(TransportFailure) -> HTTPResponse

  /// Sends a request. Nothing cancels it.
  ///
  /// - Parameter ended: gets what ``send(_:within:)`` would return or throw, on any thread.
  func begin(
    _ request: HTTPRequest, within time: Duration,
    ended: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void)
}

extension HTTPTransport {
  /// The result of ``send(_:within:)`` as a value.
  func answer(
    to request: HTTPRequest, within time: Duration
  ) async -> Result<HTTPResponse, TransportFailure> {
    do throws(TransportFailure) {
      return .success(try await send(request, within: time))
    } catch {
      return .failure(error)
    }
  }

  /// For a transport without a thread.
  package func begin(
    _ request: HTTPRequest, within time: Duration,
    ended: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void
  ) {
    Task { ended(await answer(to: request, within: time)) }
  }
}

/// The headers of a response that iapctl reads. If one is repeated, the last value is used, but each
/// `Retry-After` counts.
package struct HTTPHeaders: Equatable, Sendable {
  package var contentType: String?
  package var date: String?
  /// The values of all these headers, joined by commas.
  package var retryAfter: String?

  package init(contentType: String? = nil, date: String? = nil, retryAfter: String? = nil) {
    (self.contentType, self.date, self.retryAfter) = (contentType, date, retryAfter)
  }
}

/// The response of a server, possibly incomplete.
package struct HTTPResponse: Equatable, Sendable {
  /// The final status, 200 or higher; interim responses (1xx) are skipped.
  package let status: Int
  package let headers: HTTPHeaders
  package let body: [UInt8]

  package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse {
  /// Whether the content type is JSON or missing. Any other type probably does not come from the
  /// IAP server, even if the body is JSON.
  var isTakenForJSON: Bool {
    guard let type = headers.contentType else { return true }
    if type == "application/json" { return true }
    let name = (type.split(separator: ";", omittingEmptySubsequences: false).first ?? "")
      .filter { $0 != " " && $0 != "\t" }.lowercased()
    return name.isEmpty || name == "application/json" || name == "text/json"
      || name.hasSuffix("+json")
  }
}

/// The description does not contain the body, which can contain access tokens.
extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(status), \(body.count) bytes" }
  package var customMirror: Mirror { Mirror(self, children: ["status": status]) }
}
