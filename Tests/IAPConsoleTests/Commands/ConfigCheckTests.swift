import IAPBatch
import IAPCore
import IAPMessages
import TestSupport
import Testing

@testable import IAPConsole

struct ConfigCheckTests {
  /// A console with a profile of a fixture store, one of a server, and a journal that can be written.
  private func setup(
    _ service: FakeService? = nil, journal: IAPError? = nil, store: SampleStore? = nil
  ) throws -> Setup {
    var setup = try Setup(
      """
      {
        "profile": "store",
        "profiles": {
          "live": {"appKey": "hush", "url": "https://iap.example", "markets": ["AS", "GG"]},
          "store": {"store": "\(store?.path ?? "/none.db")"},
          "wrong": {"api": "service", "url": "https://iap.example"}
        }
      }
      """)
    setup.console.variables["IAPCTL_STORE"] = nil
    setup.console.variables["XDG_STATE_HOME"] = "/state"
    setup.console.backends.service = service
    setup.console.backends.journal = { _ in CheckedJournal(problem: journal) }
    return setup
  }

  private func fake(_ failures: [MarketFailure] = []) -> FakeService {
    FakeService(pages: [MarketResults([], failures: failures)])
  }

  @Test
  func `A profile of a fixture store is checked with its markets`() async throws {
    let store = try SampleStore()
    let setup = try setup(store: store)
    let run = await setup.console.run("config check --fields check,result,detail --market AS,XX")
    #expect(run.status == 6)
    let lines = run.output.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ").prefix(3).joined(separator: " ")
    }
    #expect(lines.map { $0.prefix(9) }.first == "settings ")
    #expect(lines.contains { $0.hasPrefix("store ok") })
    #expect(lines.contains { $0.hasPrefix("market AS ok") })
    #expect(lines.contains { $0.hasPrefix("market XX failed") })
    #expect(lines.contains { $0.hasPrefix("journal skipped") })
    #expect(
      run.errors == """
        iapctl: error: 1 check failed
        hint: do what the remedies say, then run the command again

        """)
  }

  @Test
  func `All checks that pass exit 0`() async throws {
    let store = try SampleStore()
    var setup = try setup(store: store)
    let run = await setup.console.run("config check")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.errors == "iapctl: all checks passed: 4 checks of 1 profile\n")
    setup.console.backends.service = fake()
    let live = await setup.console.run("config check --profile live -o csv")
    #expect(live.status == 0, "\(live.output)\(live.errors)")
    #expect(
      live.output
        == """
        profile,check,result,detail,remedy
        live,settings,ok,"profile live, iap.example, app key dc8331…",
        live,name,ok,,
        live,connection,ok,,
        live,tls,ok,,
        live,key,ok,,
        live,market AS,ok,,
        live,market GG,ok,,
        live,clock,skipped,not known: the server gave no time,
        live,journal,ok,/state/iapctl/journal.db,

        """.replacing("\n", with: "\r\n"))
  }

  @Test
  func `A market that fails has its error and its remedy`() async throws {
    let error = IAPError(.http(.requestFailed), .statusNotOK(500), httpStatus: 500)
    let setup = try setup(fake([MarketFailure("GG", error)]))
    let run = await setup.console.run("config check --profile live -o json")
    #expect(run.status == 6)
    #expect(run.output.contains(#""check":"market AS","result":"ok","detail":null,"remedy":null"#))
    #expect(
      run.output.contains(
        #""check":"market GG","result":"failed","detail":"the server answered with HTTP status 500","#
          + #""remedy":"try again later; if it happens again, contact the operator of the server""#),
      "\(run.output)")
    #expect(run.errors.contains(#""name":"checkFailed""#))
    #expect(run.errors.contains(#""exitCode":6"#))
    let table = await setup.console.run("config check --profile live")
    #expect(
      table.errors == """
        iapctl: live: market GG: try again later; if it happens again, contact the operator of the \
        server
        iapctl: error: 1 check failed
        hint: do what the remedies say, then run the command again

        """)
  }

  @Test(arguments: ["--profile live", "--all"])
  func `A remedy is for the profile that is checked`(_ option: String) async throws {
    let error = IAPError(.http(.requestFailed), .statusNotOK(401), httpStatus: 401)
    let setup = try setup(fake([MarketFailure("AS", error), MarketFailure("GG", error)]))
    let remedy = "check the app key; to see its source: iapctl config show --profile live"
    let csv = await setup.console.run("config check \(option) -o csv")
    #expect(csv.output.contains("(HTTP status 401),\(remedy)\r\n"), "\(csv.output)")
    let table = await setup.console.run("config check \(option)")
    #expect(table.errors.contains("live: key: \(remedy)\n"), "\(table.errors)")
  }

  @Test
  func `A journal that cannot be written fails, also if the settings do`() async throws {
    let problem = IAPError.iapctl(.journalNotWritten, .file("/j", .cannotWrite(why: "full")))
    let setup = try setup(fake(), journal: problem)
    for profile in ["live", "wrong"] {
      let run = await setup.console.run("config check --profile \(profile) -o csv --no-header")
      #expect(run.status == 6)
      #expect(run.output.contains("\(profile),journal,failed,"), "\(run.output)")
    }
    let wrong = await setup.console.run("config check --profile wrong -o csv --no-header")
    #expect(wrong.output.contains("wrong,settings,failed,no app key given,"), "\(wrong.output)")
  }

  @Test
  func `--all checks each profile, as if it was typed`() async throws {
    var setup = try setup(fake())
    setup.console.variables["IAPCTL_URL"] = "https://other.example"
    let run = await setup.console.run("config check --all -o jsonl")
    #expect(run.status == 6)
    let settings = run.output.split(separator: "\n").filter { $0.contains(#""check":"settings""#) }
    #expect(settings.count == 3)
    #expect(settings.first?.contains("profile live, iap.example, app key") == true)
    #expect(
      settings.last?.contains(#""profile":"wrong","check":"settings","result":"failed""#) == true)
    #expect(!run.output.contains("other.example"))
  }

  @Test
  func `--all reports a profile whose values are invalid, and checks the others`() async throws {
    let (setup, store) = (try setup(fake()), try SampleStore())
    setup.console.files[setup.path] = """
      {"profile": "b", "profiles": {
        "a": {"api": "soap"}, "b": {"store": "\(store.path)"}}}
      """
    let run = await setup.console.run("config check --all -o csv --no-header")
    #expect(run.status == 6)
    #expect(run.output.contains("a,settings,failed,\"api of profile 'a'"), "\(run.output)")
    #expect(run.output.contains("b,store,ok,"))
  }

  @Test
  func `--all takes no other place, and says so if there is no profile`() async throws {
    let setup = try setup()
    for option in ["--store a.db", "--url https://a", "--profile live", "--journal j"] {
      let run = await setup.console.run("config check --all \(option)")
      #expect(run.status == 64, "\(option)")
      #expect(run.errors.contains("'config check --all' does not use"), "\(run.errors)")
    }
    setup.console.files[setup.path] = nil
    let run = await setup.console.run("config check --all")
    #expect(run.status == 0)
    #expect(run.errors == "iapctl: no profiles in \(setup.path)\n")
  }

  @Test
  func `Without any setting, the remedy is to make a profile`() async throws {
    let setup = try setup()
    setup.console.files[setup.path] = nil
    let run = await setup.console.run("config check -o csv --no-header")
    #expect(run.status == 6)
    #expect(run.output.contains(",settings,failed,iapctl does not know which service to ask,"))
    #expect(run.output.contains("with: iapctl config init"))
  }

  @Test
  func `Variables that are checked instead of the current profile are named`() async throws {
    var setup = try setup(fake())
    setup.console.variables["IAPCTL_URL"] = "https://other.example"
    setup.console.variables["IAPCTL_APP_KEY"] = "hush"
    let run = await setup.console.run("config check")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(
      run.errors.hasPrefix(
        "iapctl: warning: set in the environment, and used before the current profile: "
          + "IAPCTL_URL, IAPCTL_APP_KEY; unset them, or use --profile store\n"), "\(run.errors)")
    let typed = await setup.console.run("config check --profile live")
    #expect(!typed.errors.contains("warning"), "\(typed.errors)")
    let option = await setup.console.run("config check --url https://third.example")
    #expect(!option.errors.contains("warning"), "\(option.errors)")
  }

  @Test
  func `A table is in the language of the person, with signs on a terminal`() async throws {
    var setup = try setup()
    setup.console.columns = 120
    let run = await setup.console.run("config check --lang ko")
    #expect(run.output.contains("✓ ok"))
    #expect(run.output.contains("- skipped"))
    #expect(run.output.contains("지정된 저널 없음"))
    let csv = await setup.console.run("config check --lang ko -o csv")
    #expect(csv.output.contains("no journal is named"))
  }
}

/// A journal that only says whether it can be written.
private struct CheckedJournal: Journal {
  let problem: IAPError?

  func checkWritable(by run: RunFacts) async throws(IAPError) -> Bool {
    if let problem { throw problem }
    return true
  }

  private static let unexpected = IAPError.iapctl(.bug, .bug("a check used the journal"))

  func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun { throw Self.unexpected }

  func entries(_ query: JournalQuery) async throws(IAPError) -> PageSequence<[JournalEntry]> {
    throw Self.unexpected
  }

  func annotate(
    _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts
  ) async throws(IAPError) -> JournalEntry? { throw Self.unexpected }

  func claims(
    of payments: [Identifier], at issuer: Issuer, _ rules: ClaimRules
  ) async throws(IAPError) -> [Identifier: Claim] { throw Self.unexpected }
}
