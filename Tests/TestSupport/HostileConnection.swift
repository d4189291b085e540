/// The server side of a connection. Only the thread that serves it may use it.
package final class HostileConnection {
  /// Counted from 1.
  package let number: Int
  let socket: TestSocket
  private let log: HostileServer.Log
  private var rest: [UInt8] = []

  init(number: Int, socket: TestSocket, log: HostileServer.Log) {
    self.number = number
    self.socket = socket
    self.log = log
  }

  @discardableResult
  package func head() throws -> String {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let found = rest.firstRange(of: end) {
        let head = String(decoding: rest[..<found.upperBound], as: UTF8.self)
        rest.removeSubrange(..<found.upperBound)
        log.state.withLock { $0.heads.append(head) }
        return head
      }
      rest += try read()
    }
  }

  /// Reads the next request to its end and records it as a hit.
  @discardableResult
  package func request() throws -> HostileServer.Hit {
    let lines = try head().split(separator: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(line[colon...].dropFirst(2))
    }
    let length = Int(headers["content-length"] ?? "0") ?? 0
    while rest.count < length { rest += try read() }
    let hit = HostileServer.Hit(
      connection: number, method: words[0], target: words[1], headers: headers,
      body: String(decoding: rest.prefix(length), as: UTF8.self))
    rest.removeFirst(length)
    log.state.withLock { $0.hits.append(hit) }
    return hit
  }

  /// Waits for the first bytes of the body.
  package func waitForBody() throws { while rest.isEmpty { rest += try read() } }

  /// Reads the bytes that arrive; throws at the end of the connection.
  package func read() throws -> [UInt8] {
    let bytes = try socket.read()
    log.state.withLock { $0.received += bytes }
    return bytes
  }

  package func write(_ text: String) throws { try socket.write(text.utf8) }

  /// Sends a complete response with a Content-Length.
  package func answer(
    _ status: String = "200 OK", headers: [String] = [], _ body: String = "{}"
  ) throws {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)"]
    try write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// Reads without responding until the client closes the connection.
  package func waitForEnd() throws { while true { _ = try read() } }

  /// Resets the connection.
  package func reset() { socket.reset() }

  /// Closes the connection. When this returns, the client can see it.
  package func closeConnection() { socket.closeConnection() }
}
