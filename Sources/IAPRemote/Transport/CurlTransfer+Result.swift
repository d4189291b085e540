import CCurl
import IAPCore
import System

/// The result of a finished transfer.
struct CurlResult {
  let code: CURLcode
  let words: String
  /// The last error of its sockets; 0 if there was none.
  let socketError: SystemError

  /// Whether the process has reached its limit of open files. libcurl reports that as other errors,
  /// such as an unknown host or missing certificates.
  static var isOutOfFiles: Bool {
    OpenFiles.room(for: OpenFiles.ofConnection) < OpenFiles.ofConnection
  }
}

extension CurlTransfer {
  /// The outcome of the transfer for the caller.
  func outcome(_ result: CurlResult, _ proxies: ProxySettings) -> Outcome {
    let isDone = result.code == CURLE_OK
    if isDone, reader.isHeadWhole, let response = reader.response { return .success(response) }
    if !isBegun, result.socketError.isOutOfFiles || CurlResult.isOutOfFiles {
      return .failure(.outOfFiles(isSent: isSent))
    }
    let kind = kind(of: result)
    let words = ownWords(for: result.code, kind) ?? conceal(result.words, proxies)
    return .failure(failure(kind, words))
  }

  /// iapctl's own message, if libcurl's message does not explain the failure; else nil.
  private func ownWords(for code: CURLcode, _ kind: TransportFailure.Kind) -> String? {
    if kind == .tooLarge {
      // libcurl rejects a too large Content-Length before the end of the header.
      return reader.isHeadWhole || code == CURLE_FILESIZE_EXCEEDED
        ? "it is longer than \(request.responseLimit) bytes" : "its header is too long"
    }
    if isConnectionSoiled { return "it sent data before the request" }
    return switch code {
    case CURLE_OK: "the answer ends in its header"
    case CURLE_SEND_FAIL_REWIND, CURLE_ABORTED_BY_CALLBACK:
      "the connection was closed; the request may have arrived and is not sent again"
    default: nil
    }
  }

  private func kind(of result: CurlResult) -> TransportFailure.Kind {
    if reader.isTooLarge { return .tooLarge }
    if isConnectionSoiled, !isSent { return .unreachable }
    return isBegun ? Self.kindOnceBegun(result.code) : Self.kindBeforeBegin(result)
  }

  /// Before a connection is ready, every failure means that the server was not reached. For
  /// example, libcurl reports a refusing proxy as a receive error, and a reset during the handshake
  /// as a TLS error.
  private static func kindBeforeBegin(_ result: CurlResult) -> TransportFailure.Kind {
    if result.code == CURLE_SSL_CONNECT_ERROR && result.socketError.isReset { return .unreachable }
    if trust.contains(result.code.rawValue) { return .insecure }
    return ability.contains(result.code.rawValue) ? .unavailable : .unreachable
  }

  /// The kind of failure after the request began. libcurl may have tried another connection, but
  /// only the loss of the first one matters.
  private static func kindOnceBegun(_ code: CURLcode) -> TransportFailure.Kind {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    // libcurl reports a header line over its own limit as one of the last two codes.
    case CURLE_FILESIZE_EXCEEDED, tooLarge, CURLE_OUT_OF_MEMORY: .tooLarge
    default: .broken
    }
  }

  /// CURLE_TOO_LARGE, which exists in the headers of libcurl 8.6 and newer.
  private static let tooLarge = CURLcode(rawValue: 100)

  /// Results that mean that the server or the proxy cannot be trusted.
  private static let trust = Set(
    [
      CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
      CURLE_USE_SSL_FAILED,
    ].map(\.rawValue))

  /// Results that mean that libcurl or this process lacks a feature or memory.
  private static let ability = Set(
    [
      CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_FUNCTION_NOT_FOUND, CURLE_OUT_OF_MEMORY,
      CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION, CURLE_UNSUPPORTED_PROTOCOL,
    ].map(\.rawValue))

  /// Removes secrets: libcurl's messages can quote a proxy URL with its password.
  private func conceal(_ words: String, _ proxies: ProxySettings) -> String {
    var secrets = request.headers.compactMap { header in
      if case .secret(let secret) = header.value { secret } else { nil }
    }
    // Short secrets are not replaced, because a few letters occur in many words, and libcurl does
    // not quote headers.
    secrets.removeAll { $0.revealed.utf8.count < 4 }
    if let proxy = proxies.proxy {
      secrets.append(proxy)
      let userInfo = proxy.revealed.split(separator: "@").dropLast().joined(separator: "@")
      secrets.append(Secret(String(userInfo.split(separator: "/").last ?? "")))
    }
    return secrets.reduce(words) {
      $1.revealed.isEmpty ? $0 : $0.replacing($1.revealed, with: $1.description)
    }
  }
}
