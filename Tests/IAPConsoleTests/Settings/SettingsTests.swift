import IAPCore
import IAPMessages
import Languages
import Testing

@testable import CommandLine
@testable import IAPConsole

struct SettingsTests {
  private static let codes = Language.allCases.map(\.rawValue).joined(separator: ", ")

  private func settings(
    _ line: String, _ variables: [String: String] = [:]
  ) throws -> Settings {
    let parsed = ArgumentParser(root: CommandTree.root.specification).parse(words(line))
    #expect(parsed.problem == nil)
    return try Settings(parsed.arguments, variables)
  }

  private func problem(_ line: String, _ variables: [String: String] = [:]) -> UsageText? {
    do {
      _ = try settings(line, variables)
      return nil
    } catch {
      return (error as? UsageError).map { UsageText($0) }
    }
  }

  @Test
  func `The default settings`() throws {
    let settings = try settings("products")
    #expect(settings.withoutSource == Settings())
    #expect(settings.timeout == .seconds(30))
    #expect(settings.output.format == .table)
    #expect(settings.markets.isEmpty)
    #expect(settings.allowsInput)
  }

  @Test
  func `Precedence of each setting: option, environment, default`() throws {
    let variables = [
      "IAPCTL_STORE": "env.db", "IAPCTL_USER": "env", "IAPCTL_MARKET": "GG",
      "IAPCTL_OUTPUT": "csv", "IAPCTL_NOW": "2026-01-01T00:00:00Z",
    ]
    let environment = try settings("products", variables)
    #expect(environment.store == "env.db")
    #expect(environment.user == "env")
    #expect(!environment.isTyped(GlobalOptions.user.specification))
    #expect(environment.markets == ["GG"])
    #expect(
      environment.origin(of: GlobalOptions.market.specification) == .variable("IAPCTL_MARKET"))
    #expect(environment.output.format == .csv)
    #expect(environment.clock == .set(Instant(1_767_225_600_000)))
    #expect(environment.origin(of: GlobalOptions.now.specification) == .variable("IAPCTL_NOW"))
    let both = try settings("products --user flag --market AS -o json", variables)
    #expect(both.store == "env.db")
    #expect(both.user == "flag")
    #expect(both.isTyped(GlobalOptions.user.specification))
    #expect(both.markets == ["AS"])
    #expect(both.origin(of: GlobalOptions.market.specification) == .commandLine)
    #expect(both.output.format == .json)
    #expect(both.clock == environment.clock)
  }

  @Test
  func `An empty variable counts as not set`() throws {
    let variables = Dictionary(uniqueKeysWithValues: Variables.own.map { ($0, "") })
    #expect(try settings("products", variables).withoutSource == Settings())
  }

  @Test
  func `IAPCTL_MARKET holds several markets, separated by commas`() throws {
    #expect(
      try settings("products", ["IAPCTL_MARKET": "AS,GG,NEWSTORE"]).markets
        == ["AS", "GG", "NEWSTORE"])
    #expect(
      try settings("products --market AS --market GG", ["IAPCTL_MARKET": "ONESTORE"]).markets
        == ["AS", "GG"])
    #expect(
      try settings("products --market AS,GG --market NEWSTORE").markets == ["AS", "GG", "NEWSTORE"])
    #expect(
      problem("products --market AS,,GG")?.message
        == "--market: '' is not a market code, such as AS")
  }

  @Test(arguments: [
    ("products --user=", "--user: '' is not a name; it must not be empty"),
    ("products --market=", "--market: '' is not a market code, such as AS"),
    (
      "products --now x",
      "--now: 'x' is not an instant of RFC 3339 such as 2026-01-01T00:00:00Z, a day such as "
        + "2026-01-31, or a duration with a plus sign such as +1d or +P1M"
    ),
    (
      "products --timeout -1",
      "--timeout: '-1' is not a time above 0, at most a day, such as 30, 500ms or 5m"
    ),
    (
      "products --lang kr",
      "--lang: 'kr' is not one of \(codes), did you mean 'ko'?"
    ),
    (
      "products --fields a,,b",
      "--fields: 'a,,b' is not a list of different field names separated by commas"
    ),
  ])
  func `An invalid option is reported with its name`(_ line: String, _ message: String) {
    #expect(problem(line) == UsageText(message))
  }

  @Test(arguments: [
    (
      "IAPCTL_OUTPUT", "jsn",
      "IAPCTL_OUTPUT: 'jsn' is not one of table, json, jsonl, csv, spreadsheet, did you mean 'json'?"
    ),
    (
      "IAPCTL_MARKET", "AS,",
      "IAPCTL_MARKET: '' is not a market code, such as AS"
    ),
    (
      "IAPCTL_NOW", "now",
      "IAPCTL_NOW: 'now' is not an instant of RFC 3339 such as 2026-01-01T00:00:00Z, a day such as "
        + "2026-01-31, or a duration with a plus sign such as +1d or +P1M"
    ),
  ])
  func `An invalid variable is a configuration error with its name`(
    _ name: String, _ value: String, _ message: String
  ) {
    #expect(
      problem("products", [name: value]) == UsageText(message, origin: .variable(name)))
  }

  @Test
  func `An option overrides an invalid variable`() throws {
    #expect(
      try settings("products -o csv", ["IAPCTL_OUTPUT": "jsn"]).output.format == .csv)
  }

  @Test
  func `An invalid option exits 64, an invalid variable 78`() async throws {
    var store = try SampleStore()
    #expect(await store.run("products -o jsn").status == 64)
    store.console.variables["IAPCTL_OUTPUT"] = "jsn"
    let run = await store.run("products")
    #expect(run.status == 78)
    #expect(run.output.isEmpty)
  }

  @Test
  func `A missing backend is reported with a hint`() async throws {
    let error = try #require(throws: UsageError.self) { try Settings().backend() }
    let text = UsageText(error)
    #expect(text.message == "iapctl does not know which service to ask")
    #expect(error.origin == .missingBackend)
    #expect(text.hint?.contains("--store") == true)
    #expect(text.hint?.contains("app key") == true)
    let chosen = try settings("products --store a.db --timeout 5").backend()
    #expect(chosen == .store(path: "a.db"))
  }

  @Test
  func `If a command needs a user, a missing one is reported`() throws {
    #expect(
      throws: UsageError(PlaceUsage.noUser(canListAll: false))
    ) { try settings("products --store a.db").requiredUser() }
    // Without a backend, a user alone is not enough.
    #expect(throws: try #require(throws: UsageError.self) { try Settings().backend() }) {
      try Settings().requiredUser()
    }
    #expect(try settings("products --user a").requiredUser() == "a")
  }

  @Test
  func `Commands that work in one market refuse several`() throws {
    #expect(try settings("products").singleMarket() == .appStore)
    #expect(try settings("products --market GG").singleMarket() == .googlePlay)
    #expect(
      throws: UsageError(
        PlaceUsage.severalMarkets(["AS", "GG"], givenBy: "IAPCTL_MARKET"),
        origin: .variable("IAPCTL_MARKET"))
    ) { try settings("products", ["IAPCTL_MARKET": "AS,GG"]).singleMarket() }
  }

  @Test(
    arguments: [
      ("", [:], .english), ("--lang ja", ["LC_ALL": "ko_KR.UTF-8"], .japanese),
      ("", ["LC_ALL": "ko_KR.UTF-8", "LANG": "ja_JP"], .korean),
      ("", ["LC_MESSAGES": "ja_JP.UTF-8", "LANG": "ko_KR"], .japanese),
      ("", ["LANG": "ko"], .korean), ("", ["LANG": "kok_IN"], .english),
      ("", ["LANG": "ja@latin"], .japanese), ("", ["LC_ALL": "", "LANG": "ja_JP"], .japanese),
      ("", ["LC_ALL": "C.UTF-8", "LANG": "ja_JP"], .english), ("", ["LANG": "de_DE"], .english),
      ("--lang en", ["LANG": "ko_KR"], .english),
    ] as [(String, [String: String], Language)])
  func `The language comes from the option, else from the locale`(
    _ option: String, _ variables: [String: String], _ language: Language
  ) throws {
    #expect(try settings("products " + option, variables).language == language)
  }
}
