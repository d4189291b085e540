package import IAPCore

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
  package var headers: [HTTPHeader]
  /// Sent with POST only.
  package let body: [UInt8]?
  /// Whether the request changes something on the server. Such a request is never sent twice. Other
  /// requests are sent again if a reused connection turns out to be closed.
  package let isMutating: Bool
  /// The maximum length of the response body in bytes.
  package var responseLimit: Int

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

package struct HTTPHeader: Hashable, Sendable {
  package let name: String
  /// The value as it is sent.
  package let text: String
  /// Whether the value must not appear in traces and errors.
  let isSecret: Bool

  package init(_ name: String, _ text: String) {
    (self.name, self.text, isSecret) = (name, text, false)
  }

  package init(_ name: String, _ secret: Secret) {
    (self.name, text, isSecret) = (name, secret.revealed, true)
  }
}

extension HTTPHeader: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(name): \(isSecret ? Secret(text).description : text)" }
  package var customMirror: Mirror { Mirror(self, children: ["header": description]) }
}

/// The description does not contain the body, which can contain access tokens.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(method.rawValue) \(url), \(body?.count ?? 0) bytes" }
  package var customMirror: Mirror { Mirror(self, children: ["headers": headers]) }
}
