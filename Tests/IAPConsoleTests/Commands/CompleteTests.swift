import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

@Suite("iapctl __complete")
struct CompleteTests {
  /// The completions at the end of a line. If the line ends in a space, a new word begins there.
  func complete(
    _ line: String, in console: TestConsole = TestConsole(), shell: Shell = .fish
  ) async -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return await complete(words, in: console, shell: shell)
  }

  func complete(
    _ words: [String], in console: TestConsole, shell: Shell = .fish
  ) async -> [String] {
    let run = await console.run(words: ["__complete", shell.rawValue, "--"] + words)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    return run.output.split(separator: "\n").map(String.init)
  }

  /// The candidates without their descriptions.
  private func names(
    _ line: String, in console: TestConsole = TestConsole(), shell: Shell = .fish
  ) async -> [String] {
    await complete(line, in: console, shell: shell).map { String($0.prefix { $0 != "\t" }) }
  }

  @Test("The arguments of __complete are parsed")
  func inputs() throws {
    #expect(
      try resolved(CompleteCommand.self, "__complete zsh -- consume 1 --user")
        == .init(shell: .zsh, words: ["consume", "1", "--user"]))
    #expect(problem(CompleteCommand.self, "__complete")?.message == "missing argument: SHELL")
    #expect(
      problem(CompleteCommand.self, "__complete tcsh")?.message
        == "SHELL: 'tcsh' is not one of bash, zsh, fish")
  }

  @Test("Values that are on the command line already are not offered again")
  func repeated() async throws {
    let store = try SampleStore()
    let all = await names("consume 2026", in: store.console)
    #expect(all.contains("2026011210000001"))
    let rest = await names("consume 2026011210000001 2026", in: store.console)
    #expect(Set(rest) == Set(all).subtracting(["2026011210000001"]))
    let markets = await names("products --market AS --market ")
    #expect(markets.contains("GG") && !markets.contains("AS"))
    #expect(!(await names("products --market AS --market=")).contains("--market=AS"))
  }

  @Test("The payments of the journal complete 'journal show'")
  func journaled() async throws {
    let store = try SampleStore()
    let journal = " --journal \(store.folder["j.db"])"
    #expect(await names("journal show --journal \(store.folder["j.db"]) ") == [])
    let run = await store.run(
      "consume 2026011210000001 2026011410000001 --yes --ticket T\(journal)")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      await names("journal show --journal \(store.folder["j.db"]) ")
        == ["2026011210000001", "2026011410000001"])
    #expect(
      await names("journal show --journal \(store.folder["j.db"]) 202601121")
        == ["2026011210000001"])
  }

  // MARK: Commands and options

  @Test("Commands and options come with what they do, and files are left to the shell")
  func listed() async {
    #expect(await complete("comp").contains("completion\tprint a completion script"))
    #expect(await complete("consume --dr").contains { $0.hasPrefix("--dry-run\t") })
    #expect(await complete("store load ") == ["\tfiles"])
    #expect(await complete("products --store=x") == ["\tfiles"])
  }

  @Test("Only the shared options that a command takes are offered")
  func taken() async {
    #expect(await names("consume --jour", shell: .bash) == ["--journal"])
    #expect(await names("explain --jour", shell: .bash) == [])
    #expect(await names("explain --no-h", shell: .bash) == ["--no-header"])
    #expect(await names("completion --no-h", shell: .bash) == [])
  }

  @Test("bash gets what begins with the word; the others find what fits themselves")
  func fitting() async {
    let values = ["table", "json", "jsonl", "csv", "spreadsheet"]
    #expect(await names("products -o js", shell: .bash) == ["json", "jsonl"])
    #expect(await names("products -o js", shell: .zsh) == values)
    #expect(
      await names("products --output=js", shell: .bash) == ["--output=json", "--output=jsonl"])
    #expect(await names("products --output=js", shell: .fish) == values.map { "--output=" + $0 })
  }

  // MARK: Names of the user's data

  @Test("More than 1,000 candidates are not listed", arguments: [1000, 1001])
  func tooMany(_ count: Int) async throws {
    let folder = try TemporaryFolder()
    let products = (1...count).map {
      "{\"productIdentifier\": \"gem.\($0)\", \"productType\": \"CONSUMABLE\"}"
    }
    _ = try folder.store("{\"format\": 1, \"products\": [\(products.joined(separator: ","))]}")
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = folder["store.db"]
    #expect(await names("purchase ", in: console).count == (count > 1000 ? 0 : count))
    #expect(await names("purchase gem.99", in: console).count == 11)
  }

  @Test("A name that looks like an option is offered only where it is none")
  func dashes() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store(
      "{\"format\": 1, \"products\": [{\"productIdentifier\": \"--all\","
        + "\"productType\": \"CONSUMABLE\"}]}")
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = folder["store.db"]
    #expect(await names("purchase ", in: console) == [])
    #expect(await names("unconsumed --product ", in: console) == [])
    #expect(await names("purchase -- ", in: console) == ["--all"])
    #expect(await names("unconsumed --product=", in: console) == ["--product=--all"])
  }

  @Test("Errors of __complete have the usual exit statuses")
  func mistakes() async throws {
    #expect(await TestConsole().run("__complete").status == 64)
    #expect(await TestConsole().run("__complete fish -- consume --user x").status == 78)
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = "/none/store.db"
    let run = await console.run("__complete fish -- consume --user x")
    #expect(run.status == 66)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("iapctl: error: "))
    let setup = try Setup("broken")
    #expect(await setup.console.run("__complete fish -- consume --profile x").status == 78)
  }

  @Test("Invalid values in the rest of the line are ignored")
  func restOfTheLine() async throws {
    var store = try SampleStore()
    store.console.variables["IAPCTL_NOW"] = "bogus"
    #expect(
      await names("consume -o bogus --timeout x --user al", in: store.console) == ["alice"])
    for line in ["purchase --bogus", "--help purchase", "purchase --price=", "purchase -y"] {
      #expect(await names("\(line) gem.1", in: store.console) == ["gem.100"], "\(line)")
    }
  }

  @Test("Products are completed with their titles")
  func products() async throws {
    let store = try SampleStore()
    #expect(
      await complete("purchase gem", in: store.console)
        == ["gem.100\t보석 100개", "gem.550\t550 gems", "gem.old\t80 gems (no longer sold)"])
    #expect(await names("purchase c", in: store.console) == ["chest.week", "coin_500"])
    #expect(await names("purchase --market GG c", in: store.console) == ["coin_500"])
    #expect(await names("purchase zz", in: store.console) == [])
  }

  @Test("Users are completed")
  func users() async throws {
    let store = try SampleStore()
    #expect(
      await complete("--user ", in: store.console)
        == ["alice", "bob", "carol", "dave", "erin", "frank"])
    #expect(await names("--market GG --user d", in: store.console) == ["dave"])
  }

  @Test("Unconsumed payments are completed, only those of a given user")
  func payments() async throws {
    let store = try SampleStore()
    let all = await names("consume ", in: store.console)
    let list = await store.run("unconsumed --all-users -o csv --no-header --fields paymentSeq")
    #expect(all == list.output.split(whereSeparator: \.isNewline).map(String.init).sorted())
    #expect(all.count > 1)
    #expect(
      await complete("consume --user bob ", in: store.console)
        == ["2026011110000001\tbob chest.week 2.29 EUR"])
  }

  @Test("Known markets and the markets of the store are completed")
  func markets() async throws {
    let known = StoreCode.known.map(\.text)
    #expect(await complete("--market ") == known)
    #expect(await complete("--market G") == ["GG", "GALAXY"])
    let folder = try TemporaryFolder()
    _ = try folder.store(
      "{\"format\": 1, \"markets\": [{\"storeCode\": \"NEW\"}, {\"storeCode\": \"AS\"}]}")
    let line = "products --market AS --store \(folder["store.db"]) --market "
    #expect(await complete(line) == known + ["NEW"])
    #expect(await complete(line + "N") == ["NEW"])
  }

  @Test("Profiles are completed, even if the current one does not exist")
  func profiles() async throws {
    let setup = try Setup(
      "{\"profile\": \"none\", \"profiles\": {\"live\": {}, \"android\": {}, \"a b\": {}}}")
    #expect(await complete("--profile ", in: setup.console) == ["a b", "android", "live"])
    #expect(await complete("--profile a", in: setup.console) == ["a b", "android"])
    #expect(await complete("--profile ") == [])
  }

  @Test("A profile given on the line is used")
  func profileHolds() async throws {
    let setup = try Setup(
      """
      {"profile": "none", "profiles": {"sample": {"store": "game.db", "user": "bob"}}}
      """)
    #expect(
      await names("--profile sample consume ", in: setup.console) == ["2026011110000001"])
    #expect(
      await names("--profile=sample consume 1 --user al", in: setup.console) == ["alice"])
  }

  // MARK: Fields

  @Test(
    "Fields are completed for each command, even if an argument or user is missing",
    arguments: [
      ("products", "product", ["productIdentifier", "productSeq", "productName", "productType"]),
      ("purchase", "pay", ["paymentSeq", "payload"]),
      ("purchase gem.100", "pay", ["paymentSeq", "payload"]),
      ("purchase --deferred", "productN", ["productName"]),
      ("consume", "at", ["attempts"]), ("consume 1", "at", ["attempts"]),
      ("consume --all --dry-run", "at", []),
      ("unconsumed", "pay", ["paymentSeq", "payload"]),
      ("subscriptions", "st", ["storeCode", "storePayment", "status"]),
      ("restore", "paym", ["paymentSeq"]), ("reprocess", "paym", ["paymentSeq"]),
      ("explain", "dom", ["domain"]), ("store dump", "", []), ("help", "", []), ("-q", "", []),
    ])
  func fields(_ line: String, _ word: String, _ expected: [String]) async throws {
    let store = try SampleStore()
    let found = await complete("\(line) --fields \(word)", in: store.console)
    #expect(found.sorted() == expected.sorted())
  }

  @Test("Fields that are already listed are not offered again")
  func commas() async throws {
    let store = try SampleStore()
    let line = "products --fields "
    #expect(await complete(line + "price,cur", in: store.console) == ["price,currency"])
    #expect(
      await complete(line + "price,currency,p", in: store.console)
        == [
          "price,currency,productIdentifier", "price,currency,productSeq",
          "price,currency,productName", "price,currency,productType",
        ])
    #expect(await complete(line + "price,price", in: store.console) == [])
    #expect(
      await complete(line + "price,", in: store.console).count
        == ProductRecord.schema.fields.count - 1)
  }

  @Test("Fields are completed in the order of the records")
  func order() async throws {
    let store = try SampleStore()
    #expect(
      await complete("products --fields ", in: store.console) == ProductRecord.schema.fields)
  }
}
