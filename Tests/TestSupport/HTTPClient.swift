import CLibrary
package import System

/// A raw HTTP connection to a server on this machine. It sends exactly the given bytes.
package final class HTTPConnection: Sendable {
  /// A response as it arrived.
  package struct Answer: Equatable, Sendable {
    package let status: Int
    /// Headers by name in lower case.
    package let headers: [String: String]
    package let body: String
  }

  private let number: Int32

  /// - Parameter host: a numeric address.
  package init(host: String = "127.0.0.1", port: Int) throws(SystemError) {
    let isIPv6 = host.contains(":")
    number = socket(isIPv6 ? AF_INET6 : AF_INET, streamSocket, 0)
    guard number >= 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0,
      (isIPv6 ? Self.connect6(number, host, port) : Self.connect4(number, host, port)) == 0
    else { throw SystemError.last }
    // If nothing arrives, the test fails instead of hanging.
    var patience = timeval(tv_sec: 600, tv_usec: 0)
    setsockopt(
      number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(number) }

  private static func connect4(_ number: Int32, _ host: String, _ port: Int) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func connect6(_ number: Int32, _ host: String, _ port: Int) -> Int32 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = in_port_t(port).bigEndian
    inet_pton(AF_INET6, host, &address.sin6_addr)
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }

  #if os(Linux)
    private static let quiet = Int32(MSG_NOSIGNAL)
  #else
    private static let quiet: Int32 = 0
  #endif

  /// Sends bytes. An error is ignored if the server has closed the connection.
  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        sendto(
          number, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Self.quiet, nil, 0)
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Closes the sending side of the connection.
  package func finish() { _ = shutdown(number, Int32(SHUT_WR)) }

  /// The next response, or nil if the connection ends before it is complete.
  ///
  /// - Parameter hasBody: false for the answer to HEAD.
  package func answer(hasBody: Bool = true) -> Answer? {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
      guard let byte = read(1)?.first else { return nil }
      head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first?.split(separator: " "), first.count > 1,
      let status = Int(first[1])
    else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    let length = hasBody ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
    var body: [UInt8] = []
    while body.count < length {
      guard let more = read(length - body.count) else { return nil }
      body += more
    }
    return Answer(
      status: status, headers: headers, body: String(decoding: body, as: UTF8.self))
  }

  /// Everything until the server closes the connection.
  package func rest() -> String {
    var bytes: [UInt8] = []
    while let more = read(4096) { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The next bytes; nil at the end.
  private func read(_ most: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = recv(number, &bytes, most, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}

extension HTTPConnection {
  package static func request(
    _ method: String, _ path: String, body: String? = nil,
    headers: [String: String] = ["Content-Type": "application/json"]
  ) -> String {
    var all = ["Host": "localhost"]
    all.merge(headers) { $1 }
    if let body { all["Content-Length"] = String(body.utf8.count) }
    let lines = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body ?? "")"
  }
}
