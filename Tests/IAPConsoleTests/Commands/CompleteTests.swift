import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

/// What a completion script is told of the user's own data.
struct CompleteTests {
  /// What fits at the cursor, a line each.
  private func complete(
    _ kind: String, _ word: String = "", behind line: String = "", in console: TestConsole,
    quoting: String = "none"
  ) async -> [String] {
    let run = await console.run(
      words: ["__complete", "--kind=\(kind)", "--word=\(word)", "--quoting=\(quoting)", "--"]
        + words(line))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    return run.output.split(separator: "\n").map(String.init)
  }

  /// The names without what they are known by.
  private func names(
    _ kind: String, _ word: String = "", behind line: String = "", in console: TestConsole
  ) async -> [String] {
    await complete(kind, word, behind: line, in: console).map { String($0.prefix { $0 != "\t" }) }
  }

  // MARK: Inputs

  @Test("Inputs")
  func inputs() throws {
    #expect(
      try resolved(CompleteCommand.self, "__complete --kind=users --word= -- consume 1 --user")
        == .init(
          kind: .users, word: "", quoting: .none, words: ["consume", "1", "--user"]))
    #expect(
      try resolved(CompleteCommand.self, "__complete --kind fields --word a --quoting bash")
        == .init(kind: .fields, word: "a", quoting: .bash, words: []))
    #expect(problem(CompleteCommand.self, "__complete")?.message == "no --kind given")
    #expect(
      problem(CompleteCommand.self, "__complete --kind payments")?.message
        == "--kind: 'payments' is not one of products, users, unconsumed-payments, markets, "
        + "profiles, fields")
  }

  @Test("Of more names than anybody looks through none is told", arguments: [1000, 1001])
  func tooMany(_ count: Int) async throws {
    let folder = try TemporaryFolder()
    let products = (1...count).map {
      "{\"productIdentifier\": \"gem.\($0)\", \"productType\": \"CONSUMABLE\"}"
    }
    _ = try folder.store("{\"format\": 1, \"products\": [\(products.joined(separator: ","))]}")
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = folder["store.db"]
    #expect(await names("products", in: console).count == (count > 1000 ? 0 : count))
    #expect(await names("products", "gem.99", in: console).count == 11)
  }

  @Test("What looks like an option is a name only behind '--'")
  func dashes() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store(
      "{\"format\": 1, \"products\": [{\"productIdentifier\": \"--all\","
        + "\"productType\": \"CONSUMABLE\"}]}")
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = folder["store.db"]
    #expect(await names("products", behind: "purchase", in: console).isEmpty)
    let behind = await console.run(
      words: ["__complete", "--kind=products", "--", "purchase", "--"])
    #expect(behind.output == "--all\n")
  }

  @Test("What is wrong with the rest of the line does not matter yet")
  func restOfTheLine() async throws {
    var store = try SampleStore()
    store.console.variables["IAPCTL_NOW"] = "bogus"
    #expect(
      await names("users", "al", behind: "consume -o bogus --timeout x", in: store.console)
        == ["alice"])
  }

  @Test("Its mistakes are mistakes like any other's")
  func mistakes() async throws {
    #expect(await TestConsole().run("__complete").status == 64)
    #expect(await TestConsole().run("__complete --kind=users").status == 78)
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = "/none/store.db"
    let run = await console.run("__complete --kind=users")
    #expect(run.status == 66)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("iapctl: error: "))
    let setup = try Setup("broken")
    #expect(await setup.console.run("__complete --kind=profiles").status == 78)
  }

  // MARK: Kinds

  @Test("Products, with what they are called")
  func products() async throws {
    let store = try SampleStore()
    #expect(
      await complete("products", "gem", in: store.console)
        == ["gem.100\t보석 100개", "gem.550\t550 gems", "gem.old\t80 gems (no longer sold)"])
    #expect(await names("products", "c", in: store.console) == ["chest.week", "coin_500"])
    #expect(
      await names("products", "c", behind: "purchase --market GG", in: store.console)
        == ["coin_500"])
    #expect(await names("products", "zz", in: store.console) == [])
  }

  @Test("Users")
  func users() async throws {
    let store = try SampleStore()
    #expect(
      await complete("users", in: store.console)
        == ["alice", "bob", "carol", "dave", "erin", "frank"])
    #expect(await names("users", "d", behind: "--market GG", in: store.console) == ["dave"])
  }

  @Test("Payments that can be consumed, of the user who was named")
  func payments() async throws {
    let store = try SampleStore()
    let all = await names("unconsumed-payments", in: store.console)
    let list = await store.run("unconsumed --all-users -o csv --no-header --fields paymentSeq")
    #expect(all == list.output.split(whereSeparator: \.isNewline).map(String.init).sorted())
    #expect(all.count > 1)
    let bobs = await complete(
      "unconsumed-payments", behind: "consume --user bob", in: store.console)
    #expect(bobs == ["2026011110000001\tbob chest.week 2.29 EUR"])
  }

  @Test("Markets: those of the guides, and those of the store")
  func markets() async throws {
    let known = StoreCode.known.map(\.text)
    #expect(await complete("markets", in: TestConsole()) == known)
    #expect(await complete("markets", "G", in: TestConsole()) == ["GG", "GALAXY"])
    let folder = try TemporaryFolder()
    _ = try folder.store(
      "{\"format\": 1, \"markets\": [{\"storeCode\": \"NEW\"}, {\"storeCode\": \"AS\"}]}")
    let line = "products --market AS --store \(folder["store.db"])"
    #expect(await complete("markets", behind: line, in: TestConsole()) == known + ["NEW"])
    #expect(await complete("markets", "N", behind: line, in: TestConsole()) == ["NEW"])
  }

  @Test("Profiles, also where the one that holds is not there")
  func profiles() async throws {
    let setup = try Setup(
      "{\"profile\": \"none\", \"profiles\": {\"live\": {}, \"android\": {}, \"a b\": {}}}")
    #expect(await complete("profiles", in: setup.console) == ["a b", "android", "live"])
    #expect(await complete("profiles", "a", in: setup.console) == ["a b", "android"])
    #expect(await complete("profiles", in: TestConsole()) == [])
  }

  @Test("The profile that was typed holds")
  func profileHolds() async throws {
    let setup = try Setup(
      """
      {"profile": "none", "profiles": {"sample": {"store": "game.db", "user": "bob"}}}
      """)
    #expect(
      await names("unconsumed-payments", behind: "--profile sample consume", in: setup.console)
        == ["2026011110000001"])
    #expect(
      await names("users", "al", behind: "--profile=sample consume 1 --user", in: setup.console)
        == ["alice"])
  }

  @Test("What is unfinished or wrong in the rest of the line does not matter")
  func rest() async throws {
    let store = try SampleStore()
    for line in ["purchase --bogus", "purchase --price", "purchase a b c", "--help purchase", ""] {
      #expect(
        await names("products", "gem.1", behind: line, in: store.console) == ["gem.100"], "\(line)")
    }
  }

  // MARK: Fields

  @Test(
    "The fields of what a command answers, also where an argument or the user is still to come",
    arguments: [
      (
        "products --fields", "product",
        ["productIdentifier", "productSeq", "productName", "productType"]
      ),
      ("purchase --fields", "pay", ["paymentSeq", "payload"]),
      ("purchase gem.100 --fields", "pay", ["paymentSeq", "payload"]),
      ("purchase --deferred --fields", "productN", ["productName"]),
      ("consume --fields", "at", ["attempts"]),
      ("consume 1 --fields", "at", ["attempts"]),
      ("consume --all --dry-run --fields", "at", []),
      ("unconsumed --fields", "pay", ["paymentSeq", "payload"]),
      ("subscriptions --fields", "st", ["storeCode", "storePayment", "status"]),
      ("restore --fields", "paym", ["paymentSeq"]),
      ("reprocess --fields", "paym", ["paymentSeq"]),
      ("explain --fields", "dom", ["domain"]),
      ("store dump --fields", "", []), ("help --fields", "", []), ("", "", []),
    ])
  func fields(_ line: String, _ word: String, _ expected: [String]) async throws {
    let store = try SampleStore()
    let found = await complete("fields", word, behind: line, in: store.console)
    #expect(found.sorted() == expected.sorted())
  }

  @Test("Fields that are there already are not offered again")
  func commas() async throws {
    let store = try SampleStore()
    #expect(
      await complete("fields", "price,cur", behind: "products --fields", in: store.console)
        == ["price,currency"])
    #expect(
      await complete("fields", "price,currency,p", behind: "products", in: store.console)
        == [
          "price,currency,productIdentifier", "price,currency,productSeq",
          "price,currency,productName", "price,currency,productType",
        ])
    #expect(await complete("fields", "price,price", behind: "products", in: store.console) == [])
    #expect(
      await complete("fields", "price,", behind: "products", in: store.console).count
        == ProductRecord.schema.fields.count - 1)
  }

  @Test("Fields come in the order of the records")
  func order() async throws {
    let store = try SampleStore()
    #expect(
      await complete("fields", behind: "products --fields", in: store.console)
        == ProductRecord.schema.fields)
  }

  // MARK: Text

  private static let odd = """
    {"format": 1, "products": [
      {"productIdentifier": "a b", "productType": "CONSUMABLE",
       "localizedTitle": "two\\nlines\\tand \\u001b[2J"},
      {"productIdentifier": "a'b\\"$`\\\\", "productType": "CONSUMABLE"},
      {"productIdentifier": "evil\\u001b[2J", "productType": "CONSUMABLE"},
      {"productIdentifier": "evil\\n", "productType": "CONSUMABLE"},
      {"productIdentifier": "evil\\tx", "productType": "CONSUMABLE"},
      {"productIdentifier": "evil\\u202e", "productType": "CONSUMABLE"}]}
    """

  @Test("What a terminal would obey is left out of names and shown in what they are called")
  func hazards() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store(Self.odd)
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = folder["store.db"]
    #expect(
      await complete("products", in: console)
        == ["a b\ttwo\\nlines\\tand \\u001b[2J", "a'b\"$`\\"])
    #expect(
      await complete("products", in: console, quoting: "bash")
        == ["a\\ b\ttwo\\nlines\\tand \\u001b[2J", "a\\'b\\\"\\$\\`\\\\"])
    #expect(
      await complete("products", "'a'", in: console, quoting: "bash") == [],
      "nobody knows what bash replaces")
  }

  @Test("In bash's quoting the words before it are read as bash reads them")
  func quoting() async throws {
    let setup = try Setup("{\"profiles\": {\"a b\": {\"store\": \"game.db\"}}}")
    var console = setup.console
    for line in [#"--profile=a\ b"#, "--profile='a b'", #"--profile="a b""#] {
      let run = await console.run(
        words: [
          "__complete", "--kind=users", "--word=\"al", "--quoting=bash", "--", line, "consume",
        ])
      #expect(run.output == "alice\n", "\(line)")
    }
    console.variables["HOME"] = setup.folder.path
    let home = ["__complete", "--kind=users", "--word=al", "--", "--store", "~/game.db"]
    #expect(await console.run(words: home).status == 66)
    let bash = ["__complete", "--quoting=bash"] + home.dropFirst()
    #expect(await console.run(words: bash).output == "alice\n")
  }

  // MARK: Hidden

  @Test("No page and no suggestion names it")
  func hidden() async throws {
    #expect(!CommandTree.root.specification.listed.contains { $0.name == "__complete" })
    for columns in [nil, 100] {
      #expect(Console.manual.help(for: [], columns: columns)?.contains("__complete") == false)
    }
    for file in Console.manual.files where file.path.hasPrefix("man/") {
      #expect(!file.text.contains("complete\\-kind") && !file.text.contains("__complete"))
    }
    for word in ["__complet", "__complete_", "_complete"] {
      let run = await TestConsole().run(word)
      #expect(run.status == 64)
      #expect(run.errors.hasPrefix("iapctl: error: unknown command '\(word)'\n"))
    }
  }
}
