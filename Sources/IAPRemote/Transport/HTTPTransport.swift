package import IAPCore

/// A request, whole. Nothing in it is shown by accident: what is secret is a ``Secret``.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package let method: Method
  package let url: String
  package let headers: [HTTPHeader]
  package let body: [UInt8]?
  /// Whether it may change something: then its body leaves at most once.
  package let isMutating: Bool
  /// How many bytes of an answer are read at most.
  package let responseLimit: Int

  package init(
    _ method: Method, _ url: String, headers: [HTTPHeader], body: [UInt8]?, isMutating: Bool,
    responseLimit: Int
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.isMutating = isMutating
    self.responseLimit = responseLimit
  }
}

package struct HTTPHeader: Hashable, Sendable {
  package let name: String
  package let value: Secret

  package init(_ name: String, _ value: Secret) {
    self.name = name
    self.value = value
  }
}

package struct HTTPResponse: Hashable, Sendable {
  package let status: Int
  /// By lower-case names.
  package let headers: [String: String]
  package let body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why there is no whole answer.
package struct TransportFailure: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// DNS, refused, no route, a time-out while connecting.
    case unreachable
    /// TLS, or a certificate.
    case insecure
    case timedOut
    /// Reset, ended, cut short, no HTTP.
    case broken
    case tooLarge
    /// The HTTP library cannot be loaded.
    case unavailable
    case cancelled
  }

  package let kind: Kind
  /// False only with proof: not one byte of the body has left.
  package let isSent: Bool
  /// What had come by then, if at least the status had.
  package let response: HTTPResponse?
  package let detail: String

  package init(
    _ kind: Kind, isSent: Bool, response: HTTPResponse? = nil, detail: String
  ) {
    self.kind = kind
    self.isSent = isSent
    self.response = response
    self.detail = detail
  }
}

/// Carries requests.
package protocol HTTPTransport: Sendable {
  /// - Parameter limit: the time for all of it, connecting too.
  func send(
    _ request: HTTPRequest, within limit: Duration
  ) async throws(TransportFailure) -> HTTPResponse
}
