import CCurl
import IAPCore
import Languages
import System
import Text

/// Builds a response from the parts that libcurl delivers, within size limits.
struct ResponseReader {
  /// The maximum total length of the header lines of one call, in bytes.
  static let headLimit = 1 << 16

  /// Whether the response exceeded a size limit. Further data is rejected.
  private(set) var isTooLarge = false
  /// Whether the header is complete. libcurl can report success without it.
  private(set) var isHeadWhole = false

  private let bodyLimit: Int
  private var headSize = 0
  private var status: Int?
  private var headers = HTTPHeaders()
  /// The last header, if it is read.
  private var last: Header?
  /// Whether responses are matched to requests by a stream number (HTTP/2).
  private(set) var isMultiplexed = false
  private var body: [UInt8] = []

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  /// The response received so far; nil before its status line.
  var response: HTTPResponse? {
    guard let status, status >= 200 else { return nil }
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  /// Whether the status is 2xx; false before the status line.
  var isSuccess: Bool { status.map { (200..<300).contains($0) } ?? false }

  /// Adds a header or trailer line; false if the header limit is exceeded.
  mutating func take(line: UnsafeRawBufferPointer) -> Bool {
    headSize += line.count
    guard headSize <= Self.headLimit else {
      isTooLarge = true
      return false
    }
    // Lines after the header are trailers, which iapctl ignores.
    if !isHeadWhole { read(Self.trim(line[...]), folded: line.first) }
    return true
  }

  /// Adds data to the body; false if the body limit is exceeded.
  mutating func take(body piece: UnsafeRawBufferPointer) -> Bool {
    guard piece.count <= bodyLimit - body.count else {
      isTooLarge = true
      return false
    }
    body += piece
    return true
  }

  private mutating func read(_ line: Slice<UnsafeRawBufferPointer>, folded first: UInt8?) {
    if line.isEmpty {
      endHead()
    } else if line.starts(with: "HTTP/".utf8) {
      begin(line)
    } else if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      if let last { headers[keyPath: last]? += " " + String(decoding: line, as: UTF8.self) }
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      last = HTTPHeaders.header(named: line[..<colon])
      guard let last else { return }
      let value = String(decoding: Self.trim(line[(colon + 1)...]), as: UTF8.self)
      let earlier = last == \HTTPHeaders.retryAfter ? headers[keyPath: last] : nil
      headers[keyPath: last] = earlier.map { "\($0), \(value)" } ?? value
    }
  }

  /// A status line: `HTTP/1.1 200 OK`, `HTTP/2 200`.
  private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) {
    let space = UInt8(ascii: " ")
    let code = line.drop { $0 != space }.drop { $0 == space }.prefix { $0 != space }
    let isNumber = code.count == 3 && code.allSatisfy { (0x30...0x39).contains($0) }
    status = isNumber ? code.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    isMultiplexed = !line.starts(with: "HTTP/1".utf8)
    (headers, last) = (HTTPHeaders(), nil)
  }

  /// After an interim response (`100 Continue`), the final one follows.
  private mutating func endHead() {
    if let status, status >= 200 {
      isHeadWhole = true
    } else {
      status = nil
    }
  }

  private static func trim(
    _ line: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    var rest = line.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}

/// Where the value of a header is kept.
private typealias Header = WritableKeyPath<HTTPHeaders, String?>

extension HTTPHeaders {
  /// Nil for a header that is not read.
  ///
  /// - Parameter name: in any case.
  fileprivate static func header(named name: Slice<UnsafeRawBufferPointer>) -> Header? {
    func isNamed(_ known: StaticString) -> Bool {
      name.enumerated().allSatisfy { offset, byte in
        (0x41...0x5A ~= byte ? byte | 0x20 : byte) == known.utf8Start[offset]
      }
    }
    switch name.count {
    case 4 where isNamed("date"): return \HTTPHeaders.date
    case 11 where isNamed("retry-after"): return \HTTPHeaders.retryAfter
    case 12 where isNamed("content-type"): return \HTTPHeaders.contentType
    default: return nil
    }
  }
}

/// The result of a finished transfer.
struct CurlResult {
  let code: CURLcode
  let words: String
  /// The last error of its sockets; 0 if there was none.
  let socketError: SystemError
  /// Whether the name of the host, or of the proxy, was resolved.
  let isResolved: Bool

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
        ? "it is longer than \(request.responseLimit) bytes"
        : translatable("its header is too long")
    }
    if hasEarlyData { return translatable("it sent data before the request") }
    return switch code {
    case CURLE_OK: translatable("the answer ends in its header")
    case CURLE_SEND_FAIL_REWIND, CURLE_ABORTED_BY_CALLBACK, CURLE_GOT_NOTHING:
      translatable("the connection was closed before an answer")
    default: nil
    }
  }

  private func kind(of result: CurlResult) -> TransportFailure.Kind {
    if reader.isTooLarge { return .tooLarge }
    if hasEarlyData, !isSent { return .unreachable }
    return isBegun ? Self.kindOnceBegun(result.code) : Self.kindBeforeBegin(result)
  }

  /// Before a connection is ready, every failure means that the server was not reached. For
  /// example, libcurl reports a refusing proxy as a receive error, and a reset during the handshake
  /// as a TLS error.
  private static func kindBeforeBegin(_ result: CurlResult) -> TransportFailure.Kind {
    if result.code == CURLE_SSL_CONNECT_ERROR && result.socketError.isReset { return .unreachable }
    if trust.contains(result.code.rawValue) { return .insecure }
    if !result.isResolved, unresolved.contains(result.code.rawValue) { return .unresolved }
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

  /// Results of a lookup of the host's name that failed or took too long.
  private static let unresolved = Set(
    [CURLE_COULDNT_RESOLVE_HOST, CURLE_OPERATION_TIMEDOUT].map(\.rawValue))

  /// Results that mean that libcurl or this process lacks a feature or memory.
  private static let ability = Set(
    [
      CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_FUNCTION_NOT_FOUND, CURLE_OUT_OF_MEMORY,
      CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION, CURLE_UNSUPPORTED_PROTOCOL,
    ].map(\.rawValue))

  /// Removes secrets: libcurl's messages can quote a proxy URL with its password.
  private func conceal(_ words: String, _ proxies: ProxySettings) -> String {
    var secrets = request.headers.filter(\.isSecret).map { Secret($0.text) }
    // Short secrets are not replaced, because a few letters occur in many words, and libcurl does
    // not quote headers.
    secrets.removeAll { $0.revealed.utf8.count < 4 }
    guard let proxy = proxies.proxy, !proxy.revealed.isEmpty else {
      return Redactor(secrets).redacted(words)
    }
    let userInfo = proxy.revealed.split(separator: "@").dropLast().joined(separator: "@")
    let login = String(userInfo.split(separator: "/").last ?? "")
    let password = String(login.split(separator: ":", maxSplits: 1).last ?? "")
    secrets += [Secret(login), Secret(password)]
    // The name of the proxy, which is a part of its URL, is no secret.
    let clean = words.replacing(proxy.revealed, with: proxy.description)
    return Redactor(secrets).redacted(clean)
  }
}
