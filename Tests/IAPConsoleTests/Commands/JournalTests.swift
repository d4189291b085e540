import IAPBatch
import IAPCore
import TestSupport
import Testing

@testable import IAPConsole

/// The commands that read the journal.
struct JournalTests {
  private struct Desk {
    let folder: TemporaryFolder
    var console = TestConsole()

    init(isFilled: Bool = true) async throws {
      let folder = try TemporaryFolder()
      self.folder = folder
      console.variables[Variables.stateHome] = folder.path
      console.journal = { path in
        SQLiteJournal(
          at: path, patience: .seconds(30), realTime: { Instant(0) }, words: { $0.name })
      }
      if isFilled {
        try folder.makeFolder("iapctl")
        try await folder.fillJournal("iapctl/journal.db")
      }
    }

    func fields(_ line: String, _ names: String = "paymentSeq,action,outcome") async -> [String] {
      let run = await console.run("\(line) -o csv --no-header --fields \(names)")
      return run.output.split(separator: "\r\n").map(String.init)
    }
  }

  @Test("Inputs")
  func inputs() throws {
    #expect(
      try resolved(JournalListCommand.self, "journal list")
        == .init(isUnknown: false, since: nil, journal: nil))
    #expect(
      try resolved(
        JournalListCommand.self, "journal list --unknown --since 30d --journal a.db")
        == .init(isUnknown: true, since: CalendarPeriod("30d"), journal: "a.db"))
    #expect(
      try resolved(JournalShowCommand.self, "journal show 7 --journal a.db")
        == .init(payment: "7", journal: "a.db"))
    #expect(
      try resolved(JournalExportCommand.self, "journal export") == .init(journal: nil))
    #expect(problem(JournalListCommand.self, "journal list --since 1x") != nil)
    #expect(problem(JournalShowCommand.self, "journal show a1") != nil)
  }

  @Test("They need neither a backend nor a profile")
  func needs() async throws {
    var desk = try await Desk()
    desk.console.variables[Variables.profile] = "nowhere"
    #expect(await desk.console.run("journal export").status == 0)
  }

  @Test(
    "Where the journal is: the option, XDG_STATE_HOME, ~/.local/state",
    arguments: [
      ("a.db", ["XDG_STATE_HOME": "/s", "HOME": "/h"], "a.db"),
      (nil, ["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/iapctl/journal.db"),
      (nil, ["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/iapctl/journal.db"),
      (nil, ["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/iapctl/journal.db"),
      (nil, [:], "/home/kim/.local/state/iapctl/journal.db"),
    ] as [(String?, [String: String], String)])
  func place(_ given: String?, _ variables: [String: String], _ path: String) throws {
    #expect(try JournalOption.path(given, variables, home: "/home/kim") == path)
  }

  @Test("No place for a journal is a wrong configuration")
  func noPlace() async throws {
    var desk = try await Desk(isFilled: false)
    desk.console.variables = [:]
    let run = await desk.console.run("journal list")
    #expect(run.status == 78)
    #expect(
      run.errors == """
        iapctl: error: there is no place for a journal
        hint: give --journal PATH, or set HOME or XDG_STATE_HOME

        """)
  }

  @Test("The last consume of each payment, or its last delivery")
  func list() async throws {
    let desk = try await Desk()
    #expect(
      await desk.fields("journal list") == [
        "2,consume,unknown", "3,deliver,failed", "4,consume,unknown", "1,consume,consumed",
      ])
    #expect(
      await desk.fields("journal list --unknown") == ["2,consume,unknown", "4,consume,unknown"])
  }

  @Test("--since is counted from the real time")
  func since() async throws {
    var desk = try await Desk()
    desk.console.realTime = Instant(1_767_225_600_000 + 3_700_000)
    #expect(await desk.fields("journal list --since 2m") == ["1,consume,consumed"])
    #expect(await desk.fields("journal list --since 1d").count == 4)
  }

  @Test("All that was tried with a payment")
  func show() async throws {
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
        hint: 'iapctl journal list' lists the payments that it has

        """)
  }

  @Test("Every attempt, in the order in which they began")
  func export() async throws {
    let desk = try await Desk()
    #expect(
      await desk.fields("journal export") == [
        "1,deliver,done", "1,consume,refused", "1,undo,done", "2,consume,unknown",
        "3,deliver,failed", "4,consume,unknown", "1,consume,consumed",
      ])
  }

  @Test("A journal that is not there is empty, and is not made", arguments: ["list", "export"])
  func missing(_ command: String) async throws {
    let desk = try await Desk(isFilled: false)
    let run = await desk.console.run("journal \(command)")
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(
      run.errors == "iapctl: no such entries in \(desk.folder["iapctl/journal.db"])\n")
    let json = await desk.console.run("journal \(command) -o json")
    #expect(json.output == "{\"entries\": []}\n")
    #expect(await desk.console.run("journal show 1").status == 3)
    #expect(desk.folder.names.isEmpty)
  }

  @Test("An entry has every key, and its error the keys that were kept")
  func record() async throws {
    let desk = try await Desk()
    let run = await desk.console.run("journal list --unknown -o jsonl")
    let line = try #require(run.output.split(separator: "\n").first)
    let process = try #require(line.firstMatch(of: /"process":(\d+)/)).output.1
    #expect(
      line == """
        {"paymentSeq":"2","action":"consume","outcome":"unknown",\
        "began":"2026-01-01T00:00:04.000Z","ended":"2026-01-01T00:00:34.000Z","attempts":1,\
        "priorUnknown":false,"userID":"carol","storeCode":"GG","productSeq":null,"price":null,\
        "currency":null,"error":{"name":"requestTimeout","domain":"com.nhncloud.http","code":102,\
        "serverCode":null,"httpStatus":null,"message":"what happened: requestTimeout"},\
        "operator":"alice","host":"desk","process":\(process),"profile":"live",\
        "origin":"https://iap.test","appKeyFingerprint":"ba7816bf8f01cfea","ticket":"T-1"}
        """)
  }

  @Test("A request to stop ends a listing")
  func stopped() async throws {
    var desk = try await Desk()
    desk.console.stopSignal = { 2 }
    #expect(await desk.console.run("journal export").status == 130)
  }
}
