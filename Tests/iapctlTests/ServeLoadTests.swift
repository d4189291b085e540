import CLibrary
import System
import TestSupport
import Testing

@Suite(.blocking)
struct ServeLoadTests: ServesStores {
  /// Clients that the server has accepted.
  private func connect(_ count: Int, to server: Program.Server) throws -> [HTTPConnection] {
    try (1...count).map { _ in
      let client = try HTTPConnection(port: server.port)
      client.send(HTTPConnection.request("GET", "/healthz"))
      #expect(client.answer()?.status == 200)
      return client
    }
  }

  @Test
  func `300 clients are served at the same time`() throws {
    let (_, program) = try sample(crowd(300))
    let server = try program.serve()
    let clients = try (1...300).map { _ in try HTTPConnection(port: server.port) }
    for (index, client) in clients.enumerated() { client.send(consume(String(index + 1))) }
    #expect(clients.allSatisfy { isConsumed($0.answer()) })
    try server.stop()
  }

  /// With epoll, libmicrohttpd fetches 128 events at a time. After exactly 128 it waits for more,
  /// until a connection reaches the time-out, before it looks at any of them.
  @Test
  func `128 requests that wait at the same time are answered`() throws {
    let (_, program) = try sample()
    let server = try program.serve()
    let clients = try connect(128, to: server)
    server.process.kill(SIGSTOP)
    for client in clients { client.send(HTTPConnection.request("GET", "/healthz")) }
    server.process.kill(SIGCONT)
    #expect(clients.count { $0.answer()?.status == 200 } == clients.count)
    try server.stop()
  }

  /// The library does not tell whose request it refuses. If another connection is taken for it,
  /// another client loses its response.
  @Test
  func `Of clients whose requests wait at the same time, each gets its own answer`() throws {
    let count = 100
    let (_, program) = try sample(crowd(count))
    let server = try program.serve()
    let clients = try connect(2 * count, to: server)
    server.process.kill(SIGSTOP)
    for (index, client) in clients.enumerated() {
      client.send(
        index.isMultiple(of: 2) ? consume(String(index / 2 + 1)) : "GET / HTTP/1.1\r\n\r\n")
    }
    server.process.kill(SIGCONT)
    for (index, client) in clients.enumerated() {
      let answer = client.answer()
      #expect(index.isMultiple(of: 2) ? isConsumed(answer) : answer?.status == 400, "\(index)")
    }
    try server.stop()
  }

  @Test
  func `A client that has stopped sending gets its answer`() throws {
    let count = 20
    let (_, program) = try sample(crowd(count))
    let server = try program.serve()
    let clients = try connect(count, to: server)
    server.process.kill(SIGSTOP)
    for (index, client) in clients.enumerated() {
      client.send(consume(String(index + 1)))
      if index % 2 == 0 { client.finish() }
    }
    server.process.kill(SIGCONT)
    #expect(clients.count { isConsumed($0.answer()) } == count)
    try server.stop()
  }

  @Test
  func `Slow clients and invalid requests do not delay others`() throws {
    let (_, program) = try sample(crowd(1))
    let server = try program.serve()
    let crawlers = try (1...100).map { _ in try HTTPConnection(port: server.port) }
    for (index, crawler) in crawlers.enumerated() {
      crawler.send(String(consume("1").prefix(index)))
    }
    let rude = try HTTPConnection(port: server.port)
    rude.send(
      HTTPConnection.request(
        "POST", "/v1/service/consume", body: String(repeating: "[", count: 60_000),
        headers: ["Content-Type": "application/json", "X-NHN-TCIAP-AppKey": "sample-app-key"]))
    #expect(rude.answer()?.body.contains(#""resultCode":1100"#) == true)
    rude.send(
      HTTPConnection.request(
        "POST", "/v1/service/consume", body: String(repeating: "x", count: 1 << 20)))
    #expect(rude.answer()?.status == 413)
    let client = try HTTPConnection(port: server.port)
    client.send(consume("1"))
    #expect(isConsumed(client.answer()))
    #expect(try server.stop().status == 0, "and the slow ones are not waited for")
  }

  /// A new client is accepted even with a low limit on open files.
  @Test
  func `A client that never finishes its request makes room for others`() throws {
    let (folder, program) = try sample(crowd(1))
    try folder.write("#!/bin/sh\nulimit -n 80\nexec \"$IAPCTL\" \"$@\"\n", to: "few")
    #expect(try program.shell("chmod +x '\(folder["few"])'").status == 0)
    let server = try program.serve(by: folder["few"])
    let dawdlers = try (1...120).map { _ in
      let dawdler = try HTTPConnection(port: server.port)
      dawdler.send("POST /v1/service/consume HTTP/1.1\r\nHost: ")
      return dawdler
    }
    let client = try HTTPConnection(port: server.port)
    client.send(consume("1"))
    #expect(isConsumed(client.answer()))
    dawdlers[0].send("x")
    let run = try server.stop()
    #expect(run.status == 0, "\(run.status) \(run.errors)")
  }

  #if os(Linux)
    @Test(.tool("prlimit"))
    func `A client that comes while no file can be opened is answered later`() throws {
      let (_, program) = try sample()
      let server = try program.serve()
      func limit(_ count: Int) throws {
        let words = "prlimit --pid \(server.process.numberText) --nofile=\(count):"
        #expect(try program.shell(words).status == 0)
      }
      let request = HTTPConnection.request("GET", "/healthz")
      let first = try HTTPConnection(port: server.port)
      first.send(request)
      #expect(first.answer()?.status == 200)
      try limit(3)
      let client = try HTTPConnection(port: server.port)
      client.send(request)
      first.send(request)
      #expect(first.answer()?.status == 200)
      try limit(100)
      #expect(client.answer()?.status == 200)
      // It did not have to wait until the other connection reached the time-out.
      first.send(request)
      #expect(first.answer()?.status == 200)
      try server.stop()
    }
  #endif
}
