/// Why there is no whole answer, and whether the request may have arrived all the same.
package struct TransportFailure: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    /// No connection was made, in time or at all: no such name, refused, no route, no address. No
    /// part of the request was sent.
    case unreachable
    /// No connection that can be trusted was made, or the URL asks for none. No part of the request
    /// was sent.
    case insecure
    /// There was a connection, and no whole answer in time.
    case timedOut
    /// There was a connection, and it was reset, ended early, or spoke no HTTP.
    case broken
    /// The answer is longer than it may be.
    case tooLarge
    /// libcurl cannot be loaded or cannot do what is needed.
    case unavailable
    /// No more connections can be opened: this process, or the system, has too many files open.
    case outOfFiles
    /// The task that waits was cancelled.
    case cancelled
  }

  package let kind: Kind
  /// False only with proof: not one byte of the body left this process (of a request without body,
  /// not one byte of the request).
  package let isSent: Bool
  /// What had come, if the status had: then the status decides, whatever went wrong after it.
  package let response: HTTPResponse?
  /// For people. Holds no secret of the request, but names that others chose may be in it.
  package let detail: String

  package init(_ kind: Kind, isSent: Bool, response: HTTPResponse? = nil, detail: String) {
    self.kind = kind
    self.isSent = isSent
    self.response = response
    self.detail = detail
  }

  static func outOfFiles(isSent: Bool) -> TransportFailure {
    TransportFailure(.outOfFiles, isSent: isSent, detail: "too many open files")
  }
}
