import CCurl
import IAPCore

extension CurlTransfer {
  /// What libcurl's result means for the one who waits.
  func outcome(_ code: CURLcode, words: String, _ proxies: ProxySettings) -> Outcome {
    if code == CURLE_OK, reader.isHeadWhole, let response = reader.response {
      return .success(response)
    }
    let detail = code == CURLE_OK ? "the answer ends in its head" : conceal(words, proxies)
    return .failure(failure(kind(of: code), detail))
  }

  private func kind(of code: CURLcode) -> TransportFailure.Kind {
    if reader.isTooLarge { return .tooLarge }
    return isBegun ? Self.kindOnceBegun(code) : Self.kindBeforeBegin(code)
  }

  /// Where no connection was ready, whatever went wrong left the server out of reach: a proxy that
  /// refuses is reported as a failure to receive.
  private static func kindBeforeBegin(_ code: CURLcode) -> TransportFailure.Kind {
    if trust.contains(code.rawValue) { return .insecure }
    return ability.contains(code.rawValue) ? .unavailable : .unreachable
  }

  private static func kindOnceBegun(_ code: CURLcode) -> TransportFailure.Kind {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    // A line of a head that is longer than libcurl's own bound has had both of the last two.
    case CURLE_FILESIZE_EXCEEDED, tooLarge, CURLE_OUT_OF_MEMORY: .tooLarge
    default: trust.contains(code.rawValue) ? .insecure : .broken
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
