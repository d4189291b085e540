import IAPCore

/// Why there is no complete response, and whether the request may have arrived.
package struct TransportFailure: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    /// The name of the host was not resolved. No part of the request was sent.
    case unresolved
    /// No connection was made: refused, no route, or timeout. No part of the request was sent.
    case unreachable
    /// The connection is not trusted, or the URL asks for plain `http`. No part of the request was
    /// sent.
    case insecure
    /// A connection was made, but the response did not arrive in time.
    case timedOut
    /// A connection was made, but it was reset, ended early, or did not use HTTP.
    case broken
    /// The response exceeds its size limit.
    case tooLarge
    /// libcurl cannot be loaded or cannot do what is needed.
    case unavailable
    /// No connection can be opened, because this process or the system has too many open files.
    case outOfFiles
    /// The thread that sends requests cannot be started.
    case outOfThreads
    /// The waiting task was cancelled.
    case cancelled
  }

  package let kind: Kind
  /// False only if it is certain that no byte of the body (or, without a body, of the request) was
  /// sent.
  package let isSent: Bool
  /// The incomplete response; nil before its status line. Its status has precedence over the
  /// failure.
  package let response: HTTPResponse?
  /// A message for people. It contains no secret of the request, but may contain text of the
  /// server.
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

extension Redactor {
  func redacted(_ failure: TransportFailure) -> TransportFailure {
    TransportFailure(
      failure.kind, isSent: failure.isSent, response: failure.response,
      detail: redacted(failure.detail))
  }
}
