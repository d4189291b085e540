import IAPCore
import IAPRemote
import TestSupport
import Testing

/// Failures after which it is certain that nothing was sent.
struct NotSendingTests {
  private let transport = CurlTransport.plain()

  private func expectNotSent(
    _ url: String, _ kind: TransportFailure.Kind, within time: Duration = .seconds(60),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for request in [HTTPRequest.consume(url), .query(url)] {
      let failure = try await transport.failure(
        request, within: time, sourceLocation: sourceLocation)
      #expect(failure.kind == kind, "\(failure.detail)", sourceLocation: sourceLocation)
      #expect(!failure.isSent, sourceLocation: sourceLocation)
      #expect(failure.response == nil, sourceLocation: sourceLocation)
    }
  }

  @Test
  func `Nothing is sent if the connection is refused`() async throws {
    let listener = try TestSocket.listening()
    let port = try listener.port()
    listener.close()
    try await expectNotSent("http://127.0.0.1:\(port)/", .unreachable)
  }

  @Test
  func `Nothing is sent if the host name is unknown`() async throws {
    // To libcurl, the second one has the host 'path'.
    for url in ["https://no-such-host.invalid/", "https:///path"] {
      try await expectNotSent(url, .unresolved, within: .seconds(3))
    }
  }

  #if os(Linux)
    /// The queue of the listening socket is full, and no connection is accepted from it.
    @Test
    func `Nothing is sent if the connection is not accepted`() async throws {
      let listener = try TestSocket.listening(backlog: 0)
      let port = try listener.port()
      let waiting = try (0..<4).map { _ in try TestSocket.connecting(to: port) }
      try await expectNotSent(
        "http://127.0.0.1:\(port)/", .unreachable, within: .milliseconds(200))
      waiting.forEach { $0.close() }
    }
  #endif

  @Test
  func `Nothing is sent if the TLS handshake gets no response`() async throws {
    let server = try HostileServer(.silent)
    try await expectNotSent(
      server.url(scheme: "https"), .unreachable, within: .milliseconds(500))
  }

  @Test
  func `Nothing is sent if the TLS handshake is reset`() async throws {
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        _ = try connection.read()
        connection.reset()
      })
    try await expectNotSent(server.url(scheme: "https"), .unreachable)
  }

  @Test
  func `Nothing is sent if the server does not support TLS`() async throws {
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        _ = try connection.read()
        try connection.write("HTTP/1.1 400 Plain\r\nContent-Length: 0\r\n\r\n")
      })
    try await expectNotSent(server.url(scheme: "https"), .insecure)
    #expect(!server.received.contains(appKey))
  }

  @Test(arguments: [
    "http://192.0.2.1/", "http://api.example/", "http://127.0.0.1.example/", "http://[::2]/",
    "http://0.0.0.0/", "ftp://127.0.0.1/", "file:///etc/passwd", "http://127.1.example/",
  ])
  func `Nothing is sent over plain HTTP to another machine`(_ url: String) async throws {
    try await expectNotSent(url, .insecure)
  }

  @Test(arguments: [
    "", "https://", "http://user@127.0.0.1/", "https://user:word@127.0.0.1/",
    "https://127.0.0.1:99999/", "https://127.0.0.1/a b", "https://127.0.0.1/\r\nX: y",
    "https://127.0.0.1/\0",
  ])
  func `Nothing is sent to an invalid URL`(_ url: String) async throws {
    try await expectNotSent(url, .unreachable)
  }

  @Test(arguments: [
    ("X", "a\r\nY: b"), ("X", "a\nb"), ("X", "a\0b"), ("X", "a\u{7F}"), ("X: a\r\nY", "b"),
    ("", "a"),
    ("a b", "c"),
  ])
  func `Nothing is sent if a header contains a line break or has an invalid name`(
    _ name: String, _ value: String
  ) async throws {
    let server = try HostileServer(.answering())
    let request = HTTPRequest(
      .get, server.url(), headers: [HTTPHeader(name, Secret(value))], isMutating: false,
      responseLimit: 9)
    let failure = try await transport.failure(request)
    #expect(failure.kind == .broken && !failure.isSent)
    #expect(server.connections == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `Nothing is sent if no time is left`(_ time: Duration) async throws {
    try await expectNotSent("http://127.0.0.1/", .timedOut, within: time)
  }

  @Test
  func `Nothing is sent if libcurl is missing`() async throws {
    let transport = CurlTransport(
      certificateFile: nil, proxies: .none, libraries: ["libnothing.so.9", "libmissing.so"])
    let failure = try await transport.failure(.consume("http://127.0.0.1/"))
    #expect(failure.kind == .unavailable && !failure.isSent)
    #expect(failure.detail.contains("libnothing.so.9"))
    #expect(failure.detail.contains("libmissing.so"))
    #expect(failure.detail.contains("install"))
  }

  @Test
  func `Nothing is sent if the library is not libcurl`() async throws {
    #if canImport(Darwin)
      let name = "libsqlite3.dylib"
    #else
      let name = "libsqlite3.so.0"
    #endif
    let transport = CurlTransport(certificateFile: nil, proxies: .none, libraries: [name])
    let failure = try await transport.failure(.consume("http://127.0.0.1/"))
    #expect(failure.kind == .unavailable && !failure.isSent)
    #expect(failure.detail.contains("\(name): lacks curl_"))
  }
}
