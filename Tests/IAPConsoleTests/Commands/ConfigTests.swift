import IAPCore
import TestSupport
import Testing

@testable import IAPConsole

@Suite("iapctl config")
struct ConfigTests {
  private func setup() throws -> Setup {
    var setup = try Setup(nil)
    setup.console.variables[Variables.store] = nil
    return setup
  }

  private func text(_ setup: Setup) throws -> String {
    try #require(setup.console.files[setup.path])
  }

  @Test("config set writes the value in order and changes nothing else")
  func set() async throws {
    var setup = try setup()
    for line in [
      "config set user alice", "config set markets GG,AS", "config set appSeq 7",
      "config set store game.db", "config set api legacy --profile old",
      "config set packageNames AS=com.example,GG=com.example.android",
    ] {
      let run = await setup.console.run(line)
      #expect(run.status == 0, "\(line): \(run.errors)")
    }
    setup.console.input = "hush\n"
    #expect(await setup.console.run("config set appKey --profile old").status == 0)
    #expect(
      try text(setup) == """
        {
          "profile": "default",
          "profiles": {
            "default": {
              "store": "/here/game.db",
              "appSeq": 7,
              "user": "alice",
              "markets": ["GG","AS"],
              "packageNames": {"AS":"com.example","GG":"com.example.android"}
            },
            "old": {
              "api": "legacy",
              "appKey": "hush"
            }
          }
        }

        """)
  }

  @Test("config use and config unset report what they changed")
  func useAndUnset() async throws {
    let setup = try setup()
    _ = await setup.console.run("config set user alice --profile a")
    _ = await setup.console.run("config set user bob --profile b")
    #expect(await setup.console.run("config use b").status == 0)
    #expect(
      await setup.console.run("config list -o csv").output
        == "name,current\r\na,false\r\nb,true\r\n")
    let missing = await setup.console.run("config use c")
    #expect(missing.status == 64)
    #expect(missing.errors.contains("hint: the profiles are a, b"))
    #expect(await setup.console.run("config unset user").errors.contains("wrote profile b"))
    #expect(await setup.console.run("config unset user").errors.contains("has no setting user"))
    #expect(try text(setup).contains("\"a\": {\n      \"user\": \"alice\""))
  }

  @Test("The hint on a typed app key writes it into the same profile")
  func typedKey() async throws {
    let setup = try setup()
    #expect(
      await setup.console.run("config set appKey hush --profile live").errors.hasSuffix(
        "hint: pass it on standard input: iapctl config set appKey --profile live < FILE\n"))
    #expect(
      await setup.console.run("config set appKey hush").errors.hasSuffix(
        "hint: pass it on standard input: iapctl config set appKey < FILE\n"))
  }

  @Test("config unset for a missing profile changes nothing")
  func unsetNowhere() async throws {
    var setup = try setup()
    let nowhere = await setup.console.run("config unset user")
    #expect(nowhere.status == 64)
    #expect(nowhere.errors.hasPrefix("iapctl: error: no profile 'default' in \(setup.path)\n"))
    _ = await setup.console.run("config set user alice --profile android")
    let before = try text(setup)
    let typed = await setup.console.run("--profile androd config unset user")
    #expect(typed.status == 64)
    #expect(
      typed.errors == """
        iapctl: error: no profile 'androd' in \(setup.path), did you mean 'android'?
        hint: the profiles are android

        """)
    setup.console.variables["IAPCTL_PROFILE"] = "ios"
    #expect(await setup.console.run("config unset user").status == 78)
    setup.console.variables["IAPCTL_PROFILE"] = nil
    #expect(await setup.console.run("config unset user").status == 64)
    #expect(try text(setup) == before)
    setup.console.files[setup.path] = #"{"profile": "gone", "profiles": {}}"#
    #expect(await setup.console.run("config unset user").status == 78)
  }

  @Test("config show prints effective settings with their source, and no secret")
  func show() async throws {
    var setup = try setup()
    setup.console.input = "hush"
    _ = await setup.console.run("config set appKey")
    _ = await setup.console.run("config set user alice")
    _ = await setup.console.run("config use default")
    setup.console.variables["IAPCTL_URL"] = "https://iap.example"
    let run = await setup.console.run("config show --market GG -o csv --no-header")
    #expect(run.status == 0)
    #expect(
      run.output.split(separator: "\r\n").filter { !$0.hasSuffix(",,") } == [
        "profile,default,profile 'default'",
        "url,https://iap.example,IAPCTL_URL", "user,alice,profile 'default'",
        "markets,GG,'--market", "appKey,(secret),profile 'default'",
      ])
  }

  @Test(
    "An invalid value is refused before anything is written",
    arguments: [
      ("config set appSeq x", "appSeq: 'x' is not a whole number of at least 1"),
      ("config set api soap", "api: 'soap' is not one of service, legacy, fixture"),
      ("config set url ftp://a", "url: invalid URL 'ftp://a': the scheme is ftp"),
      ("config set url http://example.com", "url: invalid URL 'http://example.com': plain http"),
      ("config set url http://127.0.0.01:9", "url: invalid URL 'http://127.0.0.01:9': plain http"),
      ("config set url https://u:hush@a", "url: invalid URL 'https://(secret)@a'"),
      ("config set url https://a/b?key=hush", "url: invalid URL 'https://a/b?(secret)'"),
      ("config set markets AS,,GG", "markets: '' is not a market code"),
      ("config set appSeq 0", "appSeq: '0' is not a whole number of at least 1"),
      ("config set stroe x", "KEY: 'stroe' is not a key"),
      ("config set packageNames AS", "packageNames: 'AS' is not MARKET=PACKAGE"),
      ("config set appKey hush", "appKey takes no value"),
      ("config set user", "missing argument: VALUE"),
    ])
  func mistakes(_ line: String, _ message: String) async throws {
    let setup = try setup()
    let run = await setup.console.run(line)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("iapctl: error: \(message)"), "\(run.errors)")
    #expect(!run.errors.contains("hush"))
    #expect(setup.console.files[setup.path] == nil)
  }

  @Test(
    "A valid URL is written",
    arguments: ["https://a:8443/", "http://127.0.0.1:9", "http://localhost.:9"])
  func url(_ url: String) async throws {
    let setup = try setup()
    #expect(await setup.console.run("config set url \(url)").status == 0)
    #expect(try text(setup).contains("\"url\": \"\(url)\""))
  }

  @Test("An invalid app key is refused, and the old one stays")
  func wrongKey() async throws {
    var setup = try setup()
    setup.console.input = "hush"
    _ = await setup.console.run("config set appKey")
    let before = try text(setup)
    for input in ["", "hush two\n", "hush\ntwo\n", "hush\0", "한글"] {
      setup.console.input = input
      let run = await setup.console.run("config set appKey")
      #expect(run.status == 65)
      #expect(run.errors.hasPrefix("iapctl: error: standard input "))
      #expect(!run.errors.contains("hush"))
    }
    #expect(try text(setup) == before)
  }

  @Test("A password in a URL is not printed, from any source")
  func password() async throws {
    let setup = try Setup(
      #"{"profile": "a", "profiles": {"a": {"url": "https://me:hu?s@h@example.com"}}}"#)
    for option in ["", "--url https://me:hu?s@h@example.com"] {
      let run = await setup.console.run("config show -o csv \(option)")
      #expect(run.status == 0)
      #expect(run.output.contains("url,https://(secret)@example.com,"))
      #expect(!run.output.contains("hu?s"))
      #expect(!run.output.contains("me:"))
    }
  }

  @Test("config path prints the path, even if the file does not exist")
  func path() async throws {
    let setup = try setup()
    #expect(await setup.console.run("config path").output == setup.path + "\n")
    #expect(await TestConsole().run("config path").status == 78)
    #expect(await TestConsole().run("config set user a").status == 78)
  }

  @Test("A file with an app key that other users can read is refused")
  func readable() async throws {
    let setup = try Setup("{\"profiles\": {\"a\": {\"appKey\": \"hush\"}}}")
    setup.console.files.setReadableByOthers(true, setup.path)
    let run = await setup.console.run("products --store a.db")
    #expect(run.status == 78)
    #expect(run.errors.contains("hint: run: chmod 600 \(setup.path)"))
    setup.console.files.setReadableByOthers(false, setup.path)
    #expect(await setup.console.run("products --store a.db").status == 66)
  }
}
