import IAPConsole
import IAPCore
import IAPMessages
import TestSupport
import Testing

struct ConfigTests {
  private func setup() throws -> Setup {
    var setup = try Setup(nil)
    setup.console.variables[Variables.store] = nil
    return setup
  }

  private func text(_ setup: Setup) throws -> String {
    try #require(setup.console.files[setup.path])
  }

  @Test
  func `A market that no guide has gets a warning when it is set`() async throws {
    let setup = try setup()
    let run = await setup.console.run("config set markets AS,gg,XX")
    #expect(run.status == 0)
    #expect(run.errors.contains("unknown market 'gg'; did you mean GG?"))
    #expect(run.errors.contains("unknown market 'XX'; it is used as given"))
  }

  @Test
  func `config set writes the value in order and changes nothing else`() async throws {
    var setup = try setup()
    for line in [
      "config set user alice", "config set markets GG,AS", "config set appSeq 7",
      "config set store game.db", "config set api legacy --profile old",
      "config set packageNames AS=com.example,GG=com.example.android",
    ] {
      let run = await setup.console.run(line)
      #expect(run.status == 0, "\(line): \(run.errors)")
      #expect(!run.errors.contains("warning"), "\(line): \(run.errors)")
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

  @Test
  func `config use and config unset report what they changed`() async throws {
    let setup = try setup()
    _ = await setup.console.run("config set user alice --profile a")
    _ = await setup.console.run("config set user bob --profile b")
    #expect(await setup.console.run("config use b").status == 0)
    #expect(
      await setup.console.run("config list -o csv").output
        == "name,current,api,address\r\na,false,,\r\nb,true,,\r\n")
    let missing = await setup.console.run("config use c")
    #expect(missing.status == 64)
    #expect(missing.errors.contains("hint: the profiles are a, b"))
    #expect(await setup.console.run("config unset user").errors.contains("wrote profile b"))
    #expect(await setup.console.run("config unset user").errors.contains("has no setting user"))
    #expect(try text(setup).contains("\"a\": {\n      \"user\": \"alice\""))
  }

  @Test
  func `config list names the API and the address of each profile`() async throws {
    let setup = try setup()
    for line in [
      "store game.db --profile a", "url https://iap.example --profile b",
      "api gamebase --profile c", "url https://gb.example --profile c",
    ] {
      #expect(await setup.console.run("config set \(line)").status == 0)
    }
    let list = await setup.console.run("config list -o json --fields name,api,address").output
    #expect(list.contains(#""name":"a","api":null,"address":"/"#), "\(list)")
    #expect(list.contains(#""name":"b","api":"service","address":"https://iap.example""#))
    #expect(list.contains(#""name":"c","api":"gamebase","address":"https://gb.example""#))
  }

  @Test
  func `Without a current profile, the default one is made and becomes it`() async throws {
    let setup = try setup()
    setup.console.files[setup.path] = #"{"profiles": {"live": {"user": "bob"}}}"#
    let made = await setup.console.run("config set user alice")
    #expect(
      made.errors
        == "iapctl: wrote profile default in \(setup.path); it is the current profile now\n")
    #expect(try text(setup).hasPrefix("{\n  \"profile\": \"default\",\n"))
  }

  @Test
  func `The first profile becomes the current one, also if --profile names it`() async throws {
    let setup = try setup()
    let made = await setup.console.run("config set user alice --profile live")
    #expect(
      made.errors == "iapctl: wrote profile live in \(setup.path); it is the current profile now\n")
    let second = await setup.console.run("config set user bob --profile ci")
    #expect(second.errors == "iapctl: made a new profile ci in \(setup.path), beside live\n")
    let third = await setup.console.run("config set user kim --profile ci")
    #expect(third.errors == "iapctl: wrote profile ci in \(setup.path)\n")
    #expect(
      await setup.console.run("config list -o csv").output
        == "name,current,api,address\r\nci,false,,\r\nlive,true,,\r\n")
    let zone = await setup.console.run("config set timeZone Asia/Seol --profile ci")
    #expect(zone.status == 64 && zone.errors.contains("'Asia/Seol'"), "\(zone.errors)")
  }

  @Test
  func `config use warns if IAPCTL_PROFILE names another profile`() async throws {
    var setup = try setup()
    _ = await setup.console.run("config set user alice --profile live")
    _ = await setup.console.run("config set user bob --profile ci")
    setup.console.variables["IAPCTL_PROFILE"] = "live"
    let other = await setup.console.run("config use ci")
    #expect(other.status == 0)
    #expect(
      other.errors == """
        iapctl: warning: IAPCTL_PROFILE names profile live, which is used until the variable is unset
        iapctl: switched to profile ci

        """)
    #expect(
      await setup.console.run("config use live").errors == "iapctl: switched to profile live\n")
  }

  @Test
  func `requireTicket and settle are read from the profile of the place`() async throws {
    let setup = try setup()
    let store = try SampleStore()
    _ = await setup.console.run("config set store \(store.path)")
    #expect(await setup.console.run("config set requireTicket yes").status == 64)
    #expect(await setup.console.run("config set requireTicket true").status == 0)
    #expect(await setup.console.run("config set settle 2d").status == 64)
    #expect(await setup.console.run("config set settle 5s").status == 0)
    #expect(try text(setup).contains("\"requireTicket\": true"))
    for more in ["", "--dry-run"] {
      let run = await setup.console.run("consume 2026011210000001 \(more)")
      #expect(run.status == 64)
      #expect(
        run.errors == """
          iapctl: error: profile 'default' requires a ticket for each consume
          hint: add --ticket TEXT

          """)
    }
    let console = setup.console
    console.files["/list"] = "paymentSeq,ticket\n2026011410000001,T-1\n2026011210000001,\n"
    let file = await console.run("consume --from /list --yes")
    #expect(file.status == 64)
    #expect(file.errors.contains("and line 3 of /list has none"), "\(file.errors)")
    console.files["/list"] = "paymentSeq,ticket\n2026011410000001,T-1\n"
    #expect(await console.run("consume --from /list --dry-run").status == 0)
    // Another place is not the profile's.
    let elsewhere = await console.run("consume 2026011210000001 --store \(store.path) --dry-run")
    #expect(elsewhere.status == 64, "the same store")
    let copy = try SampleStore()
    #expect(await console.run("consume 2026011210000001 --store \(copy.path)").status == 0)
  }

  @Test
  func `Numbers and packages by market are kept beside those for all markets`() async throws {
    let setup = try setup()
    for line in [
      "appSeq 7", "appSeqs AS=8,GG=9", "packageNames GG=com.gg", "packageName com.all",
    ] {
      #expect(await setup.console.run("config set \(line)").status == 0)
    }
    let file = try text(setup)
    #expect(file.contains(#""appSeqs": {"AS":8,"GG":9}"#), "\(file)")
    let shown = await setup.console.run("config show -o csv --no-header").output
    #expect(shown.contains("packageName,\"com.all,GG=com.gg\","), "\(shown)")
    #expect(shown.contains("appSeq,\"7,AS=8,GG=9\","), "\(shown)")
    #expect(await setup.console.run("config set appSeqs AS=08").status == 0)
    #expect(await setup.console.run("config get appSeqs").output == "AS=8\n")
    #expect(await setup.console.run("config set appSeqs AS=x").status == 64)
    #expect(await setup.console.run("config unset appSeqs").status == 0)
    #expect(
      await setup.console.run("config show -o csv --no-header").output.contains("appSeq,7,"))
  }

  @Test
  func `The hint on a typed app key writes it into the same profile`() async throws {
    let setup = try setup()
    #expect(
      await setup.console.run("config set appKey hush --profile live").errors.hasSuffix(
        "hint: pass it on standard input: iapctl config set appKey --profile live < FILE\n"))
    #expect(
      await setup.console.run("config set appKey hush").errors.hasSuffix(
        "hint: pass it on standard input: iapctl config set appKey < FILE\n"))
  }

  @Test
  func `config unset for a missing profile changes nothing`() async throws {
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
    #expect(try text(setup) == before)
    setup.console.variables["IAPCTL_PROFILE"] = nil
    setup.console.files[setup.path] = #"{"profile": "gone", "profiles": {}}"#
    #expect(await setup.console.run("config unset user").status == 78)
  }

  @Test
  func `config show prints effective settings with their source, and no secret`() async throws {
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
        "profile,default,profile 'default'", "url,https://iap.example,IAPCTL_URL",
        "api,service,default", "markets,GG,--market", "lang,the locale's,default",
        "timeZone,\"that of the variable TZ, else UTC\",default",
        "settle,30s,default", "requireTicket,false,default",
        // They are for the usual server.
        "user,alice,not used: profile 'default'", "appKey,(secret),not used: profile 'default'",
      ])
  }

  @Test(arguments: [
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
    ("config set packageNames AS", "packageNames: 'AS' is not MARKET=VALUE"),
    ("config set appKey hush", "appKey takes no value"),
    ("config set user", "missing argument: VALUE"),
  ])
  func `An invalid value is refused before anything is written`(_ line: String, _ message: String)
    async throws
  {
    let setup = try setup()
    let run = await setup.console.run(line)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("iapctl: error: \(message)"), "\(run.errors)")
    #expect(!run.errors.contains("hush"))
    #expect(setup.console.files[setup.path] == nil)
  }

  @Test(arguments: ["https://a:8443/", "http://127.0.0.1:9", "http://localhost.:9"])
  func `A valid URL is written`(_ url: String) async throws {
    let setup = try setup()
    #expect(await setup.console.run("config set url \(url)").status == 0)
    #expect(try text(setup).contains("\"url\": \"\(url)\""))
  }

  @Test
  func `An invalid app key is refused, and the old one stays`() async throws {
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

  @Test
  func `A password in a URL is not printed, from any source`() async throws {
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

  @Test(arguments: [
    (
      "ko", "환경 변수 TZ의 시간대, 없으면 UTC", "전체", "기본값", "프로필 'live'",
      "사용하지 않음: 프로필 'live'"
    ),
    (
      "ja", "環境変数TZの値。ない場合はUTC", "すべて", "既定値", "プロファイル「live」",
      "未使用: プロファイル「live」"
    ),
  ])
  func `The table of config show speaks the language, and what a program reads is the same`(
    _ language: String, _ zone: String, _ all: String, _ usual: String, _ profile: String,
    _ unused: String
  ) async throws {
    let setup = try Setup(
      #"{"profile": "live", "profiles": {"live": {"user": "alice", "journal": "j.db"}}}"#)
    let line = "config show --journal other.db"
    let table = await setup.console.run("\(line) --lang \(language)").output
    #expect(table.contains("key") && table.contains("value") && table.contains("source"))
    for text in [zone, all, usual, profile, unused] {
      #expect(table.contains(text), "\(text) in:\n\(table)")
    }
    #expect(!table.contains("default") && !table.contains("not used"), "\(table)")
    for format in ["json", "jsonl", "csv"] {
      let english = await setup.console.run("\(line) -o \(format) --lang en").output
      let other = await setup.console.run("\(line) -o \(format) --lang \(language)").output
      // The language is one of the settings.
      #expect(
        other.replacing("\(language)", with: "")
          == english.replacing("en", with: "").replacing(
            "\(language)", with: ""), "\(other)")
    }
  }

  @Test
  func `config path prints the path, even if the file does not exist`() async throws {
    let setup = try setup()
    #expect(await setup.console.run("config path").output == setup.path + "\n")
    #expect(await TestConsole().run("config path").status == 78)
    #expect(await TestConsole().run("config set user a").status == 78)
  }

  @Test
  func `A file with an app key that other users can read is refused`() async throws {
    let setup = try Setup("{\"profiles\": {\"a\": {\"appKey\": \"hush\"}}}")
    setup.console.files.setReadableByOthers(true, setup.path)
    let run = await setup.console.run("products --store a.db")
    #expect(run.status == 78)
    #expect(
      run.errors == """
        iapctl: error: \(setup.path) contains an app key, and other users can read it
        hint: run: chmod 600 \(setup.path)

        """)
    setup.console.files.setReadableByOthers(false, setup.path)
    #expect(await setup.console.run("products --store a.db").status == 66)
  }
}
