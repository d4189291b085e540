import CLibrary
import System
import TestSupport
import Testing

@Suite(.blocking)
struct ServeTests: ServesStores {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `The server runs until a signal stops it`(_ signal: Int32) throws {
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

  @Test
  func `With -v requests are traced on standard error`() throws {
    let (folder, program) = try sample()
    let server = try program.serve("-v")
    let client = try HTTPConnection(port: server.port)
    client.send(consume("2026011210000001", token: "secret"))
    #expect(client.answer()?.status == 200)
    client.send("secret\r\n\r\n")
    #expect(client.answer()?.status == nil)
    let malformed = try HTTPConnection(port: server.port)
    malformed.send("GET /secret HTTP/1.1\r\n\r\n")
    #expect(malformed.answer()?.status == 400)
    let run = try server.stop()
    #expect(
      run.errors == """
        iapctl: trace: place: fixture store \(folder["s.db"]), a simulation
        iapctl: trace: POST /v1/service/consume: HTTP 200, result code 5000
        iapctl: trace: a malformed request: HTTP 400, result code 9999

        """)
  }

  @Test
  func `An address that others can reach is warned of`() throws {
    let (_, program) = try sample()
    for (host, isWarned) in [("0.0.0.0", true), ("127.0.0.1", false)] {
      let run = try program.serve("--host", host).stop()
      #expect(run.status == 0)
      #expect(run.errors.contains("warning") == isWarned, "\(run.errors)")
      #expect(!isWarned || run.errors.contains("can connect"), "\(run.errors)")
    }
  }

  @Test(
    arguments: [
      ("serve --port 65536", 64), ("serve --port x", 64), ("serve --host 192.0.2.1", 64),
      ("serve --host=", 64), ("serve game.db", 64),
    ] as [(String, Int32)])
  func `Invalid options are reported`(_ line: String, _ status: Int32) throws {
    let (_, program) = try sample()
    let run = try program.run(words: line.split(separator: " ").map(String.init))
    #expect(run.status == status, "\(run.errors)")
    #expect(run.output == "")
  }

  @Test
  func `The server needs a store`() throws {
    let (folder, program) = try sample()
    var without = program
    without.variables["IAPCTL_STORE"] = nil
    #expect(try without.run("serve").status == 78)
    #expect(try program.run("serve", "--store", folder["missing.db"]).status == 66)
  }

  @Test
  func `If the address cannot be printed, the server ends`() throws {
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

  @Test
  func `An IPv6 address is written in brackets`() throws {
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

  @Test
  func `The help topic on the SDK has each documented call, below the path of its API`() throws {
    let (_, program) = try sample()
    let server = try program.serve()
    defer { _ = try? server.stop() }
    let client = try HTTPConnection(port: server.port)
    client.send(HTTPConnection.request("GET", "/openapi.json"))
    let paths = (client.answer()?.body ?? "").matches(of: /"(\/[^"]*)": ?\{/).map { $0.1 }
      .filter { path in
        ["/v1/", "/standard/", "/inapp/", "/tcgb-inapp/"].contains(where: path.hasPrefix)
      }
    #expect(paths.count == 11, "\(paths)")
    let help = try program.shell("COLUMNS=200 $IAPCTL help sdk").output
    for path in paths {
      let call = path.trimmingPrefix("/tcgb-inapp/v1.3/apps/{appId}")
      #expect(help.contains(" \(call)"), "\(path)")
    }
    for call in ["setUserID", "initWithConfiguration"] { #expect(help.contains(call)) }
  }

  @Test
  func `A command can use the store while it is served`() throws {
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

  @Test
  func `Faults are simulated at network level`() throws {
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
    @Test
    func `A missing libmicrohttpd is reported and affects only serve`() throws {
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

    @Test(.tool("ldd"))
    func `The program is not linked against libmicrohttpd`() throws {
      let (_, program) = try sample()
      let libraries = try program.shell("ldd \"$IAPCTL\"").output
      #expect(libraries.contains("libsqlite3"))
      #expect(!libraries.contains("microhttpd") && !libraries.contains("libpq"))
    }

    @Test
    func `A missing libpq is reported, and affects only a journal in a database`() throws {
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
