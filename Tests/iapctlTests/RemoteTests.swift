import TestSupport
import Testing

@Suite(.blocking)
struct RemoteTests: ServesStores {
  @Test(arguments: ["service", "fixture", "legacy"])
  func `An unconsumed payment is listed and consumed over each API`(_ api: String) throws {
    let (folder, program, server) = try served(api: api)
    let extra = api == "legacy" ? ["--app-seq", "1000047"] : []
    let list = try program.run(
      words: ["unconsumed", "--user", "alice", "--fields", "paymentSeq", "-o", "csv"] + extra)
    #expect(list.status == 0, "\(list.errors)")
    #expect(list.output == "paymentSeq\r\n2026011210000001\r\n2026011410000001\r\n")
    let line = ["consume", "2026011210000001", "--user", "alice"] + extra
    let first = try program.run(words: line + ["-o", "jsonl"])
    #expect(first.status == 0, "\(first.errors)")
    #expect(
      first.output.contains(
        #""claimedUserID":null,"outcome":"consumed","priorUnknown":false,"delivery":null,"price":1500"#
      ))
    #expect(first.output.contains(#""attempts":1"#))
    let again = try program.run(words: line)
    // The payment is in no list any more, and no token is given. The result comes from the journal.
    #expect(again.status == 4)
    let elsewhere = try program.run(words: line + ["--journal", folder["other.db"]])
    #expect(elsewhere.status == (api == "fixture" ? 4 : 3))
    #expect(try server.stop().status == 0)
  }

  /// A consumed payment is in no list, so an empty list does not mean that all payments are
  /// settled.
  @Test
  func `Unknown payments that are in no list are reported`() throws {
    let (folder, program, server) = try served(api: "service")
    let fault = #"""
      {"format": 1, "faults":
        [{"on": "consume", "domain": "com.nhncloud.http", "code": 102, "after": true, "times": 2}]}
      """#
    #expect(
      try program.run("store", "load", "-", "--store", folder["s.db"], input: fault).status == 0)
    let line = ["consume", "--all", "--user", "alice", "--yes", "--settle", "0s"]
    #expect(try program.run(words: line).status == 7)
    let plain = try program.run(words: line)
    #expect(plain.status == 0)
    #expect(
      plain.errors.contains("2 payments are still unknown and in no unconsumed list: do not grant"))
    let resumed = try program.run(words: line + ["--resume"])
    #expect(resumed.status == 7)
    for payment in ["2026011210000001", "2026011410000001"] {
      #expect(
        resumed.errors.contains(
          "hint: payment \(payment) may have been consumed, and no unconsumed list has it; look it "
            + "up in the IAP console (Transaction tab). If it was consumed: iapctl journal settle \(payment) --as consumed "
            + "--ticket TEXT --server 127.0.0.1:\(server.port)\nhint: if it was not: "),
        "\(resumed.errors)")
    }
    try server.stop()
  }

  /// A script would grant what another run may have consumed.
  @Test
  func `A lost answer that turns out consumed is a success with --resume, not with --settle alone`()
    throws
  {
    let (folder, program, server) = try served(api: "service")
    for (payment, options, status) in [
      ("2026011210000001", [], 4), ("2026011410000001", ["--resume"], 0),
    ] {
      let fault = "--on consume --domain http --code 102 --after --payment \(payment)"
      #expect(
        try program.shell("$IAPCTL store fault add \(fault) --store '\(folder["s.db"])'").status
          == 0)
      let line = ["consume", payment, "--user", "alice", "--settle", "5s"] + options
      let run = try program.run(
        words: line + ["-o", "csv", "--fields", "outcome,priorUnknown,attempts", "--no-header"])
      #expect(run.output == "already-consumed,true,2\r\n", "\(run.errors)")
      #expect(run.status == Int32(status), "\(options): \(run.errors)")
    }
    try server.stop()
  }

  @Test
  func `An unsupported operation is refused before anything is sent`() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    program.variables["IAPCTL_APP_KEY"] = "key"
    // No server listens at this port, so a request would fail with code 100.
    program.variables["IAPCTL_URL"] = "http://127.0.0.1:9"
    for (line, hint) in [
      ("purchase gem --user a", "the player buys it in the app"),
      ("restore --user a", "only the app can restore"),
      ("reprocess --user a", "the app completes a broken-off purchase"),
      ("purchase --deferred --user a", "the player buys it in the app"),
      // Also without a key, a user or an address.
      ("restore --api service", "only the app can restore"),
      ("purchase gem --url http://127.0.0.1:9", "the player buys it in the app"),
      ("reprocess --url http://127.0.0.1:9 --app-key-file none", "the app completes"),
    ] {
      program.variables["IAPCTL_APP_KEY"] = line.hasSuffix("--user a") ? "key" : nil
      program.variables["IAPCTL_URL"] = line.hasSuffix("--user a") ? "http://127.0.0.1:9" : nil
      let run = try program.run(words: line.split(separator: " ").map(String.init))
      #expect(run.status == 64, "\(line): \(run.errors)")
      #expect(run.errors.contains("the API 'service' has no call for '"), "\(run.errors)")
      #expect(run.errors.contains("hint: \(hint)"), "\(run.errors)")
      #expect(!run.errors.contains("["), "no code of IAP's")
    }
    program.variables["IAPCTL_APP_KEY"] = "key"
    program.variables["IAPCTL_URL"] = "http://127.0.0.1:9"
    let refused = try program.run("unconsumed", "--user", "a", "--retries", "0", "--market", "AS")
    #expect(refused.status == 69, "\(refused.errors)")
    #expect(refused.errors.contains("[com.nhncloud.http 100 networkNotAvailable]"))
  }

  /// The results of the other market are printed.
  @Test
  func `A market that refuses the app key is a partial failure`() throws {
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        while true {
          let isRefused = try connection.request().body.contains("\"GG\"")
          try connection.answer(
            isRefused ? "401 Who" : "200 OK",
            #"{"header": {"isSuccessful": true, "resultCode": 0}, "result": []}"#)
        }
      })
    var program = Program(in: try TemporaryFolder())
    program.variables["IAPCTL_URL"] = server.url("")
    program.variables["IAPCTL_APP_KEY"] = "key"
    let line = ["unconsumed", "--user", "u", "-o", "json", "--market", "GG"]
    let part = try program.run(words: line + ["--market", "AS"])
    #expect(part.status == 5, "\(part.errors)")
    #expect(part.errors.contains(#""httpStatus":401"#) && part.errors.contains(#""exitCode":5"#))
    #expect(
      part.errors.contains(#""hint":"check the app key; to see its source: iapctl config show""#))
    #expect(try program.run(words: line).status == 77)
  }

  @Test
  func `--product takes identifiers and, without an app sequence, numbers only`() throws {
    let (_, program, server) = try served(api: "service")
    func run(_ more: String...) throws -> Program.Run {
      try program.run(words: ["unconsumed", "--user", "alice", "--market", "AS"] + more)
    }
    let fields = ["--fields", "paymentSeq,productIdentifier,productSeq", "-o", "csv"]
    let row = "paymentSeq,productIdentifier,productSeq\r\n2026011210000001,"
    // The item list of another market's app does not have the product.
    let elsewhere = try program.run(
      "unconsumed", "--user", "alice", "--app-seq", "GG=1000047", "--product", "gem.100")
    #expect(elsewhere.status == 5, "\(elsewhere.errors)")
    #expect(elsewhere.errors.contains("list incomplete: AS: 1 payment is of a product"))
    #expect(elsewhere.errors.contains("productSeq 1000292"))
    let all = try program.run(
      "consume", "--all", "--user", "alice", "--app-seq", "GG=1000047", "--product", "gem.100",
      "--yes")
    #expect(all.status == 5, "\(all.errors)")
    #expect(!all.errors.contains("could not be asked"))
    #expect(all.output.split(separator: "\n").count <= 1, "\(all.output)")
    let unlisted = try program.run("unconsumed", "--user", "alice", "--app-seq", "XX")
    #expect(unlisted.status == 64)
    #expect(unlisted.errors.contains("such as AS=7"))
    for product in ["gem.100", "1000292"] {
      let run = try program.run(
        words: [
          "unconsumed", "--user", "alice", "--app-seq", "1000047", "--product", product,
        ] + fields)
      #expect(run.output == row + "gem.100,1000292\r\n", "\(run.output) \(run.errors)")
    }
    let numbered = try program.run(
      words: ["unconsumed", "--user", "alice", "--product", "1000292"] + fields)
    #expect(numbered.output == row + ",1000292\r\n", "\(numbered.output) \(numbered.errors)")
    #expect(try run().output.contains("productSeq"))
    let refused = try run("--product", "gem.100")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--app-seq N"), "\(refused.errors)")
    try server.stop()
  }

  @Test
  func `An app key on the command line is refused and not printed`() throws {
    let program = Program(in: try TemporaryFolder())
    for line in ["products --app-key hush", "--app-key hush products", "products --app-key=hush"] {
      let run = try program.run(words: line.split(separator: " ").map(String.init))
      #expect(run.status == 64)
      #expect(run.errors.contains("hint: a key on the command line is visible in the process list"))
      #expect(!run.errors.contains("hush"))
    }
  }

  @Test(arguments: [
    ("http://example.com", 107), ("ftp://example.com", 104), ("https://u:p@example.com", 104),
    ("https://example.com/v1", 104), ("https://example.com?x=1", 104), ("example.com", 104),
  ])
  func `A URL must be an origin`(_ url: String, _ code: Int) throws {
    var program = Program(in: try TemporaryFolder())
    program.variables["IAPCTL_APP_KEY"] = "key"
    let flag = try program.run("products", "--url", url)
    #expect(flag.status == 64)
    #expect(flag.errors.contains("[com.nhncloud.http \(code) "))
    #expect(!flag.errors.contains("u:p"))
    program.variables["IAPCTL_URL"] = url
    #expect(try program.run("products").status == 78)
  }

  @Test(arguments: ["http://[::1]:9", "http://localhost:9"])
  func `Plain http is sent to each address of this machine`(_ url: String) throws {
    var program = Program(in: try TemporaryFolder())
    program.variables["IAPCTL_APP_KEY"] = "key"
    program.variables["IAPCTL_URL"] = url
    let run = try program.run("unconsumed", "--user", "a", "--market", "AS", "--retries", "0")
    #expect(run.status == 69, "\(run.errors)")
    #expect(run.errors.contains("cannot be reached"), "\(run.errors)")
  }

  @Test
  func `An unsupported market filter is reported with its source`() throws {
    var program = Program(in: try TemporaryFolder())
    program.variables["IAPCTL_APP_KEY"] = "key"
    program.variables["IAPCTL_MARKET"] = "AS"
    let line = "unconsumed --user a --api legacy --app-seq 1 --url http://127.0.0.1:9"
    let words = line.split(separator: " ").map(String.init)
    #expect(
      try program.run(words: words).errors.contains(
        "lists no markets, so IAPCTL_MARKET does not work"))
    let named = try program.run(words: words + ["--market", "GG"])
    #expect(named.errors.contains("lists no markets, so --market does not work"))
  }

  #if os(Linux)
    /// Another file is in the place where the loader looks first.
    @Test
    func `Without libcurl a fixture store still works`() throws {
      let folder = try TemporaryFolder()
      var program = Program(in: folder)
      for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { try folder.write("none", to: name) }
      program.variables["LD_LIBRARY_PATH"] = folder.path
      program.variables["IAPCTL_APP_KEY"] = "key"
      #expect(try program.run("store", "init", folder["s.db"], "--sample").status == 0)
      #expect(try program.run("products", "--store", folder["s.db"]).status == 0)
      let run = try program.run("unconsumed", "--user", "a", "--url", "http://127.0.0.1:9")
      #expect(run.status == 69)
      #expect(run.errors.contains("libcurl cannot be loaded"), "\(run.errors)")
      #expect(run.errors.contains("hint: install it"))
    }
  #endif
}
