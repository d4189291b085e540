extension HostileServer {
  /// What a server does on each connection. The connection is closed when `run` returns.
  package struct Behaviour: Sendable {
    let run: @Sendable (HostileConnection) throws -> Void

    package init(_ run: @escaping @Sendable (HostileConnection) throws -> Void) { self.run = run }
  }
}

extension HostileServer.Behaviour {
  /// Responds to every request.
  package static func answering(
    _ status: String = "200 OK", headers: [String] = [], _ body: String = "{}"
  ) -> Self {
    Self { connection in
      while true {
        try connection.request()
        try connection.answer(status, headers: headers, body)
      }
    }
  }

  /// Responds to every request with exactly these bytes, and closes.
  package static func raw(_ bytes: String) -> Self {
    Self { connection in
      try connection.request()
      try connection.write(bytes)
    }
  }

  package static let closingAtOnce = Self { _ in }

  package static let resettingAtOnce = Self { $0.reset() }

  package static let closingAfterHead = Self { try $0.head() }

  package static let closingAfterBody = Self { try $0.request() }

  package static let resettingAfterBody = Self { connection in
    try connection.request()
    connection.reset()
  }

  /// On the first connection it responds to the first request only, to `/first`. On other
  /// connections it responds to every request.
  package static func dyingAfterSecondBody(abruptly: Bool = false) -> Self {
    Self { connection in
      while true {
        let request = try connection.request()
        if connection.number == 1 && request.target != "/first" {
          if abruptly { connection.reset() }
          return
        }
        try connection.answer()
      }
    }
  }

  /// Responds to each request, and sends a second response when the test asks for it.
  ///
  /// - Parameter answer: the body of the first response.
  package static func answeringTwice(
    _ extra: ExtraAnswer, _ answer: @escaping @Sendable (HostileServer.Hit) -> String
  ) -> Self {
    Self { connection in
      while true {
        try connection.answer("200 OK", answer(try connection.request()))
        try extra.waitForTurn()
        try connection.answer("200 OK", extra.body)
        extra.setSent()
      }
    }
  }

  /// Responds when the first bytes of the body have arrived, before all of it.
  package static func answeringEarly(_ status: String, _ body: String) -> Self {
    Self { connection in
      try connection.head()
      try connection.waitForBody()
      try connection.answer(status, body)
      try connection.waitForEnd()
    }
  }

  /// Accepts connections and sends nothing.
  package static let silent = Self { try $0.waitForEnd() }

  /// Reads a request and never responds.
  package static let mute = Self { connection in
    try connection.request()
    try connection.waitForEnd()
  }

  /// Sends the response slowly, and never completes it.
  package static let dripping = Self { connection in
    try connection.request()
    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    repeat {
      try connection.write(" ")
    } while TestSocket.readable([connection.socket], within: 50).isEmpty
  }

  /// Sends 10 GiB in chunks.
  package static let endless = Self { connection in
    try connection.request()
    try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
    for _ in 0..<(10 << 30) / 0x10000 { try connection.write(chunk) }
  }

  /// Sends a header section without an end.
  package static func endlessHead(_ line: String) -> Self {
    Self { connection in
      try connection.request()
      try connection.write("HTTP/1.1 200 OK\r\n")
      for _ in 0..<1 << 20 { try connection.write(line) }
    }
  }

  /// Sends `100 Continue` before every response.
  package static let continuing = Self { connection in
    while true {
      try connection.request()
      try connection.write("HTTP/1.1 100 Continue\r\nRetry-After: 1\r\n\r\n")
      try connection.answer()
    }
  }

  /// A proxy that connects to the requested port on this machine.
  package static let tunnel = Self { connection in
    let authority = try connection.head().split(separator: " ")[1]
    guard let port = Int(authority.split(separator: ":").last ?? "") else { return }
    let server = try TestSocket.connected(to: port)
    defer { server.close() }
    try connection.write("HTTP/1.1 200 Connected\r\nRetry-After: 1\r\n\r\n")
    let ends = [connection.socket, server]
    while true {
      for end in TestSocket.readable(ends, within: 60_000) {
        if end === server {
          try connection.socket.write(try server.read())
        } else {
          try server.write(try connection.read())
        }
      }
    }
  }
}
