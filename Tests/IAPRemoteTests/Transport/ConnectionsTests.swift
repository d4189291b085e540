import IAPCore
import IAPRemote
import TestSupport
import Testing

/// Connections that are kept open, used at the same time, and closed.
struct ConnectionsTests {
  private let transport = CurlTransport.plain()

  @Test
  func `A connection is reused`() async throws {
    let server = try HostileServer(.answering())
    for _ in 0..<20 { _ = try await transport.answer(.consume(server.url())) }
    #expect(server.hits.count == 20)
    #expect(server.connections == 1)
  }

  @Test
  func `Each of 300 simultaneous requests gets its own response`() async throws {
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        while true { try connection.answer("200 OK", try connection.request().body) }
      })
    let transport = transport
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<300 {
        group.addTask {
          let request = HTTPRequest.consume(server.url(), body: "payment \(number)")
          let response = try await transport.answer(request)
          #expect(response.text == "payment \(number)")
        }
      }
      try await group.waitForAll()
    }
    #expect(server.hits.count == 300)
  }

  @Test
  func `A connection that the server closed is not reused`() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        try connection.request()
        try connection.answer()
        connection.closeConnection()
        end.yield()
      })
    var ended = ends.makeAsyncIterator()
    for _ in 0..<20 {
      _ = try await transport.answer(.consume(server.url()))
      await ended.next()
    }
    #expect(server.hits.map(\.connection) == Array(1...20))
  }

  /// The server reads the request and closes. By default libcurl would send the request again.
  @Test(arguments: [false, true])
  func `A mutating request on a closing connection is sent once`(_ abruptly: Bool) async throws {
    let server = try HostileServer(.dyingAfterSecondBody(abruptly: abruptly))
    _ = try await transport.answer(.consume(server.url("/first")))
    let failure = try await transport.failure(.consume(server.url("/second")))
    #expect(failure.kind == .broken)
    #expect(!failure.detail.contains("callback"), "libcurl's words for what we refuse it")
    #expect(failure.isSent)
    #expect(failure.response == nil)
    #expect(server.hits.map(\.target) == ["/first", "/second"])
    #expect(server.hits.map(\.connection) == [1, 1])
  }

  @Test
  func `A mutating request without a body is sent once, too`() async throws {
    let server = try HostileServer(.dyingAfterSecondBody())
    _ = try await transport.answer(.consume(server.url("/first")))
    let failure = try await transport.failure(.consume(server.url("/second"), body: ""))
    #expect(failure.kind == .broken)
    #expect(failure.isSent)
    #expect(server.hits.map(\.target) == ["/first", "/second"])
    #expect(server.heads.count == 2)
  }

  /// Whether a part of the body was sent depends on timing. If none was, libcurl may send the
  /// request on a new connection.
  @Test
  func `A mutating request whose head was read is not sent twice`() async throws {
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        if connection.number == 1 {
          try connection.request()
          try connection.answer()
          try connection.head()
        } else {
          try connection.request()
          try connection.answer()
        }
      })
    _ = try await transport.answer(.consume(server.url("/first")))
    do throws(TransportFailure) {
      _ = try await transport.answer(.consume(server.url("/second")))
      #expect(server.hits.map(\.connection) == [1, 2])
    } catch {
      #expect(error.kind == .broken)
      #expect(server.hits.map(\.connection) == [1])
    }
  }

  /// A query can be repeated, and libcurl does so.
  @Test(arguments: [false, true])
  func `A query on a closing connection is sent again`(_ abruptly: Bool) async throws {
    for request in [HTTPRequest.query, HTTPRequest.list] {
      let server = try HostileServer(.dyingAfterSecondBody(abruptly: abruptly))
      _ = try await transport.answer(request(server.url("/first")))
      #expect(try await transport.answer(request(server.url("/second"))).status == 200)
      #expect(server.hits.map(\.target) == ["/first", "/second", "/second"])
      #expect(server.hits.map(\.connection) == [1, 1, 2])
    }
  }

  /// A response without a request must not be used for the next request.
  @Test
  func `A second response is not kept for the next request`() async throws {
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        let request = try connection.request()
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"
        try connection.write(answer + request.target + answer + "/forged")
        try connection.waitForEnd()
      })
    #expect(try await transport.answer(.consume(server.url("/first_"))).text == "/first_")
    #expect(try await transport.answer(.consume(server.url("/second"))).text == "/second")
    #expect(server.connections == 2)
  }

  @Test(arguments: [false, true])
  func `Data on an idle connection closes it before the next request`(_ isQuery: Bool) async throws
  {
    let extra = ExtraAnswer("forged")
    let server = try HostileServer(.answeringTwice(extra) { $0.target })
    let request = isQuery ? HTTPRequest.query : { HTTPRequest.consume($0) }
    for number in 1...4 {
      #expect(try await transport.answer(request(server.url("/\(number)"))).text == "/\(number)")
      try await extra.push()
    }
    #expect(server.hits.map(\.target) == ["/1", "/2", "/3", "/4"])
    #expect(server.hits.map(\.connection) == [1, 2, 3, 4])
    #expect(server.heads.count == 4, "none of a request is sent on a connection that is closed")
  }

  @Test
  func `A success before the whole body was sent proves nothing`() async throws {
    let server = try HostileServer(.answeringEarly("200 OK", "{}"))
    let body = String(repeating: " ", count: 32 << 20)
    let failure = try await transport.failure(.consume(server.url(), body: body))
    #expect(failure.kind == .broken)
    #expect(failure.isSent)
    #expect(failure.response == nil)
    #expect(server.connections == 1)
  }

  @Test
  func `A refusal before the whole body was sent counts as a refusal`() async throws {
    let server = try HostileServer(.answeringEarly("403 No", "{}"))
    let body = String(repeating: " ", count: 32 << 20)
    #expect(try await transport.answer(.consume(server.url(), body: body)).status == 403)
    #expect(server.connections == 1)
  }

  @Test
  func `A transport ends its thread`() async throws {
    let server = try HostileServer(.answering())
    for _ in 0..<30 { _ = try await CurlTransport.plain().answer(.query(server.url())) }
    #expect(server.connections == 30)
  }

  @Test(.timeLimit(.minutes(5)))
  func `A transport may be released on its own thread`() async throws {
    let server = try HostileServer(.answering())
    for _ in 0..<30 {
      let transport = CurlTransport.plain()
      let task = Task(executorPreference: transport.taskExecutor) { [transport] in
        try await transport.answer(.query(server.url())).status
      }
      #expect(try await task.value == 200)
    }
  }

  /// libcurl's handles are used again for requests that differ in their bodies only.
  @Test
  func `A request gets nothing from the request before it`() async throws {
    let server = try HostileServer(.answering())
    for number in 0..<40 {
      let body = String(repeating: "x", count: number % 7 * 100)
      let headers = number % 3 == 0 ? [] : [HTTPHeader("X-Number", "\(number % 3)")]
      let request = HTTPRequest(
        number % 2 == 0 ? .post : .get, server.url("/\(number % 2)"), headers: headers,
        body: number % 2 == 0 ? Array(body.utf8) : nil, isMutating: number % 2 == 0,
        responseLimit: 1000)
      #expect(try await transport.answer(request).status == 200)
      let hit = try #require(server.hits.last)
      #expect(hit.target == "/\(number % 2)")
      #expect(hit.body == (number % 2 == 0 ? body : ""))
      #expect(hit.headers["x-number"] == (number % 3 == 0 ? nil : "\(number % 3)"))
    }
    #expect(server.connections == 1)
  }

  @Test
  func `A transport that was never used can be released`() { _ = CurlTransport.plain() }
}
