import TestSupport
import Testing

/// Commands that name one place in a profile and another in the environment, on two servers that tell
/// their app keys apart.
@Suite(.blocking)
struct PlaceTests {
  /// Two servers with the same payment, a profile of each, and a fixture store with the payment too.
  private final class Desk {
    let folder: TemporaryFolder
    var program: Program
    let servers: [String: Program.Server]

    init() throws {
      folder = try TemporaryFolder()
      program = Program(in: folder)
      program.variables["XDG_CONFIG_HOME"] = folder["config"]
      var servers: [String: Program.Server] = [:]
      for name in ["prod", "sandbox", "mine"] {
        let seed = try folder.write(Self.seed(name), to: "\(name).json")
        #expect(try program.run("store", "init", folder["\(name).db"], "--from", seed).status == 0)
        guard name != "mine" else { continue }
        let server = try program.serve("--store", folder["\(name).db"])
        servers[name] = server
        #expect(
          try program.run(
            "config", "set", "url", "http://127.0.0.1:\(server.port)", "--profile", name
          ).status == 0)
        let key = try program.run(
          words: ["config", "set", "appKey", "--profile", name], input: "\(name)-key")
        #expect(key.status == 0, "\(key.errors)")
      }
      self.servers = servers
    }

    private static func seed(_ name: String) -> String {
      """
      {"format": 1, "appKey": "\(name)-key",
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE", "price": 1500,
         "currency": "KRW"}],
       "purchases": [{"paymentSeq": "1", "userID": "alice", "productIdentifier": "gem"}]}
      """
    }

    func consume(_ variables: [String: String], _ more: String...) throws -> Program.Run {
      var program = program
      program.variables.merge(variables) { $1 }
      return try program.run(words: ["consume", "1", "--user", "alice"] + more)
    }

    /// Where the payment was consumed.
    func consumed() throws -> [String] {
      try ["mine", "prod", "sandbox"].filter { name in
        let list = try program.run(
          "unconsumed", "--all-users", "--store", folder["\(name).db"], "-o", "csv", "--no-header")
        #expect(list.status == 0, "\(list.errors)")
        return list.output.isEmpty
      }
    }

    func address(_ name: String) throws -> String {
      "http://127.0.0.1:\(try #require(servers[name]).port)"
    }

    deinit { for server in servers.values { _ = try? server.stop() } }
  }

  @Test
  func `A fixture store in the environment does not take the consume of a typed profile`() throws {
    let desk = try Desk()
    let run = try desk.consume(["IAPCTL_STORE": desk.folder["mine.db"]], "--profile", "prod")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.hasPrefix("iapctl: not used with --profile prod: IAPCTL_STORE\n"))
    let address = try desk.address("prod")
    #expect(
      run.errors.contains("iapctl: 1 consumed (profile prod, \(address), app key "), "\(run.errors)"
    )
    #expect(try desk.consumed() == ["prod"])
  }

  @Test
  func `A hint names the place of a variable without which a shell acts elsewhere`() throws {
    let desk = try Desk()
    #expect(try desk.program.run("config", "use", "prod").status == 0)
    for (variables, payment, place) in [
      (["IAPCTL_STORE": desk.folder["mine.db"]], "9", " --store \(desk.folder["mine.db"])"),
      (["IAPCTL_PROFILE": "sandbox"], "1", " --profile sandbox"), ([:], "1", nil),
    ] {
      var program = desk.program
      program.variables.merge(variables) { $1 }
      // The second one is told to look into the journal.
      _ = try program.run("consume", payment, "--user", "alice")
      let run = try program.run("consume", payment, "--user", "alice")
      let commands = HintSceneTests.commands(in: run.errors)
      #expect(!commands.isEmpty, "\(run.errors)")
      for command in commands {
        #expect(
          place.map(command.contains)
            ?? (!command.contains("--profile") && !command.contains("--store")),
          "\(command)")
      }
    }
  }

  @Test
  func `An app key in the environment does not move a typed profile to its server`() throws {
    let desk = try Desk()
    let run = try desk.consume(["IAPCTL_APP_KEY": "prod-key"], "--profile", "sandbox")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try desk.consumed() == ["sandbox"])
    // The current profile has a key too: the command is refused.
    let two = try desk.consume(["IAPCTL_APP_KEY": "sandbox-key"])
    #expect(two.status == 78)
    #expect(
      two.errors.contains("two app keys given: IAPCTL_APP_KEY, and appKey of profile 'prod' in "))
    #expect(try desk.consumed() == ["sandbox"])
  }

  @Test
  func `The key of a profile goes to no server in the environment`() throws {
    let desk = try Desk()
    let address = try desk.address("sandbox")
    let typed = try desk.consume(["IAPCTL_URL": address], "--profile", "prod")
    #expect(typed.status == 0, "\(typed.errors)")
    #expect(try desk.consumed() == ["prod"])
    let current = try desk.consume(["IAPCTL_URL": address])
    #expect(current.status == 78)
    #expect(
      current.errors.contains(
        "no app key for \(address): the key of profile prod is for \(try desk.address("prod"))"))
    let option = try desk.consume([:], "--url", address, "--profile", "prod")
    #expect(option.status == 78)
    // A key of the environment does not take its place: a typed profile replaces the environment.
    let keys = ["IAPCTL_URL": address, "IAPCTL_APP_KEY": "sandbox-key"]
    let own = try desk.consume(keys, "--url", address, "--profile", "prod")
    #expect(own.status == 78, "\(own.errors)")
    #expect(
      own.errors.contains("or, without --profile, IAPCTL_APP_KEY together with IAPCTL_URL"),
      "\(own.errors)")
    #expect(try desk.consumed() == ["prod"])
    #expect(try desk.consume(keys).status == 0)
    #expect(try desk.consumed() == ["prod", "sandbox"])
  }

  @Test
  func `The journal names the profile whose place was used, and no other`() throws {
    let desk = try Desk()
    #expect(try desk.program.run("config", "use", "prod").status == 0)
    let address = try desk.address("sandbox")
    let elsewhere = ["IAPCTL_URL": address, "IAPCTL_APP_KEY": "sandbox-key"]
    for variables in [elsewhere, [:]] {
      let run = try desk.consume(variables)
      #expect(run.status == 0, "\(run.errors)")
    }
    var program = desk.program
    program.variables.merge(elsewhere) { $1 }
    let noted = try program.run("journal", "note", "1", "seen", "--server", address)
    #expect(noted.status == 0, "\(noted.errors)")
    let entries = try desk.program.run(
      "journal", "show", "1", "-o", "jsonl", "--fields", "action,server,profile")
    let text = entries.output.replacing("http://", with: "")
    for (action, name, profile) in [
      ("consume", "sandbox", "null"), ("consume", "prod", "\"prod\""), ("note", "sandbox", "null"),
    ] {
      let server = try desk.address(name).replacing("http://", with: "")
      let entry = "{\"action\":\"\(action)\",\"server\":\"\(server)\",\"profile\":\(profile)}\n"
      #expect(text.contains(entry), "\(entry)\(entries.output)")
    }
  }

  @Test
  func `The place is named by a dry run, the trace, a refused request and config show`() throws {
    let desk = try Desk()
    let address = try desk.address("prod")
    let place = "profile prod, \(address), app key "
    let preview = try desk.consume([:], "--dry-run", "-v")
    #expect(preview.errors.contains("would consume 1 payment of user alice (\(place)"))
    #expect(preview.errors.contains("iapctl: trace: place: \(place)"))
    let journaled = try desk.program.run(
      "journal", "list", "-o", "jsonl", "--journal", desk.folder["none.db"])
    #expect(journaled.output.isEmpty)
    let refused = try desk.consume(
      ["IAPCTL_URL": address, "IAPCTL_APP_KEY": "wrong-key"], "--dry-run")
    #expect(refused.status == 77)
    #expect(refused.errors.contains("(profile prod, \(address), app key "), "\(refused.errors)")
    let json = try desk.consume(
      ["IAPCTL_URL": address, "IAPCTL_APP_KEY": "wrong-key"], "-o", "json")
    #expect(json.errors.contains("(profile prod, \(address), app key "), "\(json.errors)")
    var program = desk.program
    program.variables["IAPCTL_STORE"] = desk.folder["mine.db"]
    let shown = try program.run("config", "show", "-o", "csv", "--no-header").output
    for row in [
      "store,\(desk.folder["mine.db"]),IAPCTL_STORE", "api,service,default",
      "url,\(address),not used: profile 'prod'", "appKey,(secret),not used: profile 'prod'",
    ] {
      #expect(shown.contains(row), "\(shown)")
    }
    #expect(shown.contains("journal.db,default"))
  }

  @Test
  func `A variable does not change the API of a profile's place`() throws {
    let desk = try Desk()
    let run = try desk.consume(["IAPCTL_API": "fixture", "IAPCTL_PROFILE": "prod"], "-v")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("/v1/service/consume"), "\(run.errors)")
    #expect(run.errors.contains("not used with --profile prod: IAPCTL_API\n"), "\(run.errors)")
    var program = desk.program
    program.variables.merge(["IAPCTL_API": "fixture", "IAPCTL_PROFILE": "prod"]) { $1 }
    let shown = try program.run("config", "show", "-o", "csv", "--no-header")
    #expect(shown.output.contains("api,fixture,not used: IAPCTL_API"), "\(shown.output)")
  }

  @Test
  func `Options that say something else than a typed profile are named`() throws {
    let desk = try Desk()
    #expect(try desk.program.run("config", "set", "user", "alice", "--profile", "prod").status == 0)
    let other = try desk.program.run("unconsumed", "--profile", "prod", "--user", "bob")
    #expect(
      other.errors.contains("used in place of what profile prod says: --user"), "\(other.errors)")
    let same = try desk.program.run("unconsumed", "--profile", "prod", "--user", "alice")
    #expect(!same.errors.contains("in place of"), "\(same.errors)")
  }

  @Test
  func `Interrupted purchases are told over the API fixture, too`() throws {
    let desk = try Desk()
    let store = desk.folder["prod.db"]
    let bought = try desk.program.run(
      "purchase", "gem", "--user", "frank", "--simulate", "interrupted", "--store", store)
    #expect(bought.status == 0, "\(bought.errors)")
    let run = try desk.program.run(
      "unconsumed", "--user", "frank", "--profile", "prod", "--api", "fixture")
    #expect(
      run.errors.contains("1 interrupted purchase: iapctl reprocess --user frank"), "\(run.errors)")
  }
}
