import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

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

  @Test
  func `The arguments of __complete are parsed`() throws {
    let command = try resolved(CompleteCommand.self, "__complete zsh -- consume 1 --user")
    #expect((command.shell, command.words) == (.zsh, ["consume", "1", "--user"]))
    #expect(problem(CompleteCommand.self, "__complete")?.message == "missing argument: SHELL")
    #expect(
      problem(CompleteCommand.self, "__complete tcsh")?.message
        == "SHELL: 'tcsh' is not one of bash, zsh, fish")
  }

  @Test
  func `Values that are on the command line already are not offered again`() async throws {
    let store = try SampleStore()
    let all = await names("consume 2026", in: store.console)
    #expect(all.contains("2026011210000001"))
    let rest = await names("consume 2026011210000001 2026", in: store.console)
    #expect(Set(rest) == Set(all).subtracting(["2026011210000001"]))
    let markets = await names("products --market AS --market ")
    #expect(markets.contains("GG") && !markets.contains("AS"))
    #expect(!(await names("products --market AS --market=")).contains("--market=AS"))
  }

  @Test
  func `The payments of the journal complete 'journal show'`() async throws {
    var store = try SampleStore()
    let path = store.folder["j.db"]
    store.console.backends.journal = { [folder = store.folder] _ in folder.journal("j.db") }
    let console = store.console
    #expect(await names("journal show --journal \(path) ", in: console) == [])
    try await store.folder.fillJournal("j.db")
    let all = await names("journal show --journal \(path) ", in: console)
    #expect(Set(["1", "2"]).isSubset(of: all), "\(all)")
    #expect(await names("journal show --journal \(path) 2", in: console) == ["2"])
  }

  @Test
  func `A shared option of which a command takes several is offered, again too`() async throws {
    let store = try SampleStore()
    #expect(await names("unconsumed --us").contains("--user"))
    #expect(await names("unconsumed --user alice --us").contains("--user"))
    #expect(await names("unconsumed --user alice --user ", in: store.console).contains("bob"))
    #expect(!(await names("subscriptions --user alice --us")).contains("--user"))
  }

  @Test
  func `The payments of the store and of the journal complete 'payment show'`() async throws {
    var store = try SampleStore()
    let path = store.folder["j.db"]
    store.console.backends.journal = { [folder = store.folder] _ in folder.journal("j.db") }
    try await store.folder.fillJournal("j.db")
    let all = await names("payment show --journal \(path) ", in: store.console)
    #expect(Set(["1", "2", "2026011010000001", "2026011210000001"]).isSubset(of: all), "\(all)")
    #expect(all == all.sorted())
    #expect(
      await names("payment show --journal \(path) 20260115", in: store.console)
        == ["2026011510000001"])
  }

  @Test
  func `Known markets and the markets of the store are completed`() async throws {
    let known = StoreCode.known.map(\.text)
    #expect(await complete("--market ") == known)
    #expect(await complete("--market G") == ["GG", "GALAXY"])
    let folder = try TemporaryFolder()
    _ = try folder.store(
      "{\"format\": 1, \"markets\": [{\"storeCode\": \"NEW\"}, {\"storeCode\": \"AS\"}]}")
    let line = "products --market AS --store \(folder["store.db"]) --market "
    #expect(await complete(line) == known.filter { $0 != "AS" } + ["NEW"])
    #expect(await complete(line + "N") == ["NEW"])
  }

  @Test
  func `Profiles are completed, even if the current one does not exist`() async throws {
    let setup = try Setup(
      "{\"profile\": \"none\", \"profiles\": {\"live\": {}, \"android\": {}, \"a b\": {}}}")
    #expect(await complete("--profile ", in: setup.console) == ["a b", "android", "live"])
    #expect(await complete("--profile a", in: setup.console) == ["a b", "android"])
    #expect(await complete("--profile ") == [])
  }

  @Test
  func `A profile given on the line is used`() async throws {
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

  @Test(arguments: [
    ("products", "product", ["productIdentifier", "productSeq", "productName", "productType"]),
    ("purchase", "pay", ["paymentSeq", "payload"]),
    ("purchase gem.100", "pay", ["paymentSeq", "payload"]),
    ("purchase --deferred", "productN", ["productName"]),
    ("consume", "at", ["attempts"]), ("consume 1", "at", ["attempts"]),
    ("consume --all --user alice --dry-run", "at", []),
    ("unconsumed", "pay", ["paymentSeq", "payload"]),
    ("subscriptions", "st", ["storeCode", "storePayment", "status"]),
    ("restore", "paym", ["paymentSeq"]), ("reprocess", "paym", ["paymentSeq"]),
    ("explain", "dom", ["domain"]), ("store dump", "", []), ("help", "", []), ("-q", "", []),
  ])
  func `Fields are completed for each command, even if an argument or user is missing`(
    _ line: String, _ word: String, _ expected: [String]
  ) async throws {
    let store = try SampleStore()
    let found = await complete("\(line) --fields \(word)", in: store.console)
    #expect(found.sorted() == expected.sorted())
  }

  @Test
  func `Fields that are already listed are not offered again`() async throws {
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

  @Test
  func `Fields are completed in the order of the records`() async throws {
    let store = try SampleStore()
    #expect(
      await complete("products --fields ", in: store.console) == ProductRecord.schema.fields)
  }
}
