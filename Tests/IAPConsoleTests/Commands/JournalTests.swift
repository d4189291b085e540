import IAPBatch
import IAPCore
import IAPMessages
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct JournalTests {
  private struct Desk {
    let folder: TemporaryFolder
    var console: TestConsole

    init(isFilled: Bool = true) async throws {
      folder = try TemporaryFolder()
      console = TestConsole(stateIn: folder)
      if isFilled {
        try folder.makeFolder("iapctl")
        try await folder.fillJournal("iapctl/journal.db")
        console.files[folder["iapctl/journal.db"]] = ""
      }
    }

    func fields(_ line: String, _ names: String = "paymentSeq,action,outcome") async -> [String] {
      let run = await console.run("\(line) -o csv --no-header --fields \(names)")
      return run.output.split(separator: "\r\n").map(String.init)
    }
  }

  @Test
  func `The arguments of the journal commands are parsed`() throws {
    var plain = JournalQuery(.latest)
    plain.includesFixtures = false
    #expect(try resolved(JournalListCommand.self, "journal list").entries.query == plain)
    plain.includesFixtures = true
    #expect(
      try resolved(JournalListCommand.self, "journal list --fixtures").entries.query == plain)
    var query = JournalQuery(.unknown)
    query.includesNotes = true
    (query.user, query.markets, query.ticket) = ("carol", ["GG", "AS"], "T-1")
    (query.operator, query.server) = ("alice", ServerName(text: "iap.test"))
    let entries = try resolved(
      JournalListCommand.self,
      "journal list --unknown --since 30d --until 2026-01-31 --user carol --market GG --market AS "
        + "--ticket T-1 --operator alice --server iap.test"
    ).entries
    #expect(entries.query == query)
    #expect((entries.since, entries.until) == (Moment("30d"), Moment("2026-01-31")))
    #expect(try resolved(JournalShowCommand.self, "journal show 7").payment == "7")
    #expect(
      try resolved(JournalExportCommand.self, "journal export --ticket T-1").entries.query.ticket
        == "T-1")
    #expect(problem(JournalListCommand.self, "journal list --since 1x") != nil)
    #expect(problem(JournalShowCommand.self, "journal show a1") != nil)
  }

  @Test
  func `A settlement needs an outcome and a ticket`() throws {
    let entry = try resolved(
      JournalSettleCommand.self, "journal settle 7 --as not-consumed --ticket T-9 --server h:1"
    ).entry
    #expect((entry.payment, entry.server) == ("7", ServerName(text: "h:1")))
    #expect((entry.annotation, entry.ticket) == (.settled(.notConsumed), "T-9"))
    #expect(problem(JournalSettleCommand.self, "journal settle 7 --ticket T-9") != nil)
    #expect(problem(JournalSettleCommand.self, "journal settle 7 --as consumed") != nil)
    #expect(problem(JournalSettleCommand.self, "journal settle 7 --as maybe --ticket T") != nil)
  }

  @Test
  func `The journal commands need no backend, and a profile only if one is named`() async throws {
    var desk = try await Desk()
    #expect(await desk.console.run("journal export").status == 0)
    desk.console.variables[Variables.profile] = "nowhere"
    #expect(await desk.console.run("journal export").status == 78)
  }

  @Test
  func `A user from the environment does not filter the journal`() async throws {
    var desk = try await Desk()
    desk.console.variables[Variables.user] = "somebody-else"
    desk.console.variables[Variables.market] = "AS"
    #expect(await desk.fields("journal list --unknown").count == 2)
    #expect(await desk.fields("journal list --unknown --user dave").isEmpty)
  }

  @Test(arguments: [
    ("--user carol", 7), ("--user dave", 0), ("--market GG", 7), ("--market AS", 0),
    ("--market AS --market GG", 7), ("--ticket T-1", 6), ("--ticket T-2", 0),
    ("--operator alice", 6), ("--operator bob", 1), ("--operator carol", 0),
    ("--server iap.test", 7), ("--server other.test", 0), ("--since 2026-01-01T01:00:00Z", 1),
    ("--until 2026-01-01T01:00:00Z", 6), ("--until 2025-12-31", 0), ("--since 2026-01-02", 0),
    ("--operator alice --until 2026-01-01T00:00:02Z", 2),
  ])
  func `Each filter leaves out the entries that it excludes`(_ words: String, _ count: Int)
    async throws
  {
    let desk = try await Desk()
    #expect(await desk.fields("journal export \(words)").count == count)
    guard count == 0 else { return }
    let run = await desk.console.run("journal list \(words)")
    #expect(run.status == 0)
    #expect(
      run.errors
        == "iapctl: no entries match in the journal \(desk.folder["iapctl/journal.db"])\n")
  }

  @Test
  func `A settlement is an entry of its own and decides the state of the payment`() async throws {
    let desk = try await Desk()
    #expect(
      await desk.fields(
        "journal settle 2 --as consumed --ticket T-9",
        "paymentSeq,action,outcome,priorUnknown,operator,host,ticket,server")
        == ["2,settle,consumed,true,tester,here,T-9,iap.test"])
    #expect(await desk.fields("journal list --unknown") == ["4,consume,unknown"])
    #expect(await desk.fields("journal list --ticket T-9") == ["2,settle,consumed"])
    #expect(
      await desk.fields("journal show 2") == ["2,consume,unknown", "2,settle,consumed"])
    let again = await desk.console.run("journal settle 2 --as consumed --ticket T-9")
    #expect(again.status == 0)
    #expect(again.errors.hasPrefix("iapctl: payment 2 already has this outcome in the journal"))
    let otherwise = await desk.console.run("journal settle 1 --as not-consumed --ticket T-9")
    #expect(otherwise.status == 64)
    #expect(
      otherwise.errors.hasPrefix(
        "iapctl: error: the outcome of payment 1 is already known: it is consumed\n"))
    #expect(await desk.console.run("journal settle 9 --as consumed --ticket T").status == 3)
  }

  @Test
  func `A note changes only what is shown`() async throws {
    let desk = try await Desk()
    let words = ["journal", "note", "2", "asked the store, no answer", "-o", "jsonl"]
    let run = await desk.console.run(words: words)
    #expect(run.status == 0)
    #expect(run.output.contains(#""action":"note","outcome":"done""#))
    #expect(run.output.contains(#""note":"asked the store, no answer""#))
    #expect(await desk.fields("journal list --unknown").first == "2,consume,unknown")
    #expect(await desk.fields("journal show 2").last == "2,note,done")
    #expect(await desk.console.run("journal note 9 text").status == 3)
    #expect(await desk.console.run("journal note 2 refunded --ticket T-77").status == 0)
    #expect(await desk.fields("journal list --ticket T-77") == ["2,note,done"])
    #expect(await desk.fields("journal report --ticket T-77", "count").isEmpty)
    let shown = await desk.console.run("journal show 2")
    #expect(shown.output.contains("refunded"), "\(shown.output)")
    #expect(!shown.errors.contains("--fields"))
    let report = await desk.console.run("journal report --by server -o csv --no-header")
    #expect(report.output.contains("server,iap.test,consumed"), "\(report.output)")
    #expect(!(await desk.console.run("journal report").errors.contains("--fields")))
  }

  @Test(
    arguments: [
      ("a.db", ["XDG_STATE_HOME": "/s", "HOME": "/h"], "a.db"),
      (nil, ["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/iapctl/journal.db"),
      (nil, ["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/iapctl/journal.db"),
      (nil, ["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/iapctl/journal.db"),
      (nil, [:], "/home/kim/.local/state/iapctl/journal.db"),
    ] as [(String?, [String: String], String)])
  func `The journal's path: the setting, XDG_STATE_HOME, ~/.local/state`(
    _ given: String?, _ variables: [String: String], _ path: String
  ) throws {
    var settings = Settings()
    settings.journal = given
    #expect(
      try settings.journalPath(in: UserFolders({ variables[$0] }, account: { "/home/kim" })) == path
    )
  }

  @Test
  func `IAPCTL_JOURNAL sets the journal, and --journal overrides it`() async throws {
    var desk = try await Desk()
    try await desk.folder.fillJournal("other.db")
    desk.console.files[desk.folder["other.db"]] = ""
    desk.console.variables[Variables.stateHome] = desk.folder["nowhere"]
    desk.console.variables[Variables.journal] = desk.folder["iapctl/journal.db"]
    #expect(await desk.fields("journal list").count == 4)
    #expect(await desk.fields("journal list --journal \(desk.folder["other.db"])").count == 4)
    #expect(await desk.console.run("journal list --journal nowhere.db").status == 66)
  }

  @Test
  func `If no path for a journal can be found, the configuration is wrong`() async throws {
    var desk = try await Desk(isFilled: false)
    desk.console.variables = [:]
    let run = await desk.console.run("journal list")
    #expect(run.status == 78)
    #expect(
      run.errors == """
        iapctl: error: no folder for the journal
        hint: give --journal FILE, or set HOME or XDG_STATE_HOME

        """)
  }

  @Test
  func `journal list shows the last consume or delivery of each payment`() async throws {
    let desk = try await Desk()
    #expect(
      await desk.fields("journal list") == [
        "2,consume,unknown", "3,deliver,failed", "4,consume,unknown", "1,consume,consumed",
      ])
    #expect(
      await desk.fields("journal list --unknown") == ["2,consume,unknown", "4,consume,unknown"])
  }

  @Test
  func `--since is relative to the real time`() async throws {
    var desk = try await Desk()
    desk.console.realTime = Instant(1_767_225_600_000 + 3_700_000)
    #expect(await desk.fields("journal list --since 2m") == ["1,consume,consumed"])
    #expect(await desk.fields("journal list --since 1d").count == 4)
  }

  @Test
  func `journal show prints all attempts for a payment`() async throws {
    let desk = try await Desk()
    #expect(
      await desk.fields("journal show 1", "action,outcome,began,ended,operator,profile,ticket") == [
        "deliver,done,2026-01-01T00:00:00.000Z,2026-01-01T00:00:01.000Z,alice,live,T-1",
        "consume,refused,2026-01-01T00:00:01.000Z,2026-01-01T00:00:02.000Z,alice,live,T-1",
        "undo,done,2026-01-01T00:00:02.000Z,2026-01-01T00:00:03.000Z,alice,live,T-1",
        "consume,consumed,2026-01-01T01:00:00.000Z,2026-01-01T01:00:01.000Z,bob,,",
      ])
    let missing = await desk.console.run("journal show 9")
    #expect(missing.status == 3)
    #expect(missing.output == "")
    #expect(
      missing.errors == """
        iapctl: error: no payment 9 in the journal \(desk.folder["iapctl/journal.db"])
        hint: list the payments in the journal with: iapctl journal list

        """)
  }

  @Test
  func `journal export prints every attempt, in the order in which they began`() async throws {
    let desk = try await Desk()
    #expect(
      await desk.fields("journal export") == [
        "1,deliver,done", "1,consume,refused", "1,undo,done", "2,consume,unknown",
        "3,deliver,failed", "4,consume,unknown", "1,consume,consumed",
      ])
  }

  @Test(arguments: ["list", "export"])
  func `A missing journal is empty and is not created`(_ command: String) async throws {
    let desk = try await Desk(isFilled: false)
    let run = await desk.console.run("journal \(command)")
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(
      run.errors == "iapctl: the journal \(desk.folder["iapctl/journal.db"]) is empty\n")
    let json = await desk.console.run("journal \(command) -o json")
    #expect(json.output == "{\"entries\": []}\n")
    #expect(await desk.console.run("journal show 1").status == 3)
    #expect(desk.folder.names.isEmpty)
  }

  @Test
  func `An entry has every key, and its error has the recorded keys`() async throws {
    let desk = try await Desk()
    let run = await desk.console.run("journal list --unknown -o jsonl")
    let line = try #require(run.output.split(separator: "\n").first)
    let process = try #require(line.firstMatch(of: /"process":(\d+)/)).output.1
    #expect(
      line == """
        {"paymentSeq":"2","action":"consume","outcome":"unknown",\
        "began":"2026-01-01T00:00:04.000Z","ended":"2026-01-01T00:00:34.000Z","attempts":1,\
        "priorUnknown":false,"userID":"carol","claimedUserID":null,"storeCode":"GG",\
        "productSeq":null,"price":null,"currency":null,"error":{"name":"requestTimeout","domain":"com.nhncloud.http","code":102,\
        "serverCode":null,"httpStatus":null,"message":"what happened: requestTimeout"},\
        "operator":"alice","host":"desk","process":\(process),"profile":"live",\
        "server":"iap.test","appKeyFingerprint":"ba7816bf8f01cfea","ticket":"T-1","note":null}
        """)
  }

  @Test
  func `Below a table, a hint says what its columns do not show`() async throws {
    let desk = try await Desk()
    let path = desk.folder["iapctl/journal.db"]
    #expect(await desk.console.run("journal list").errors.isEmpty)
    _ = await desk.console.run("journal note 2 refunded --ticket T-77")
    let other = try await desk.folder.journal("iapctl/journal.db").begin(
      RunFacts(
        server: ServerName(text: "other.test"), appKeyFingerprint: "", user: "kim", host: "desk",
        profile: nil, ticket: nil))
    _ = try await other.claim([Payment("2")], ClaimRules(settles: false))
    try await other.write([JournalStep("2", .consumeBegins, at: Instant(0))])
    await other.end()
    let servers =
      "iapctl: these are payments of 2 servers: --fields server,paymentSeq,outcome shows which\n"
    let notes = "iapctl: 1 entry is a note: --fields paymentSeq,operator,note shows the text\n"
    #expect(await desk.console.run("journal list").errors == servers)
    #expect(await desk.console.run("journal export").errors == servers + notes)
    #expect(await desk.console.run("journal export --server iap.test").errors == notes)
    #expect(await desk.console.run("journal export -o csv").errors.isEmpty)
    for number in [2, 4] {
      for server in number == 2 ? ["iap.test", "other.test"] : ["iap.test"] {
        _ = await desk.console.run(
          "journal settle \(number) --as consumed --ticket T --server \(server)")
      }
    }
    #expect(
      await desk.console.run("journal list --unknown").errors
        == "iapctl: no payment is unknown in the journal \(path)\n")
  }

  @Test
  func `A stop signal ends a listing`() async throws {
    var desk = try await Desk()
    desk.console.host.stop = { 2 }
    #expect(await desk.console.run("journal export").status == 130)
  }
}
