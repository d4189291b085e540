import CCurl
import IAPCore
import System

/// What libcurl says of a transfer that is over.
struct CurlResult {
  let code: CURLcode
  let words: String
  /// The last of its sockets' errors, if there was one.
  let socketError: SystemError

  /// Whether no connection can be made for want of files. libcurl has other words for it: no host
  /// of that name, no certificates.
  static var isOutOfFiles: Bool {
    OpenFiles.room(for: OpenFiles.ofConnection) < OpenFiles.ofConnection
  }
}

extension CurlTransfer {
  /// What libcurl's result means for the one who waits.
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

  /// What libcurl has no words for that would mean something to a person; else nil.
  private func ownWords(for code: CURLcode, _ kind: TransportFailure.Kind) -> String? {
    if kind == .tooLarge {
      // What promises too much is refused before its head has come to its end.
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

  /// Where no connection was ready, whatever went wrong left the server out of reach: a proxy that
  /// refuses is reported as a failure to receive, a reset in the handshake as one of TLS.
  private static func kindBeforeBegin(_ result: CurlResult) -> TransportFailure.Kind {
    if result.code == CURLE_SSL_CONNECT_ERROR && result.socketError.isReset { return .unreachable }
    if trust.contains(result.code.rawValue) { return .insecure }
    return ability.contains(result.code.rawValue) ? .unavailable : .unreachable
  }

  /// libcurl may have gone on to another connection, and failed to make it: that the first was lost
  /// is what counts.
  private static func kindOnceBegun(_ code: CURLcode) -> TransportFailure.Kind {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    // A line of a head that is longer than libcurl's own bound has had both of the last two.
    case CURLE_FILESIZE_EXCEEDED, tooLarge, CURLE_OUT_OF_MEMORY: .tooLarge
    default: .broken
    }
  }

  /// CURLE_TOO_LARGE, which the headers know from 8.6 on.
  private static let tooLarge = CURLcode(rawValue: 100)

  /// The results that say that the other end, or the way to it, is not to be trusted.
  private static let trust = Set(
    [
      CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
      CURLE_USE_SSL_FAILED,
    ].map(\.rawValue))

  /// The results that say that this libcurl, or this process, cannot do it.
  private static let ability = Set(
    [
      CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_FUNCTION_NOT_FOUND, CURLE_OUT_OF_MEMORY,
      CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION, CURLE_UNSUPPORTED_PROTOCOL,
    ].map(\.rawValue))

  /// libcurl quotes what it was given: a proxy's URL among it, with its password.
  private func conceal(_ words: String, _ proxies: ProxySettings) -> String {
    var secrets = request.headers.compactMap { header in
      if case .secret(let secret) = header.value { secret } else { nil }
    }
    // A few letters are in every other word; libcurl does not quote headers.
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
