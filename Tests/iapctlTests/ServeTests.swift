import CLibrary
import System
import TestSupport
import Testing

@Suite("iapctl serve", .blocking)
struct ServeTests {
  private func sample(_ seed: String? = nil) throws -> (TemporaryFolder, Program) {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    let source = try seed.map { ["--from", try folder.write($0, to: "seed.json")] } ?? ["--sample"]
    let made = try program.run(words: ["store", "init", folder["s.db"]] + source)
    #expect(made.status == 0, "\(made.errors)")
    program.variables["IAPCTL_STORE"] = folder["s.db"]
    return (folder, program)
  }

  /// A seed with payments of user `u`, numbered from 1.
  private func crowd(_ count: Int, faults: String = "") -> String {
    let rows = (1...count).map {
      #"{"paymentSeq": "\#($0)", "userID": "u", "productIdentifier": "gem", "accessToken": "t"}"#
    }
    return """
      {"format": 1, "appKey": "sample-app-key", "faults": [\(faults)],
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
       "purchases": [\(rows.joined(separator: ","))]}
      """
  }

  private func consume(_ number: String, token: String = "t") -> String {
    HTTPConnection.request(
      "POST", "/v1/service/consume",
      body: #"{"paymentSeq": "\#(number)", "accessToken": "\#(token)"}"#,
      headers: ["Content-Type": "application/json", "X-NHN-TCIAP-AppKey": "sample-app-key"])
  }

  private func isConsumed(_ answer: HTTPConnection.Answer?) -> Bool {
    answer?.status == 200 && answer?.body.contains(#""resultCode":0,"#) == true
  }

  @Test("The server runs until a signal stops it", arguments: [SIGINT, SIGTERM, SIGHUP])
  func itServesUntilItIsInterrupted(_ signal: Int32) throws {
    let (_, program) = try sample()
    let server = try program.serve()
    #expect(server.line == "listening on http://127.0.0.1:\(server.port)\n")
    #expect(try server.stop(signal).status == 0)
    let own = Loopback.own
    let next = try program.serve("--host", own)
    let client = try HTTPConnection(host: own, port: next.port)
    client.send(consume("2026011210000001", token: "sample-token-alice-1"))
    #expect(isConsumed(client.answer()))
    let run = try next.stop(signal)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(client.answer() == nil)
    if !Loopback.isShared {
      #expect(throws: SystemError.self) { try HTTPConnection(host: own, port: next.port) }
    }
    #expect(try program.run("unconsumed", "--user", "alice", "-o", "csv").output.utf8.count > 0)
    #expect(try program.run("consume", "2026011210000001").status == 4, "it is durable")
  }

  @Test("With -v requests are traced on standard error")
  func requestsAreTracedOnStandardError() throws {
    let (_, program) = try sample()
    let server = try program.serve("-v")
    let client = try HTTPConnection(port: server.port)
    client.send(consume("2026011210000001", token: "secret"))
    #expect(client.answer()?.status == 200)
    let run = try server.stop()
    #expect(
      run.errors == "iapctl: trace: POST /v1/service/consume: HTTP 200, result code 5000\n")
  }

  @Test("An address that others can reach is warned of")
  func openHost() throws {
    let (_, program) = try sample()
    for (host, isWarned) in [("0.0.0.0", true), ("127.0.0.1", false)] {
      let run = try program.serve("--host", host).stop()
      #expect(run.status == 0)
      #expect(run.errors.contains("warning") == isWarned, "\(run.errors)")
      #expect(!isWarned || run.errors.contains("can connect"), "\(run.errors)")
    }
  }

  @Test("A port in use is reported")
  func aPortInUseIsTold() throws {
    let (_, program) = try sample()
    let host = Loopback.own
    let server = try program.serve("--host", host)
    let place = ["serve", "--host", host, "--port", String(server.port)]
    let prose = try program.run(words: place)
    let json = try program.run(words: place + ["-o", "json"])
    try server.stop()
    #expect(prose.status == 69)
    #expect(prose.output == "")
    #expect(
      prose.errors == """
        iapctl: error: cannot listen at \(host):\(server.port): Address already in use
        hint: choose another --port; 0 takes a free one

        """)
    #expect(json.status == 69)
    #expect(json.errors.hasPrefix(#"{"error":{"name":"addressUnusable","domain":"iapctl""#))
    guard !Loopback.isShared else { return }
    let next = try program.serve("--host", host, "--port", String(server.port))
    #expect(next.port == server.port)
    try next.stop()
  }

  @Test(
    "Invalid options are reported",
    arguments: [
      ("serve --port 65536", 64), ("serve --port x", 64), ("serve --host 192.0.2.1", 64),
      ("serve --host=", 64), ("serve game.db", 64),
    ] as [(String, Int32)])
  func mistakesAreTold(_ line: String, _ status: Int32) throws {
    let (_, program) = try sample()
    let run = try program.run(words: line.split(separator: " ").map(String.init))
    #expect(run.status == status, "\(run.errors)")
    #expect(run.output == "")
  }

  @Test("The server needs a store")
  func itNeedsAStore() throws {
    let (folder, program) = try sample()
    var without = program
    without.variables["IAPCTL_STORE"] = nil
    #expect(try without.run("serve").status == 78)
    #expect(try program.run("serve", "--store", folder["missing.db"]).status == 66)
  }

  @Test("If the address cannot be printed, the server ends")
  func itsLineIsDataLikeAnyOther() throws {
    let (folder, program) = try sample()
    #expect(try program.shell("$IAPCTL serve > /dev/full").status == 74)
    let closed = try program.shell(
      """
      mkfifo '\(folder["fifo"])'
      { read _ < '\(folder["fifo"])'; $IAPCTL serve; echo $? > '\(folder["status"])'; } |
        { exec 0<&-; echo > '\(folder["fifo"])'; }
      """)
    #expect(closed.errors == "")
    #expect(String(decoding: try folder.read("status"), as: UTF8.self) == "141\n")
  }

  @Test("An IPv6 address is written in brackets")
  func anIPv6AddressStandsInBrackets() throws {
    let (_, program) = try sample()
    for host in ["::1", "[::1]"] {
      let server = try program.serve("--host", host)
      #expect(server.line == "listening on http://[::1]:\(server.port)\n")
      let client = try HTTPConnection(host: "::1", port: server.port)
      client.send(HTTPConnection.request("GET", "/openapi.json"))
      #expect(client.answer()?.status == 200)
      try server.stop()
    }
  }

  @Test("300 clients are served at the same time")
  func hundredsAreServedAtOnce() throws {
    let (_, program) = try sample(crowd(300))
    let server = try program.serve()
    let clients = try (1...300).map { _ in try HTTPConnection(port: server.port) }
    for (index, client) in clients.enumerated() { client.send(consume(String(index + 1))) }
    #expect(clients.allSatisfy { isConsumed($0.answer()) })
    try server.stop()
  }

  /// With epoll, libmicrohttpd fetches 128 events at a time. After exactly 128 it waits for more,
  /// until a connection reaches the time-out, before it looks at any of them.
  @Test("128 requests that wait at the same time are answered")
  func asManyAsTheLibraryFetches() throws {
    let (_, program) = try sample()
    let server = try program.serve()
    let clients = try (1...128).map { _ in try HTTPConnection(port: server.port) }
    let request = HTTPConnection.request("GET", "/healthz")
    for client in clients {
      client.send(request)
      #expect(client.answer()?.status == 200)
    }
    server.process.kill(SIGSTOP)
    for client in clients { client.send(request) }
    server.process.kill(SIGCONT)
    #expect(clients.count { $0.answer()?.status == 200 } == clients.count)
    try server.stop()
  }

  /// The library closes the connection of a client that has stopped sending.
  @Test("What a client gets no answer to, because it has stopped sending, is not carried out")
  func halfClosedClients() throws {
    let count = 20
    let (_, program) = try sample(crowd(count))
    let server = try program.serve()
    let clients = try (1...count).map { _ in try HTTPConnection(port: server.port) }
    for client in clients {
      client.send(HTTPConnection.request("GET", "/healthz"))
      #expect(client.answer()?.status == 200)
    }
    server.process.kill(SIGSTOP)
    for (index, client) in clients.enumerated() {
      client.send(consume(String(index + 1)))
      // The others end the group, which is carried out for them.
      if index % 2 == 0 { client.finish() }
    }
    server.process.kill(SIGCONT)
    let answered = clients.count { isConsumed($0.answer()) }
    try server.stop()
    let left = try program.run("unconsumed", "--user", "u", "-o", "jsonl", "--fields", "paymentSeq")
    #expect(answered >= count / 2)
    #expect(left.output.split(separator: "\n").count == count - answered)
  }

  @Test("Pipelined requests are answered in order")
  func requestsThatComeAtOnceAreAnsweredInOrder() throws {
    let (_, program) = try sample(crowd(20))
    let server = try program.serve()
    let client = try HTTPConnection(port: server.port)
    client.send((1...20).map { consume(String($0)) }.joined())
    #expect((1...20).allSatisfy { _ in isConsumed(client.answer()) })
    try server.stop()
  }

  @Test("Slow clients and invalid requests do not delay others")
  func whoIsSlowOrSendsRubbishHoldsNobodyUp() throws {
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
  @Test("A client that never finishes its request makes room for others")
  func whoNeverFinishesMakesRoom() throws {
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

  @Test("A command can use the store while it is served")
  func aCommandUsesTheStoreMeanwhile() throws {
    let (_, program) = try sample(crowd(40))
    let server = try program.serve()
    let client = try HTTPConnection(port: server.port)
    for round in stride(from: 1, through: 39, by: 2) {
      client.send(consume(String(round)))
      #expect(try program.run("consume", String(round + 1)).status == 0)
      #expect(isConsumed(client.answer()))
      client.send(consume(String(round + 1)))
      #expect(client.answer()?.body.contains(#""resultCode":5018"#) == true)
      #expect(try program.run("consume", String(round)).status == 4)
    }
    try server.stop()
    #expect(try program.run("store", "check").status == 0)
  }

  @Test("Faults are simulated at network level")
  func faultsStrikeAsTheNetworkWouldHaveIt() throws {
    func fault(_ code: Int, _ more: String = "") -> String {
      #"{"on": "consume", "domain": "com.nhncloud.http", "code": \#(code)\#(more)}"#
    }
    let faults = [
      fault(100), fault(102), fault(101), fault(102, #", "after": true"#),
    ].joined(separator: ",")
    let (_, program) = try sample(crowd(1, faults: faults))
    let server = try program.serve()
    func status() throws -> Int? {
      let client = try HTTPConnection(port: server.port)
      client.send(consume("1"))
      return client.answer()?.status
    }
    #expect(try [status(), status(), status(), status(), status()] == [nil, nil, 500, nil, 200])
    try server.stop()
    #expect(try program.run("consume", "1").status == 4, "the last fault applied it")
  }

  #if os(Linux)
    /// An invalid library is in the place where the loader looks first.
    @Test("A missing libmicrohttpd is reported and affects only serve")
    func aMissingLibraryIsTold() throws {
      let (folder, program) = try sample()
      var without = program
      without.variables["LD_LIBRARY_PATH"] = folder.path
      try folder.write(String(repeating: "no library\n", count: 100), to: "libmicrohttpd.so.12")
      let run = try without.run("serve")
      #expect(run.status == 69)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("iapctl: error: libmicrohttpd.so.12 cannot be loaded: "))
      #expect(run.errors.contains("\nhint: install GNU libmicrohttpd: 'apt-get install "))
      // Other commands do not need the library.
      #expect(try without.run("products").status == 0)
    }

    @Test("The program is not linked against libmicrohttpd", .tool("ldd"))
    func theLibraryIsNotLinked() throws {
      let (_, program) = try sample()
      let libraries = try program.shell("ldd \"$IAPCTL\"").output
      #expect(libraries.contains("libsqlite3"))
      #expect(!libraries.contains("microhttpd") && !libraries.contains("libpq"))
    }

    @Test("A missing libpq is reported, and affects only a journal in a database")
    func missingLibrary() throws {
      let (folder, program) = try sample()
      var without = program
      without.variables["LD_LIBRARY_PATH"] = folder.path
      try folder.write(String(repeating: "no library\n", count: 100), to: "libpq.so.5")
      let run = try without.run("journal", "list", "--journal", "postgresql:///iap")
      #expect(run.status == 69)
      #expect(run.errors.hasPrefix("iapctl: error: libpq.so.5 cannot be loaded: "), "\(run.errors)")
      #expect(run.errors.contains("\nhint: install libpq: 'apt-get install libpq5'"))
      #expect(try without.run("journal", "list").status == 0)
    }
  #endif
}
