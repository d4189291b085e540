/// Sends requests to a server. A mutating request is sent at most once, and a failure tells whether
/// it was sent.
package protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the complete response, with any status.
  ///
  /// Redirects are not followed. The time limit starts with the call and includes connecting.
  func send(
    _ request: HTTPRequest, within time: Duration
  ) async throws(TransportFailure) -> HTTPResponse
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
}
