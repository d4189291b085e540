import TestSupport
import Testing

/// Answers that a person or a script could take for something else than they are.
@Suite(.blocking)
struct FalseAnswerTests {
  private let folder: TemporaryFolder
  private var program: Program
  private var store: String { folder["g.db"] }

  init() throws {
    folder = try TemporaryFolder()
    program = Program(in: folder)
    program.variables["XDG_STATE_HOME"] = folder["state"]
    program.variables["XDG_CONFIG_HOME"] = folder["config"]
    #expect(try program.run("store", "init", folder["g.db"], "--sample").status == 0)
  }

  /// The program with a server of the store.
  private func served() throws -> (program: Program, server: Program.Server) {
    let server = try program.serve("--store", store)
    var program = program
    program.variables["IAPCTL_URL"] = "http://127.0.0.1:\(server.port)"
    program.variables["IAPCTL_APP_KEY"] = "sample-app-key"
    return (program, server)
  }

  @Test
  func `Markets without a package make the list of subscriptions incomplete`() throws {
    let (remote, server) = try served()
    defer { _ = try? server.stop() }
    let run = try remote.run("subscriptions", "--user", "alice", "--package", "AS=com.example.game")
    #expect(run.status == 5, "\(run.errors)")
    #expect(
      run.errors.contains("list incomplete: GG: no package of market GG given"), "\(run.errors)")
    #expect(!run.errors.contains("no subscriptions"), "\(run.errors)")
    let none = try remote.run("subscriptions", "--user", "alice")
    #expect(none.status == 64)
    let narrowed = try remote.run(
      "subscriptions", "--user", "alice", "--package", "com.example.game", "--market", "AS")
    #expect(narrowed.status == 0, "\(narrowed.errors)")
    let refused = try remote.run(
      "subscriptions", "--user", "bob", "--package", "com.a", "--market", "AS")
    #expect(refused.status == 76, "\(refused.errors)")
    #expect(refused.errors.contains("check the package that was sent: com.a"), "\(refused.errors)")
  }

  @Test
  func `No error of a paid subscription advises to revoke it`() throws {
    let run = try program.run("consume", "2026010110000001", "--store", store)
    #expect(run.status == 4)
    #expect(run.errors.contains("so revoke nothing"), "\(run.errors)")
    let explained = try program.run("explain", "13")
    #expect(explained.output.contains("only a refunded payment is void"), "\(explained.output)")
  }

  @Test
  func `What was already consumed is no reason to grant or to revoke`() throws {
    for word in ["already-consumed", "5018"] {
      let explained = try program.run("explain", word, "-o", "csv")
      #expect(explained.output.contains("do not grant, and revoke nothing"), "\(explained.output)")
    }
  }

  @Test
  func
    `Interrupted purchases are named where something is missed, and restore completes a subscription`()
    throws
  {
    for command in ["subscriptions", "restore"] {
      let run = try program.run(command, "--user", "frank", "--store", store)
      #expect(run.status == 0)
      #expect(
        run.errors.contains("1 interrupted purchase: iapctl reprocess --user frank --store"),
        "\(run.errors)")
    }
    let empty = try program.run("subscriptions", "--user", "frank", "--store", store)
    #expect(empty.errors.contains("restore it: iapctl restore --user frank"), "\(empty.errors)")
    #expect(
      try program.run(
        "purchase", "vip.month", "--user", "frank", "--simulate", "interrupted", "--store", store
      ).status == 0)
    let restored = try program.run("restore", "--user", "frank", "--store", store)
    #expect(restored.output.contains("vip.month"), "\(restored.errors)")
  }

  @Test
  func `A charge that the SDK cannot verify is completed by another SDK`() throws {
    #expect(
      try program.run("store", "set-verification", "AS", "V1", "--store", store).status == 0)
    let words = ["purchase", "gem.550", "--user", "frank", "--store", store]
    let run = try program.run(words: words + ["--sdk", "1.7.0"])
    #expect(run.status == 4)
    #expect(
      run.errors.contains("the store has taken the money: complete the purchase"), "\(run.errors)")
    let again = [
      "reprocess", "--user", "frank", "--store", store, "-o", "csv", "--fields",
      "productIdentifier",
    ]
    #expect(try program.run(words: again + ["--sdk", "1.7.0"]).output.contains("gem.550") == false)
    #expect(try program.run(words: again + ["--sdk", "1.8"]).output.contains("gem.550"))
    let explained = try program.run("explain", "11")
    #expect(explained.output.contains("V1"), "\(explained.output)")
  }

  @Test
  func `What the item list does not have is no filter`() throws {
    let (remote, server) = try served()
    defer { _ = try? server.stop() }
    for words in [["--invalid"], ["--type", "CONSUMABLE"]] {
      let run = try remote.run(words: ["products", "--app-seq", "1000047"] + words)
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.contains("neither types nor invalid products"), "\(run.errors)")
    }
  }

  @Test
  func `A payment that was consumed and refunded is both`() throws {
    let payment = "2026011010000001"
    #expect(try program.run("store", "refund", payment, "--store", store).status == 0)
    let page = try program.run("payment", "show", payment, "--store", store)
    #expect(
      page.output.hasPrefix("Payment \(payment) was consumed, and then refunded."), "\(page.output)"
    )
    #expect(page.output.contains("looked up in: fixture store"), "\(page.output)")
    let json = try program.run("payment", "show", payment, "--store", store, "-o", "json")
    #expect(json.output.contains(#""state":"REFUND","consumed":true"#), "\(json.output)")
    let subscription = try program.run(
      "payment", "show", "2026010110000001", "--store", store, "-o", "json")
    #expect(
      subscription.output.contains(#""status":"ACTIVE","isConsumable":null"#),
      "\(subscription.output)")
  }

  @Test
  func `Markets that were not asked are named`() throws {
    let (remote, server) = try served()
    defer { _ = try? server.stop() }
    for words in [["payment", "show"], ["consume"]] {
      let run = try remote.run(
        words: words + ["2026011410000001", "--user", "alice", "--market", "AS"])
      #expect(run.status == 3, "\(run.errors)")
      #expect(run.errors.contains("Only these markets were asked: AS"), "\(run.errors)")
    }
  }

  @Test
  func `An exit status is explained beside the codes, and the old SDK has no code 18`() throws {
    let both = try program.run("explain", "7")
    #expect(both.output.contains("userInvalid") && both.output.contains("exit"), "\(both.output)")
    let status = try program.run("explain", "exit", "7")
    #expect(status.output.contains("may or may not have happened"), "\(status.output)")
    #expect(!status.output.contains("userInvalid"))
    #expect(try program.run("explain", "18", "--domain", "com.toast.iap").status == 3)
    #expect(try program.run("explain", "17", "--domain", "com.toast.iap").status == 0)
  }

  @Test
  func `Sums of two servers are never one`() throws {
    for port in ["a", "b"] {
      let path = folder["\(port).db"]
      #expect(try program.run("store", "init", path, "--sample").status == 0)
      #expect(
        try program.run(
          "consume", "2026011210000001", "--store", path, "--journal", folder["j.db"]
        ).status == 0)
    }
    let run = try program.run(
      "journal", "report", "--fixtures", "--journal", folder["j.db"], "-o", "csv", "--fields",
      "sum", "--no-header")
    #expect(run.output == "1500\r\n1500\r\n", "\(run.output)")
  }

  @Test
  func `A setting that is not set is not found, and the same key twice is one key`() throws {
    let (remote, server) = try served()
    defer { _ = try? server.stop() }
    let key = try folder.write(Array("sample-app-key".utf8), to: "key")
    let url = remote.variables["IAPCTL_URL"] ?? ""
    var named = remote
    named.variables["IAPCTL_URL"] = nil
    #expect(
      try named.run("config", "init", "--name", "live", "--url", url, "--app-key-file", key).status
        == 0)
    #expect(try named.run("config", "get", "market").status == 64)
    #expect(try named.run("config", "get", "markets").status == 3)
    let list = try named.run("unconsumed", "--user", "alice")
    #expect(list.status == 0, "\(list.errors)")
    named.variables["IAPCTL_APP_KEY"] = "another-key"
    let two = try named.run("unconsumed", "--user", "alice")
    #expect(two.status == 78, "\(two.errors)")
    named.variables["IAPCTL_APP_KEY"] = nil
    named.variables["IAPCTL_STORE"] = store
    let used = try named.run("config", "use", "live")
    #expect(used.errors.contains("IAPCTL_STORE names another place"), "\(used.errors)")
  }
}
