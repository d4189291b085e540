extension HostileServer {
  /// What a server does with each connection. The connection is closed at its end.
  package struct Behaviour: Sendable {
    let run: @Sendable (HostileConnection) throws -> Void

    package init(_ run: @escaping @Sendable (HostileConnection) throws -> Void) { self.run = run }
  }
}

extension HostileServer.Behaviour {
  /// Answers every request.
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

  /// Answers every request with the bytes as they are, and closes.
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

  /// The first request of the first connection is answered, and the next one on it is not; those of
  /// other connections are.
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

  /// Answers each request, and sends one more answer, that no request has asked for, when the test
  /// has the first.
  ///
  /// - Parameter answer: the body of the answer to a request.
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

  /// Answers when the first of the body has come, before all of it.
  package static func answeringEarly(_ status: String, _ body: String) -> Self {
    Self { connection in
      try connection.head()
      try connection.waitForBody()
      try connection.answer(status, body)
      try connection.waitForEnd()
    }
  }

  /// Accepts and never says anything.
  package static let silent = Self { try $0.waitForEnd() }

  /// Reads the request and never answers.
  package static let mute = Self { connection in
    try connection.request()
    try connection.waitForEnd()
  }

  /// Never stops answering, and never gets far.
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

  /// Sends a head that does not end.
  package static func endlessHead(_ line: String) -> Self {
    Self { connection in
      try connection.request()
      try connection.write("HTTP/1.1 200 OK\r\n")
      for _ in 0..<1 << 20 { try connection.write(line) }
    }
  }

  /// Announces every answer.
  package static let continuing = Self { connection in
    while true {
      try connection.request()
      try connection.write("HTTP/1.1 100 Continue\r\nX-Interim: 1\r\n\r\n")
      try connection.answer()
    }
  }

  /// A proxy that connects to the port it is asked for, on this machine.
  package static let tunnel = Self { connection in
    let authority = try connection.head().split(separator: " ")[1]
    guard let port = Int(authority.split(separator: ":").last ?? "") else { return }
    let server = try TestSocket.connected(to: port)
    defer { server.close() }
    try connection.write("HTTP/1.1 200 Connected\r\n\r\n")
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
