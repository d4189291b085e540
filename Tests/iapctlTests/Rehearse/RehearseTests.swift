import CLibrary
import JSON
import System
import TestSupport
import Testing

/// `iapctl rehearse`, with a game server that is right or makes a mistake.
@Suite(.blocking, .tool("curl"), .tool("bash"))
struct RehearseTests {
  private let desk: RehearsalDesk

  init() throws { desk = try RehearsalDesk() }

  @Test
  func `A right server is right in every case, and nothing is left`() throws {
    let run = try desk.rehearse(.right, "--timeout-each", "3s", "-o", "json")
    #expect(run.status == 0, "\(run.errors)")
    let records = try run.records
    #expect(records.count == 25)
    #expect(try run.failures == [])
    #expect(
      records.filter { $0.verdict != "once" }.map { "\($0.name) \($0.verdict)" }
        == ["consume[1]:elsewhere left", "consume[1]:refunded left"])
    #expect(records.map(\.name).first == "unconsumed[1]:refused")
    #expect(records.map(\.name).last == "consume[1]:twin")
    let killed = records.filter { $0.name.contains("killed") }
    #expect(killed.allSatisfy { $0.exitCodes.first == 137 && $0.exitCodes.last == 0 })
    #expect(run.errors.contains("its requests: unconsumed 1, consume 1; 25 cases to run"))
    #expect(desk.isClean)
  }

  @Test
  func `A server that grants first and never undoes gives away what was consumed elsewhere`() throws
  {
    let run = try desk.rehearse(.neverUndoes, "--timeout-each", "3s", "-o", "jsonl")
    #expect(run.status == 6)
    #expect(try run.failures == ["consume[1]:elsewhere given 1"])
    #expect(desk.isClean)
  }

  @Test
  func `A server that consumes first and forgets loses what it does not hear of`() throws {
    let run = try desk.rehearse(.forgets, "--timeout-each", "3s", "-o", "jsonl")
    #expect(run.status == 6)
    let lost = ["lost", "cut", "killed-after"].map { "consume[1]:\($0) lost 1" }
    #expect(try run.failures == lost)
  }

  @Test(arguments: GameServer.mistakes.indices)
  func `Each mistake is found`(_ index: Int) throws {
    let (server, finding, verdict) = GameServer.mistakes[index]
    let isLate = finding.contains("late")
    let run = try desk.rehearse(
      server, "--case", finding, "--timeout-each", isLate ? "3s" : "10s", "-o", "jsonl",
      variables: isLate ? ["PATIENCE": "1"] : [:])
    #expect(run.status == 6, "\(run.errors)")
    #expect(try run.failures == ["\(finding) \(verdict) 1"], "\(run.output)")
  }

  @Test(.tool("python3"))
  func `A right server on Gamebase is right in every case`() throws {
    let run = try desk.rehearse(
      try GamebaseServer.command(nil, in: desk.folder), "--timeout-each", "3s", "-o", "jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.records.count == 25)
  }

  @Test(.tool("python3"), arguments: GamebaseServer.mistakes.indices)
  func `Each mistake of a server on Gamebase is found`(_ index: Int) throws {
    let (name, finding, verdict) = GamebaseServer.mistakes[index]
    let run = try desk.rehearse(
      try GamebaseServer.command(name, in: desk.folder), "--case", finding, "-o", "jsonl")
    #expect(run.status == 6, "\(run.errors)")
    #expect(try run.failures == ["\(finding) \(verdict) 1"], "\(run.output)")
  }

  @Test
  func `A right server that does not wait for a late answer is right`() throws {
    let run = try desk.rehearse(
      .right, "--case", "consume[1]:late", "--case", "unconsumed[1]:late", "--timeout-each", "3s",
      "-o", "jsonl", variables: ["PATIENCE": "1"])
    #expect(run.status == 0, "\(run.output)")
    #expect(try run.records.map { $0.exitCodes.first == 0 } == [false, false])
  }

  /// iapctl delivers first, and does not take back what another client may have granted.
  @Test(arguments: ["service", "gamebase"])
  func `iapctl itself is right in every case, and keeps what another client consumed`(
    _ api: String
  ) throws {
    let run = try desk.rehearse(
      Self.iapctl(api), "--timeout-each", "3s", "--allow", "given", "-o", "json")
    #expect(run.status == 0, "\(run.output) \(run.errors)")
    #expect(try run.records.count >= 25)
    #expect(
      try run.records.filter { $0.verdict != "once" }.map { "\($0.name) \($0.verdict)" }
        == ["consume[1]:elsewhere given", "consume[1]:refunded left"])
  }

  private static func iapctl(_ api: String) -> [String] {
    let deliver =
      #"grep -qx $IAPCTL_PAYMENT_SEQ "$IAPCTL_REHEARSAL/owned" || "#
      + #"echo $IAPCTL_PAYMENT_SEQ | tee -a "$IAPCTL_REHEARSAL/owned" >> "$IAPCTL_REHEARSAL/granted""#
    let undo =
      #"echo "-$IAPCTL_PAYMENT_SEQ" >> "$IAPCTL_REHEARSAL/granted"; : > "$IAPCTL_REHEARSAL/owned""#
    return [
      Program.path, "consume", "--all", "--user", "u", "--market", "AS", "--yes", "--resume",
      "--api", api, "--deliver", deliver, "--undo", undo,
    ]
  }

  // MARK: Choosing cases

  @Test
  func `A case that fails is repeated alone by the command of its record, which keeps its files`()
    throws
  {
    let run = try desk.rehearse(.forgets, "--case", "consume[1]:lost", "-o", "json")
    let command = try #require(try run.records.first?.repetition)
    #expect(command.contains("--case 'consume[1]:lost' --keep rehearsal -- bash "))
    let again = try desk.shell(command)
    #expect(again.status == 6, "\(again.errors)")
    #expect(again.output.contains("consume[1]:lost  lost     1"), "\(again.output)")
    #expect(again.errors.contains("the files of consume[1]:lost are in /"), "\(again.errors)")
    #expect(again.errors.contains("/rehearsal/consume-1-lost-"), "\(again.errors)")
    #expect(try desk.shell("ls rehearsal | grep -vc '^consume-1-lost-'").output == "0\n")
    let kept = try desk.shell("cd rehearsal/consume-1-lost-* && ls && cat requests.jsonl")
    for name in ["store.db", "output-1.txt", "requests.jsonl", "granted.txt", "state"] {
      #expect(kept.output.contains("\(name)\n"), "\(kept.output)")
    }
    #expect(
      kept.output.contains(
        #"{"run":1,"request":"consume[1]","paymentSeq":"1","disruption":"lost","status":null,"#))
    #expect(desk.isClean)
  }

  /// With the usual three runs, the server would be right.
  @Test
  func `A case is repeated with as many runs as were given`() throws {
    let run = try desk.rehearse(.right, "--case", "consume[1]:429", "--runs", "1", "-o", "json")
    #expect(run.status == 6, "\(run.errors)")
    #expect(try run.failures == ["consume[1]:429 given 1"], "\(run.output)")
    #expect(try run.records.map(\.exitCodes) == [[1]])
    let command = try #require(try run.records.first?.repetition)
    #expect(command.contains(" --runs 1 --case 'consume[1]:429' --keep rehearsal -- bash "))
    let again = try desk.shell(command)
    #expect(again.status == 6, "\(again.errors)")
    #expect(again.output.contains("consume[1]:429  given    1"), "\(again.output)")
  }

  @Test
  func `Pairs are added, the same for the same number`() throws {
    let options = ["--pairs", "6", "--seed-number", "5", "--timeout-each", "3s", "-o", "jsonl"]
    let run = try desk.rehearse(try desk.command(.right), options)
    #expect(run.status == 0, "\(run.output)")
    let pairs = try run.records.map(\.name).filter { $0.contains("+") }
    #expect(pairs.count == 6)
    let pair = try #require(pairs.first)
    let alone = try desk.rehearse(.right, "--case", pair, "-o", "jsonl")
    #expect(try alone.records.map(\.name) == [pair])
    #expect(try run.records.count == 31)
  }

  @Test
  func `With one job, no two programs run at the same time`() throws {
    try desk.folder.write(
      """
      mkdir '\(desk.folder["busy"])' || echo overlap >> '\(desk.folder["overlaps"])'
      . '\(try desk.command(.right)[1])'
      """, to: "alone.sh")
    try desk.folder.write("trap 'rmdir \(desk.folder["busy"])' EXIT\n", to: "trap.sh")
    let cases = ["late", "lost", "429-after", "500"].flatMap { ["--case", "consume[1]:\($0)"] }
    let run = try desk.rehearse(
      ["bash", "-c", ". '\(desk.folder["trap.sh"])'; . '\(desk.folder["alone.sh"])'"],
      cases + ["--jobs", "1", "--timeout-each", "3s"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(!desk.folder.names.contains("overlaps"))
  }

  // MARK: Output

  @Test
  func `A table has only what failed, and a report in JUnit XML has every case`() throws {
    let run = try desk.rehearse(
      .forgets, "--case", "consume[1]:500", "--case", "consume[1]:killed-after", "--junit", "j.xml")
    #expect(run.status == 6)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("case                     verdict  paymentSeq  runs  exitCodes "))
    #expect(lines[1].hasPrefix("consume[1]:killed-after  lost     1              2  137 0 "))
    #expect(
      run.errors.contains("iapctl: to repeat consume[1]:killed-after: iapctl rehearse --seed "))
    #expect(
      run.errors.contains(
        """
        iapctl: consume[1]:killed-after: consume[1] of payment 1: executed, the program was killed before \
        its answer; the program ended without asking again, and granted nothing
        iapctl: the requests of consume[1]:killed-after: run 1: unconsumed[1] (0), \
        run 1: consume[1] 1 killed-after (-), run 2: unconsumed[2] (0)

        """), "\(run.errors)")
    #expect(run.errors.contains("iapctl: 1 case: all right (once 1)\n"))
    #expect(run.errors.contains("iapctl: error: 1 of 2 cases failed: lost 1\nhint: "))
    let report = try desk.text("j.xml")
    #expect(report.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"))
    #expect(report.contains(#"tests="2" failures="1" errors="0""#))
    #expect(report.contains(#"name="consume[1]:500" time=""#))
    #expect(
      report.contains(#"<failure type="lost" message="payment 1: lost">consume[1] of payment 1: "#))
    #expect(report.contains("\niapctl rehearse --seed "))
  }

  @Test
  func `CSV has a row for each case, and JSON a summary`() throws {
    let options = ["--case", "consume[1]:429", "--case", "consume[1]:elsewhere"]
    let csv = try desk.rehearse(try desk.command(.right), options + ["-o", "csv"])
    let rows = csv.output.split(whereSeparator: \.isNewline)
    #expect(rows.count == 3)
    #expect(
      rows[0]
        == "case,verdict,right,paymentSeq,runs,exitCodes,time,reason,requests,standardError,repeat")
    #expect(rows[1].hasPrefix("consume[1]:429,once,true,1,3,1 0 0,"))
    let json = try desk.rehearse(try desk.command(.neverUndoes), options + ["-o", "json"])
    #expect(json.status == 6)
    let summary = try #require(try JSONValue(parsing: Array(json.output.utf8))["summary"])
    #expect(summary["cases"]?.integer == 2)
    #expect(summary["right"]?.integer == 1)
    #expect(summary["given"]?.integer == 1)
    #expect(json.errors.contains(#""name":"rehearsalFailed""#))
  }

  // MARK: What is no rehearsal

  @Test
  func `Without a right first run, no case runs`() throws {
    let wrong: [(program: [String], granted: String, said: String)] = [
      (
        ["sh", "-c", "echo no such game >&2; exit 3"], "true",
        "exit status 3; it said: no such game"
      ),
      (["true"], "true", "the first run granted nothing"),
      (try desk.command(.right), "true", "payment 1: lost"),
      (["true"], "echo 1", "payment 1: given"), (["true"], "echo 91", "payment 91: given"),
      (["true"], "echo 7; echo 7", "payment 7: doubled"),
    ]
    for (program, granted, said) in wrong {
      let run = try desk.rehearse(program, ["--junit", "j.xml"], granted: granted)
      #expect(run.status == 6, "\(run.errors)")
      #expect(run.output == "")
      #expect(run.errors.contains(said), "\(run.errors)")
      #expect(try desk.text("j.xml").contains(#"tests="1" failures="1""#))
    }
    #expect(desk.isClean)
  }

  @Test
  func `A program that cannot be started is 127, before any case`() throws {
    for program in ["no-such-program", "./nothing", "/etc/passwd", "/etc"] {
      let run = try desk.rehearse([program], ["--junit", "j.xml"])
      #expect(run.status == 127, "\(run.errors)")
      #expect(run.errors.contains(program))
    }
    #expect(desk.isClean)
  }

  @Test
  func `The cases are listed, and chosen by patterns`() throws {
    let list = try desk.rehearse(.right, "--list", "-o", "csv", "--no-header")
    let names = list.output.split(whereSeparator: \.isNewline)
    #expect(names.count == 25)
    #expect(names.last == "consume[1]:twin")
    let run = try desk.rehearse(.right, "--case", "*:429", "--case", "consume[*]:4*", "-o", "jsonl")
    #expect(
      try run.records.map(\.name)
        == ["unconsumed[1]:429", "consume[1]:429", "consume[1]:429-after"])
    let none = try desk.rehearse(.right, "--case", "purchase[*]:lost")
    #expect(none.status == 64)
    #expect(desk.isClean)
  }

  @Test
  func `The commands of a rehearsal know the store of their case`() throws {
    let run = try desk.rehearse(
      try desk.command(.right), ["--case", "consume[1]:lost"],
      granted: "test -f \"$IAPCTL_FIXTURE_STORE\" || exit 9\n\(GameServer.granted)")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test
  func `Bad input ends it with the exit code of its kind`() throws {
    let right = try desk.command(.right)
    #expect(try desk.rehearse(right, ["--case", "consume[2]:lost"]).status == 64)
    #expect(try desk.rehearse(right, ["--case", "purchase[1]:lost"]).errors.contains("consume[1]"))
    let numbers = try desk.rehearse(right, [], granted: "echo gem")
    #expect(numbers.status == 65)
    #expect(
      numbers.errors.contains("line 1 of the command of --granted is not a payment number: 'gem'"))
    #expect(try desk.rehearse(right, [], granted: "exit 9").status == 65)
    try desk.folder.write(#"{"format": 1, "purchases": [{"userID": 1}]}"#, to: "seed.json")
    let bad = try desk.rehearse(right, [])
    #expect(bad.status == 65)
    #expect(bad.errors.contains("purchases[0]"))
    Files.remove(desk.folder["seed.json"])
    #expect(try desk.rehearse(right, []).status == 66)
    #expect(desk.isClean)
  }

  @Test
  func
    `A report that cannot be written is 74, and a folder that is missing 66, before a case runs`()
    throws
  {
    let options = ["--case", "consume[1]:lost"]
    let right = try desk.command(.right)
    #expect(try desk.rehearse(right, options + ["--junit", "/dev/null/j.xml"]).status == 74)
    let forgets = try desk.command(.forgets)
    let report = try desk.rehearse(forgets, options + ["--junit", "/dev/null/j.xml"])
    #expect(report.status == 74)
    #expect(report.output.isEmpty, "\(report.output)")
    #expect(try desk.rehearse(right, options + ["--keep", "missing/kept"]).status == 66)
    #expect(desk.isClean)
  }

  @Test
  func `An interrupt ends all programs and leaves nothing`() throws {
    // From the second run on, the program hangs, with the FIFO open.
    let (fifo, second) = (desk.folder["fifo"], desk.folder["second"])
    try desk.folder.write(
      """
      [ ! -e '\(second)' ] || { exec 9> '\(fifo)'; setsid sleep 600 & touch '\(desk.folder["ready"])'; sleep 600; }
      . '\(try desk.command(.right)[1])'
      """, to: "hangs.sh")
    #expect(mkfifo(fifo, 0o600) == 0)
    let reader = try InputFile.open(fifo)
    let process = try desk.start(
      ["bash", desk.folder["hangs.sh"]],
      granted: "touch '\(second)'; \(GameServer.granted)")
    while !desk.folder.names.contains("ready"), !process.hasEnded { sched_yield() }
    process.kill(SIGINT)
    #expect(try process.wait().status == 130)
    // The end of the FIFO shows that no process has it open any more.
    #expect(try reader.readAll(limit: 100) == [])
    #expect(desk.isClean)
  }
}
