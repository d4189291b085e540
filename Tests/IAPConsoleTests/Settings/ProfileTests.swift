import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

/// The choice of the profile, and its precedence below options and variables.
struct ProfileTests {
  static let configuration = """
    {"profile": "rehearsal",
     "profiles": {
       "rehearsal": {"store": "game.db", "user": "alice"},
       "android": {"store": "game.db", "markets": ["GG", "ONESTORE"], "user": "carol"},
       "elsewhere": {"store": "none.db"},
       "nothing": {}}}
    """

  private func settings(
    _ line: String, _ variables: [String: String], _ profile: [String: [String]]
  ) throws -> Settings {
    let parsed = ArgumentParser(root: CommandTree.root.specification).parse(words(line))
    #expect(parsed.problem == nil)
    return try Settings(
      parsed.arguments, variables, ProfileChoice(profile: Profile(name: "p", values: profile)))
  }

  // MARK: Choice of the profile

  @Test
  func `Precedence: --profile, IAPCTL_PROFILE, the key "profile"`() async throws {
    var setup = try Setup(Self.configuration)
    #expect(await setup.console.run("unconsumed --fields userID -o csv").output.contains("alice"))
    #expect(await setup.console.run("products --profile elsewhere").status == 66)
    setup.console.variables["IAPCTL_PROFILE"] = "elsewhere"
    #expect(await setup.console.run("products").status == 66)
    #expect(await setup.console.run("products --profile android").status == 0)
    setup.console.variables["IAPCTL_PROFILE"] = ""
    #expect(await setup.console.run("products").status == 0)
    #expect(await setup.console.run("products --profile nothing").status == 78)
  }

  @Test
  func `An unknown profile is reported with a list of the existing ones`() async throws {
    var setup = try Setup(Self.configuration)
    let typed = await setup.console.run("products --profile androd")
    #expect(typed.status == 64)
    #expect(
      typed.errors == """
        iapctl: error: no profile 'androd' in \(setup.path), did you mean 'android'?
        hint: the profiles are android, elsewhere, nothing, rehearsal

        """)
    setup.console.variables["IAPCTL_PROFILE"] = "live"
    let variable = await setup.console.run("products")
    #expect(variable.status == 78)
    #expect(variable.errors.hasPrefix("iapctl: error: no profile 'live' in \(setup.path)\n"))
  }

  @Test
  func `An unknown current profile is an error of the configuration file`() async throws {
    let setup = try Setup("{\"profile\": \"live\"}")
    let run = await setup.console.run("products")
    #expect(run.status == 78)
    #expect(
      run.errors == """
        iapctl: error: no profile 'live' in \(setup.path)
        hint: add the profile with: iapctl config set store PATH --profile live

        """)
    let other = try Setup(#"{"profile": "live", "profiles": {"android": {}}}"#)
    #expect(
      await other.console.run("products").errors.hasSuffix(
        "hint: the profiles are android; switch to one with: iapctl config use android\n"))
  }

  @Test
  func `Without a configuration file there are no profiles`() async throws {
    let setup = try Setup(nil)
    let run = await setup.console.run("products --profile live")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("iapctl: error: no profile 'live' in \(setup.path)\nhint: add"))
    let nowhere = await TestConsole().run("products --profile live")
    #expect(nowhere.status == 64)
    #expect(nowhere.errors.hasPrefix("iapctl: error: no profile 'live'\nhint: add"))
  }

  @Test
  func `An empty profile name is invalid`() async throws {
    let setup = try Setup(Self.configuration)
    let run = await setup.console.run("products --profile=")
    #expect(run.status == 64)
    #expect(
      run.errors.hasPrefix("iapctl: error: --profile: '' is not a name; it must not be empty\n"))
  }

  // MARK: Settings of the profile

  @Test
  func `Precedence of each setting: option, environment, profile`() throws {
    let profile = ["store": ["/profile.db"], "user": ["profile"], "markets": ["GG", "AS"]]
    let alone = try settings("products", [:], profile)
    #expect(alone.store == "/profile.db")
    #expect(alone.user == "profile")
    #expect(alone.markets == ["GG", "AS"])
    #expect(
      alone.origin(of: GlobalOptions.store.specification) == .configuration
        && !alone.isTyped(GlobalOptions.store.specification))
    #expect(
      alone.origin(of: GlobalOptions.user.specification) == .configuration
        && !alone.isTyped(GlobalOptions.user.specification))
    #expect(
      alone.origin(of: GlobalOptions.market.specification) == .configuration
        && !alone.isTyped(GlobalOptions.market.specification))
    let variable = try settings("products", ["IAPCTL_USER": "env"], profile)
    #expect(variable.store == "/profile.db")
    #expect(variable.user == "env")
    #expect(variable.markets == ["GG", "AS"])
    #expect(variable.origin(of: GlobalOptions.user.specification) == .variable("IAPCTL_USER"))
    let all = try settings(
      "products --market EPIC", ["IAPCTL_STORE": "env.db", "IAPCTL_MARKET": "AS"], profile)
    #expect(all.store == "env.db")
    #expect(all.user == nil, "the user of another store")
    #expect(all.markets == ["EPIC"])
    let empty = try settings("products", ["IAPCTL_STORE": "", "IAPCTL_MARKET": ""], profile)
    #expect(empty.store == "/profile.db")
    #expect(empty.markets == ["GG", "AS"])
  }

  @Test
  func `A missing key sets nothing, and an empty list of markets means all markets`() throws {
    let none = try settings("products", [:], [:])
    #expect(none.profileInUse != nil)
    #expect(none.withoutSource == Settings())
    let all = try settings("products", [:], ["markets": []])
    #expect(all.markets.isEmpty)
  }

  @Test(arguments: [
    (["user": [""]], "user of profile 'p': '' is not a name; it must not be empty"),
    (["store": [""]], "store of profile 'p': '' is not a name; it must not be empty"),
    (
      ["markets": ["AS", "GG,,EPIC"]],
      "markets of profile 'p': '' is not a market code, such as AS"
    ),
  ])
  func `An invalid value is reported with its key and profile`(
    _ profile: [String: [String]], _ message: String
  ) throws {
    let error = try #require(throws: UsageError.self) {
      try settings("products", [:], profile)
    }
    #expect(UsageText(error) == UsageText(message, origin: .configuration))
    let line = "products --user u --store s --market AS"
    #expect(try settings(line, [:], profile).user == "u", "what is outranked is not read")
  }

  @Test
  func `An invalid value in a profile exits 78`() async throws {
    let setup = try Setup(
      "{\"profile\": \"p\", \"profiles\": {\"p\": {\"store\": \"game.db\", \"user\": \"\"}}}")
    let run = await setup.console.run("products")
    #expect(run.status == 78)
    #expect(
      run.errors
        == "iapctl: error: user of profile 'p' in \(setup.path): '' is not a name; it must not "
        + "be empty\n")
    #expect(await setup.console.run("unconsumed --user a").status == 0)
  }

  @Test
  func `If a command needs one market, two in a profile are a configuration error`() async throws {
    let setup = try Setup(Self.configuration)
    let run = await setup.console.run("purchase coin_500 --profile android")
    #expect(run.status == 78)
    #expect(
      run.errors == """
        iapctl: error: more than one market given by markets of profile 'android' in \(setup.path): \
        GG, ONESTORE
        hint: name one with --market CODE

        """)
    #expect(
      await setup.console.run("purchase coin_500 --profile android --market GG --user bob").status
        == 0)
  }

  @Test
  func `The markets of a profile apply if no option names one`() async throws {
    let setup = try Setup(Self.configuration)
    let list = "--all-users --fields storeCode -o csv --no-header"
    func codes(_ more: String) async -> Set<Substring> {
      Set(await setup.console.run("unconsumed \(list) \(more)").output.split(separator: "\r\n"))
    }
    let all = await codes("--profile rehearsal")
    #expect(all.contains("AS") && all.contains("GG"))
    #expect(await codes("--profile android") == all.intersection(["GG", "ONESTORE"]))
    #expect(await codes("--profile android --market AS") == ["AS"])
    let line = "consume 2026011210000001 --user alice --profile android"
    let elsewhere = await setup.console.run(line)
    #expect(elsewhere.status != 0)
    #expect(elsewhere.errors.contains("belongs to market AS, which was not given"))
    #expect(await setup.console.run(line + " --market AS").status == 0)
  }

  @Test
  func `Profile names are compared byte by byte`() async throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let setup = try Setup(
      "{\"profile\": \"\(decomposed)\", \"profiles\": {"
        + "\"\(composed)\": {\"user\": \"one\"}, \"\(decomposed)\": {\"user\": \"two\"}}}")
    func user(_ line: String) async -> String {
      let run = await setup.console.run("config show -o csv --no-header \(line)")
      let row = run.output.split(separator: "\r\n").first { $0.hasPrefix("user,") }
      return String(row?.split(separator: ",")[1] ?? "")
    }
    #expect(await user("") == "two")
    #expect(await user("--profile \(composed)") == "one")
    #expect(await user("--profile \(decomposed)") == "two")
    let list = await setup.console.run("config list -o csv --no-header --fields name,current")
      .output
    #expect(list.utf8.elementsEqual("\(decomposed),true\r\n\(composed),false\r\n".utf8))
    _ = await setup.console.run("config set user three --profile \(composed)")
    #expect(await user("--profile \(composed)") == "three")
    #expect(await user("--profile \(decomposed)") == "two")
    #expect(await setup.console.run("config use \(composed)").status == 0)
    #expect(await user("") == "three")
    let wrong = try Setup(
      "{\"profiles\": {\"\(composed)\": {}, \"\(decomposed)\": {\"stroe\": \"x\"}}}")
    let run = await wrong.console.run("config list")
    #expect(run.status == 78)
    #expect(run.errors.contains(", profiles.\(decomposed).stroe: unknown key"))
  }

  @Test(
    arguments: [
      (#""url": "ftp://a""#, [:], "products", 78, "url of PROFILE: invalid URL 'ftp://a': the"),
      (
        #""url": "https://u:hush@a""#, [:], "products", 78,
        "url of PROFILE: invalid URL 'https://(secret)@a'"
      ),
      ("", ["IAPCTL_URL": "ftp://a"], "products", 78, "IAPCTL_URL: invalid URL 'ftp://a'"),
      (#""url": "ftp://a""#, [:], "products --url ftp://b", 64, "--url: invalid URL 'ftp://b'"),
      (
        #""url": "https://a", "store": "game.db""#, ["IAPCTL_APP_KEY": ""], "products", 78,
        "two backends given: a fixture store by store of PROFILE, and a URL by url of PROFILE"
      ),
      (
        #""url": "https://a""#, ["IAPCTL_NOW": "2026-01-01T00:00:00Z"], "products", 78,
        "IAPCTL_NOW works only on a fixture store"
      ),
      ("", ["IAPCTL_APP_KEY": "a b"], "products", 78, "IAPCTL_APP_KEY: invalid app key: empty, or"),
      ("", ["IAPCTL_APP_KEY": " "], "products", 78, "IAPCTL_APP_KEY: invalid app key: empty, or"),
      ("", ["IAPCTL_APP_KEY": "a\tb"], "products", 78, "IAPCTL_APP_KEY: invalid app key: empty"),
      ("", ["IAPCTL_APP_KEY": "한글"], "products", 78, "IAPCTL_APP_KEY: invalid app key: empty, or"),
      (#""appSeq": 0"#, [:], "products", 78, "appSeq of PROFILE: '0' is not a whole number"),
      (#""api": "soap""#, [:], "products", 78, "api of PROFILE: 'soap' is not one of"),
      (##""packageName": "" "##, [:], "products", 78, "packageName of PROFILE: '' is not a name"),
      (##""appKeyFile": "" "##, [:], "products", 78, "appKeyFile of PROFILE: '' is not a name"),
    ] as [(String, [String: String], String, Int32, String)])
  func `An invalid setting is reported with its source`(
    _ profile: String, _ variables: [String: String], _ line: String, _ status: Int32,
    _ message: String
  ) async throws {
    var setup = try Setup("{\"profile\": \"p\", \"profiles\": {\"p\": {\(profile)}}}")
    setup.console.variables["IAPCTL_APP_KEY"] = "key"
    setup.console.variables.merge(variables) { $1 }
    let run = await setup.console.run(line)
    #expect(run.status == status)
    let parts = message.split(separator: "PROFILE", omittingEmptySubsequences: false)
    let whole = parts.joined(separator: "profile 'p' in \(setup.path)")
    #expect(run.errors.contains(whole), "\(run.errors)")
    #expect(!run.errors.contains("hush"))
  }

  @Test
  func `The user of a profile does not conflict with --all-users`() async throws {
    let setup = try Setup(Self.configuration)
    #expect(await setup.console.run("unconsumed --all-users").status == 0)
    #expect(await setup.console.run("unconsumed --all-users --user bob").status == 64)
  }

  @Test
  func `A profile cannot set the clock, the format or the profile`() {
    #expect(
      ConfigurationFormat.profile.schema.members.map { "\($0.name) \($0.schema.kind)" } == [
        "store string", "url string", "api string", "appKeyFile string", "appId string",
        "secretKeyFile string", "packageName string",
        "appSeq number", "journal string", "user string", "markets array of strings",
        "lang string", "timeZone string", "settle string", "appKey string", "secretKey string",
        "packageNames object of strings",
        "appSeqs object of numbers",
        "requireTicket boolean",
      ])
    #expect(ConfigurationFormat.all.flatMap(\.members).allSatisfy { !$0.isRequired })
  }
}
