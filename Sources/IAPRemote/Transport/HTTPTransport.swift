/// What carries requests to a server: each of them once, or not at all, and says which.
package protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer, whatever its status.
  ///
  /// Redirects are answers. The time counts from the call and includes connecting.
  func send(
    _ request: HTTPRequest, within time: Duration
  ) async throws(TransportFailure) -> HTTPResponse
}

extension HTTPTransport {
  /// What became of a request, as a value.
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
