package import IAPCore

/// One request, ready to be sent: what it says is the caller's affair, how it travels the
/// transport's.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package let method: Method
  /// Absolute and without user info: `https`, or `http` to a loopback host.
  package let url: String
  package let headers: [HTTPHeader]
  /// Sent by POST alone.
  package let body: [UInt8]?
  /// Whether it changes something where it arrives. Such a request is never begun twice; others may
  /// be, where a connection that was kept open turns out to be dead.
  package let isMutating: Bool
  /// How many bytes of body the answer may have.
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
}

/// A line of a request's head.
package struct HTTPHeader: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case plain(String)
    /// What no trace and no error may show.
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

/// A body can hold tokens: none of these ways to look at a request shows it.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(method.rawValue) \(url), \(body?.count ?? 0) bytes" }
  package var customMirror: Mirror { Mirror(self, children: ["headers": headers]) }
}
