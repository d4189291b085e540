package import IAPCore

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

/// One HTTP request. The caller chooses its content; the transport chooses connection and security
/// settings.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package let method: Method
  /// Absolute, without user info: `https`, or `http` to a loopback host.
  package let url: String
  package let headers: [HTTPHeader]
  /// Sent with POST only.
  package let body: [UInt8]?
  /// Whether the request changes something on the server. Such a request is never sent twice. Other
  /// requests are sent again if a reused connection turns out to be closed.
  package let isMutating: Bool
  /// The maximum length of the response body in bytes.
  package let responseLimit: Int

  package init(
    _ method: Method, _ url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
    isMutating: Bool, responseLimit: Int
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.isMutating = isMutating
    self.responseLimit = responseLimit
  }

  /// The same request with another value of a header.
  ///
  /// - Parameters:
  ///   - header: a header as it is described.
  ///   - other: one of the same name.
  func replacing(_ header: String, with other: String) -> HTTPRequest {
    HTTPRequest(
      method, url,
      headers: headers.map {
        "\($0)" == header ? HTTPHeader($0.name, String(other.dropFirst($0.name.count + 2))) : $0
      }, body: body, isMutating: isMutating, responseLimit: responseLimit)
  }

  /// The same request with another ``responseLimit``.
  func limited(to limit: Int) -> HTTPRequest {
    HTTPRequest(
      method, url, headers: headers, body: body, isMutating: isMutating, responseLimit: limit)
  }
}

/// A header of a request.
package struct HTTPHeader: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case plain(String)
    /// A value that must not appear in traces and errors.
    case secret(Secret)
  }

  package let name: String
  package let value: Value

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = .plain(value)
  }

  package init(_ name: String, _ value: Secret) {
    self.name = name
    self.value = .secret(value)
  }
}

extension HTTPHeader: CustomStringConvertible {
  package var description: String {
    switch value {
    case .plain(let text): "\(name): \(text)"
    case .secret(let secret): "\(name): \(secret)"
    }
  }
}

/// The description does not contain the body, which can contain access tokens.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(method.rawValue) \(url), \(body?.count ?? 0) bytes" }
  package var customMirror: Mirror { Mirror(self, children: ["headers": headers]) }
}

/// The response of a server, possibly incomplete.
package struct HTTPResponse: Equatable, Sendable {
  /// The final status, 200 or higher; interim responses (1xx) are skipped.
  package let status: Int
  /// By lower-case name. If a header is repeated, the last value is used; lists are joined.
  package let headers: [String: String]
  package let body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse {
  /// Whether the content type is JSON or missing. Any other type probably does not come from the
  /// IAP server, even if the body is JSON.
  var isTakenForJSON: Bool {
    guard let type = headers["content-type"] else { return true }
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
