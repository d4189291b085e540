import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct GlobalOptionsTests {
  @Test
  func `Every global option is accepted before and after each command`() throws {
    let line =
      "--store a.db --user u --market AS --market GG --now 2026-01-01T00:00:00Z --timeout 2.5"
      + " -o csv --fields a,b --no-header --show-tokens --lang ko --color never -y --no-input"
      + " -q -v"
    var expected = Settings()
    expected.store = "a.db"
    expected.place = .success(.store(path: "a.db"))
    expected.user = "u"
    expected.markets = ["AS", "GG"]
    expected.clock = .set(Instant(1_767_225_600_000))
    expected.timeout = .milliseconds(2500)
    expected.output.format = .csv
    expected.output.fields = ["a", "b"]
    expected.output.hasHeader = false
    expected.output.showsSecrets = true
    expected.language = .korean
    expected.colour = .never
    expected.isConfirmed = true
    expected.allowsInput = false
    expected.isQuiet = true
    expected.isVerbose = true
    for line in ["products \(line)", "\(line) products"] {
      let parsed = ArgumentParser(root: CommandTree.root.specification).parse(words(line))
      #expect(parsed.problem == nil)
      #expect(try Settings(parsed.arguments, [:]).withoutSource == expected)
    }
  }

  @Test
  func `The short option names`() {
    let shorts = GlobalOptions.all.compactMap { option in
      option.short.map { "\($0) \(option.name)" }
    }
    #expect(shorts == ["o output", "y yes", "q quiet", "v verbose", "h help"])
  }

  @Test
  func `Only --market can be repeated`() {
    #expect(GlobalOptions.all.filter(\.isList).map(\.name) == ["market"])
  }

  @Test
  func `Each name, variable and key is declared once`() {
    let settings = GlobalOptions.all + ConsumeOptions.specifications
    for names in [
      settings.map(\.name), settings.compactMap(\.sources.variable),
      ConfigurationFormat.profile.schema.members.map(\.name),
    ] {
      #expect(Set(names).count == names.count)
    }
  }

  @Test
  func `A command with the group of an option accepts it, and others refuse it`() {
    for shared in GlobalOptions.grouped {
      let (option, group) = (shared.specification, shared.group)
      #expect(group.rawValue.nonzeroBitCount <= 1)
      #expect(group.taken.contains(option))
      #expect(SharedOptions().taken.contains(option) == group.isEmpty)
      #expect(SharedOptions().refused.contains { $0.name == option.name } != group.isEmpty)
    }
  }

  @Test
  func `A list of users comes from where a user comes from`() {
    let (user, users) = (GlobalOptions.user.specification, GlobalOptions.users.specification)
    #expect((users.name, users.sources) == (user.name, user.sources))
    #expect(SharedOptions.users.own == [users])
    #expect(SharedOptions.user.own == [user])
  }

  /// So none is declared and never read.
  @Test(
    arguments: (GlobalOptions.all + ConsumeOptions.specifications.filter { $0.sources != .none })
      .filter(\.takesValue))
  func `An invalid value is an error at each source of a setting`(
    _ option: OptionSpecification
  ) throws {
    func message(
      _ arguments: [String: [String]], _ variables: [String: String] = [:],
      _ profile: [String: [String]] = [:]
    ) -> String? {
      let choice = ProfileChoice(profile: Profile(name: "p", values: profile))
      do {
        _ = try Settings(ParsedArguments(values: arguments), variables, choice)
        return nil
      } catch {
        return UsageText(error).message
      }
    }
    #expect(message([option.name: [""]])?.hasPrefix("--\(option.name): ") == true)
    if let variable = option.sources.variable {
      #expect(message([:], [variable: "\0"])?.contains(variable) == true)
    }
    if let key = option.sources.key {
      #expect(message([:], [:], [key: [""]])?.hasPrefix("\(key) of profile 'p': ") == true)
    }
  }

  /// Each row: the option, the variables, and whether there is colour on a terminal and without
  /// one.
  @Test(
    arguments: [
      (.auto, [:], true, false),
      (.auto, ["TERM": "xterm"], true, false),
      (.auto, ["TERM": "dumb"], false, false),
      (.auto, ["CLICOLOR_FORCE": "1"], true, true),
      (.auto, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], true, true),
      (.auto, ["CLICOLOR_FORCE": "0"], true, false),
      (.auto, ["CLICOLOR_FORCE": "0", "TERM": "dumb"], false, false),
      (.auto, ["CLICOLOR_FORCE": ""], true, false),
      (.auto, ["NO_COLOR": "1"], false, false),
      (.auto, ["NO_COLOR": "0"], false, false),
      (.auto, ["NO_COLOR": ""], true, false),
      (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false, false),
      (.always, ["NO_COLOR": "1", "TERM": "dumb"], true, true),
      (.never, ["CLICOLOR_FORCE": "1"], false, false),
    ] as [(ColourChoice, [String: String], Bool, Bool)])
  func `Colour depends on --color, NO_COLOR, CLICOLOR_FORCE, TERM and the terminal`(
    _ choice: ColourChoice, _ variables: [String: String], _ onTerminal: Bool, _ onPipe: Bool
  ) {
    for (isTerminal, isColoured) in [(true, onTerminal), (false, onPipe)] {
      let stream = Environment.Output(isTerminal: isTerminal, columns: 70, rows: nil) { _ in
      } isClosed: {
        false
      }
      let display = stream.display(choice, variables)
      #expect(
        display
          == Display(
            columns: isTerminal ? 70 : nil, isTerminal: isTerminal, isColoured: isColoured))
    }
  }

  @Test
  func `--color applies to tables and errors`() async throws {
    let store = try SampleStore()
    let table = await store.run("products --type AUTO_RENEWABLE --fields price --color always")
    #expect(table.output == "\u{1b}[1mprice\u{1b}[0m\n9,900\n  980\n")
    let failure = await store.run("consume 9 --color always -o csv --fields outcome")
    #expect(
      failure.errors == """
        iapctl: \u{1b}[1;31merror:\u{1b}[0m no payment 9
        \u{1b}[1mhint:\u{1b}[0m list what can be consumed with: iapctl unconsumed --all-users
        iapctl: 1 not-sent (fixture store \(store.path), a simulation)

        """)
    #expect(await store.run("products --color sometimes").status == 64)
  }

  @Test
  func `The hint for a missing payment repeats the user, and a refused http URL asks for https`()
    async throws
  {
    let store = try SampleStore()
    let missing = await store.run("consume 999 --user alice --market GG")
    #expect(
      missing.errors.contains(
        "with: iapctl unconsumed --user alice --market GG"), "\(missing.errors)")
    let plain = await TestConsole().run("products --url http://example.com")
    #expect(
      plain.errors.hasSuffix(
        "hint: give a URL that begins with https://, such as https://api-iap.cloud.toast.com\n"),
      "\(plain.errors)")
  }
}
