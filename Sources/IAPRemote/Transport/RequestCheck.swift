import CCurl
import IAPCore
import System

/// Safety checks for every request before it is sent.
struct RequestCheck {
  /// Whether the connection will be encrypted.
  let isSecure: Bool

  /// Parses the URL with libcurl's parser, which also makes the connection, so that both agree.
  init(_ request: HTTPRequest, _ library: CurlLibrary) throws(TransportFailure) {
    guard request.url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw Self.refusal(.unreachable, "the URL contains a space or a control character")
    }
    let scheme = try Self.part(CURLUPART_SCHEME, of: request.url, library)
    let host = try Self.part(CURLUPART_HOST, of: request.url, library) ?? ""
    guard try Self.part(CURLUPART_USER, of: request.url, library) == nil else {
      throw Self.refusal(.unreachable, "the URL contains a user name")
    }
    switch scheme {
    case "https": isSecure = true
    case "http" where Self.isLoopback(host): isSecure = false
    default: throw Self.refusal(.insecure, "plain http is allowed only to this machine")
    }
    for header in request.headers { try Self.check(header) }
  }

  private static func refusal(_ kind: TransportFailure.Kind, _ detail: String) -> TransportFailure {
    TransportFailure(kind, isSent: false, detail: detail)
  }

  /// A part of the URL; nil if it is missing.
  private static func part(
    _ part: CURLUPart, of url: String, _ library: CurlLibrary
  ) throws(TransportFailure) -> String? {
    var text = [CChar](repeating: 0, count: 1024)
    switch iapctl_curl_url_part(library.table, url, part, &text, text.count) {
    case CURLUE_OK: return String(upToZero: text)
    case CURLUE_NO_USER: return nil
    case CURLUE_NO_HOST where part == CURLUPART_HOST: return nil
    default: throw refusal(.unreachable, "invalid URL")
    }
  }

  /// libcurl's parser has normalised the address: `127.1` is `127.0.0.1`.
  private static func isLoopback(_ host: String) -> Bool {
    host == "[::1]" || Loopback.contains(host)
  }

  /// Rejects line breaks and other control characters, which could add another header.
  private static func check(_ header: HTTPHeader) throws(TransportFailure) {
    let isName = header.name.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";")
    }
    let isValue = header.text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isName, !header.name.isEmpty, isValue else {
      throw refusal(.broken, "a header contains an invalid character")
    }
  }
}
