import CLibrary
import System
import TestSupport
import Testing

/// Payments whose responses are lost. The report has a command that settles them, and the command
/// works.
@Suite(.blocking)
struct BatchUnknownTests {
  /// A ledger that loses the responses to some requests, counted from 1. It loses them before or
  /// after the consume.
  private func losing(_ numbers: Set<Int>) -> Ledger {
    Ledger { number, _ in numbers.contains(number) ? Ledger.Answer() : nil }
  }

  /// The commands in a text that settle payments.
  private func commands(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      line.ranges(of: " with: ").first.map { String(line[$0.upperBound...]) }
    }
  }

  /// Runs a command as a user would paste it.
  private func paste(_ command: String, _ desk: BatchDesk, _ more: String = "") throws
    -> Program.Run
  {
    try desk.program.shell("iapctl() { \"$IAPCTL\" \"$@\"; }; \(command)\(more)")
  }

  @Test
  func `The hint for a lost response names a command that settles the payment`() throws {
    let desk = try BatchDesk(1, losing([1]))
    let payment = desk.payments[0]
    let token = try desk.folder.write("t\(payment)", to: "my token")
    let line = [
      "consume", payment, "--token-file", token, "--journal", desk.folder["j.db"], "--settle", "0s",
    ]
    for format in ["table", "json"] {
      let run = try desk.program.run(words: line + ["-o", format])
      #expect(run.status == 7)
      #expect(
        run.errors.contains(
          "payment \(payment) may have been consumed; settle it with: iapctl consume \(payment) "
            + "--resume --only-unknown --token-file '\(token)' --journal \(desk.folder["j.db"])"),
        "\(run.errors)")
      #expect(!run.errors.contains("batch-key") && !run.errors.contains("t\(payment)\""))
    }
    let run = try desk.program.run(words: line)
    #expect(
      run.errors.contains(
        "hint: if payment \(payment) stays unknown, look it up in the IAP console (Transaction tab). If it was "
          + "consumed: iapctl journal settle \(payment) --as consumed --ticket TEXT"),
      "\(run.errors)")
    let settled = try paste(try #require(commands(in: run.errors).first), desk)
    #expect(settled.status == 0, "\(settled.errors)")
    #expect(desk.ledger.consumed == [payment])
  }

  @Test
  func `A batch names each unknown payment, and the same file settles them`() throws {
    let desk = try BatchDesk(12, losing([2, 5]), concurrency: 1)
    let run = try desk.run()
    #expect(run.status == 7)
    #expect(run.counts == ["consumed": 10, "unknown": 2])
    let errors = run.errors.split(separator: "\n")
    for payment in run.outcomes.filter({ $0.value == "unknown" }).keys {
      #expect(errors.contains { $0.contains("payment \(payment) may have been consumed") })
    }
    let counts =
      #""consumed":10,"already-consumed":0,"refused":0,"not-sent":0,"unknown":2,"skipped":0"#
    #expect(errors.last?.hasPrefix("{\"summary\":{\(counts)},\"place\":\"http://127.") == true)
    let prose = try desk.program.run(words: desk.words().map { $0 == "jsonl" ? "table" : $0 })
    let lines = prose.errors.split(separator: "\n")
    #expect(prose.status == 7)
    #expect(lines.filter { $0.hasPrefix("iapctl: error: ") }.count == 2, "\(prose.errors)")
    #expect(lines.last?.hasPrefix("iapctl: 10 already-consumed, 2 unknown (http://127.") == true)
    let command = try #require(commands(in: prose.errors).first)
    #expect(!command.contains("--yes"), "\(command)")
    let settled = try paste(command, desk, " --yes")
    #expect(settled.status == 0, "\(settled.errors)")
    #expect(settled.errors.contains("iapctl: 2 consumed (http://127."), "\(settled.errors)")
    #expect(desk.ledger.consumed == Set(desk.payments))
  }

  @Test
  func `The command that settles a stopped batch sends no payment that was stopped`() throws {
    let gate = Gate()
    let ledger = losing([1])
    let desk = try BatchDesk(12, ledger, concurrency: 2)
    ledger.watch { moment, _ in if moment == .arrived { gate.pass() } }
    defer { gate.open() }
    let process = try desk.start("--output", "table")
    try gate.wait(for: 2)
    try process.interrupt(SIGINT)
    gate.open()
    let run = try process.wait()
    #expect(run.status == 7, "\(run.errors)")
    let command = try #require(commands(in: run.errors).first)
    #expect(try paste(command, desk).status == 2)
    let settled = try paste(command, desk, " --yes")
    #expect(settled.status == 0, "\(settled.errors)")
    #expect(desk.ledger.consumed.count == 2)
    let continuing = try #require(
      run.errors.split(separator: "\n").first {
        $0.hasPrefix("hint: to continue and consume 11 payments: iapctl consume --from ")
      }, "\(run.errors)")
    // What is printed never confirms itself.
    #expect(!continuing.contains("--yes") && !command.contains("--yes"), "\(run.errors)")
  }

  @Test
  func `The hint in the record of an unknown payment has its ticket, too`() throws {
    let desk = try BatchDesk(2, losing([1]), concurrency: 1)
    let first = try desk.run("--ticket", "T-7", "--settle", "0s")
    #expect(first.status == 7, "\(first.errors)")
    let again = try desk.run("--output", "json")
    #expect(again.status == 7, "\(again.errors)")
    #expect(again.output.contains("--ticket T-7"), "\(again.output)")
  }

  @Test
  func `A run with --resume that finds every payment consumed exits 0`() throws {
    let desk = try BatchDesk(3, losing([2]), concurrency: 1)
    #expect(try desk.run().status == 7)
    // A run with another journal consumes it in the meantime.
    let payment = desk.payments[1]
    let token = try desk.folder.write("t\(payment)", to: "token")
    #expect(
      try desk.program.run(
        "consume", payment, "--token-file", token, "--journal", desk.folder["other.db"]
      ).status == 0)
    let resumed = try desk.run("--resume")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(resumed.counts == ["skipped": 2, "already-consumed": 1])
  }

  @Test
  func `--settle retries in the same run, with tokens that only this run has`() throws {
    let desk = try BatchDesk(3, losing([2]), concurrency: 1)
    let run = try desk.run("--settle", "1m")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.counts == ["consumed": 3])
    #expect(run.output.contains(#""priorUnknown":true"#))
    #expect(run.output.contains(#""attempts":2"#))
    #expect(desk.ledger.requests.map(\.payment).count == 4)
  }

  @Test
  func `Without --settle, an unknown payment is asked again for 30 seconds`() throws {
    let desk = try BatchDesk(1, losing([1]))
    let words = desk.words().filter { $0 != "--settle" && $0 != "0s" }
    let run = try desk.program.run(words: words)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""priorUnknown":true"#))
    #expect(desk.ledger.requests.count == 2)
  }

  @Test
  func `The hint for a payment without a token is not the command that has just failed`() throws {
    let desk = try BatchDesk(1, Ledger { _, _ in Ledger.Answer(status: "500 Oops") })
    #expect(try desk.run().status == 7)
    let run = try desk.program.run(
      "consume", desk.payments[0], "--resume", "--journal", desk.folder["journal.db"])
    #expect(run.status == 7, "\(run.errors)")
    #expect(run.errors.contains("to settle it, add --user ID"), "\(run.errors)")
    #expect(!run.errors.contains("settle it with:"), "\(run.errors)")
    #expect(desk.ledger.requests.count == 1)
  }

  @Test
  func `What --settle finds consumed is no reason to grant`() throws {
    let ledger = Ledger { number, _ in
      number == 1 ? Ledger.Answer(status: "500 Oops") : .refusal(5018, "CONSUMED")
    }
    let desk = try BatchDesk(1, ledger)
    let run = try desk.run("--settle", "1s")
    #expect(run.counts == ["already-consumed": 1])
    #expect(run.status == 4 || run.status == 5, "\(run.errors)")
    #expect(run.errors.contains("grant only if the item was not granted"))
  }

  @Test
  func `Ctrl-C ends the settling immediately`() throws {
    let gate = Gate(for: 1)
    let desk = try BatchDesk(1, Ledger { _, _ in Ledger.Answer() }, concurrency: 1)
    defer { gate.open() }
    desk.ledger.watch { moment, _ in if moment == .arrived { gate.pass() } }
    let process = try desk.start("--settle", "12h")
    try gate.wait(for: 1)
    gate.open()
    process.kill(SIGINT)
    let run = try process.wait()
    #expect(run.status == 7)
    #expect(run.counts == ["unknown": 1])
  }

  @Test
  func `--keep-unknown saves tokens for the owner only, and --from settles them`() throws {
    let desk = try BatchDesk(4, losing([1, 3]), concurrency: 1)
    let kept = desk.folder["kept.jsonl"]
    let run = try desk.run("--keep-unknown", kept)
    #expect(run.status == 7)
    let text = String(decoding: try desk.folder.read("kept.jsonl"), as: UTF8.self)
    let unknown = run.outcomes.filter { $0.value == "unknown" }.keys.sorted()
    let lines = text.split(separator: "\n")
    #expect(lines.count == unknown.count)
    for (line, payment) in zip(lines, unknown) {
      #expect(
        line.hasPrefix(
          #"{"paymentSeq":"\#(payment)","accessToken":"t\#(payment)","outcome":"unknown","#))
      #expect(line.contains(#""server":"127.0.0.1:"#))
    }
    let mode = try desk.program.shell("stat -c %a '\(kept)'")
    #expect(mode.output == "600\n")
    let command = try #require(
      run.errors.split(separator: "\n").first { $0.contains("settle it with: ") })
    #expect(
      command.contains("iapctl consume --resume --only-unknown --from \(kept) --journal "),
      "\(command)")
    // Another journal does not know the attempts, which may still be at work.
    for options in [[], ["--resume"], ["--resume", "--skip-bad-lines"]] {
      let other = try desk.program.run(
        words: ["consume", "--from", kept, "--journal", desk.folder["other.db"], "--yes"] + options)
      #expect(!other.output.contains("consumed"), "\(other.output)")
      #expect(other.status == 65, "\(other.errors)")
      #expect(
        other.errors.contains("name the journal of that run with --journal"), "\(other.errors)")
    }
    #expect(desk.ledger.requests.count == 4)
    let settled = try desk.program.run(
      "consume", "--resume", "--from", kept, "--journal", desk.folder["journal.db"], "--yes")
    #expect(settled.status == 0, "\(settled.errors)")
    #expect(desk.ledger.consumed == Set(desk.payments))
  }

  @Test
  func `A refusal proves nothing of an attempt that only another journal knows`() throws {
    // The first answer is lost, and all later ones refuse the payment.
    let desk = try BatchDesk(
      1, Ledger { number, _ in number == 1 ? Ledger.Answer() : .refusal(5000, "NO") })
    let kept = desk.folder["kept.jsonl"]
    #expect(try desk.run("--keep-unknown", kept).status == 7)
    var other = desk
    other.journal = desk.folder["other.db"]
    #expect(try other.run().status == 4)
    let line = [
      "consume", "--from", kept, "--journal", other.journal, "--yes", "--settle", "0s", "-o",
      "jsonl",
      "--deliver", "true", "--undo", "touch '\(desk.folder["undone"])'",
    ]
    let count = desk.ledger.requests.count
    let unsettled = try desk.program.run(words: line)
    #expect(unsettled.status == 65, "\(unsettled.errors)")
    #expect(unsettled.errors.contains("settle it with --resume --only-unknown"))
    #expect(desk.ledger.requests.count == count)
    for more in [[], ["--only-unknown"]] {
      let run = try desk.program.run(words: line + ["--resume"] + more)
      #expect(run.status == 7, "\(run.errors)")
      #expect(run.outcomes == [desk.payments[0]: "unknown"])
    }
    #expect(try desk.program.shell("ls '\(desk.folder["undone"])'").status != 0)
  }

  @Test
  func `--keep-unknown refuses an existing file before anything is sent`() throws {
    let desk = try BatchDesk(1)
    let kept = try desk.folder.write("mine", to: "kept")
    let run = try desk.run("--keep-unknown", kept)
    #expect(run.status == 64)
    #expect(run.errors.contains("already exists"))
    let missing = try desk.run("--keep-unknown", desk.folder["none/kept"])
    #expect(missing.status == 66)
    #expect(missing.errors.contains("make the folder with: mkdir -p \(desk.folder["none"])"))
    #expect(desk.ledger.requests.isEmpty)
    #expect(String(decoding: try desk.folder.read("kept"), as: UTF8.self) == "mine")
  }

  @Test
  func `If no payment is unknown, --keep-unknown leaves no file`() throws {
    let desk = try BatchDesk(2)
    #expect(try desk.run("--keep-unknown", desk.folder["kept"]).status == 0)
    #expect(throws: (any Error).self) { try desk.folder.read("kept") }
  }

  @Test
  func `Equal failures are reported in one line, and the summary comes last`() throws {
    let desk = try BatchDesk(50, Ledger { _, _ in .refusal(5000, "CONSUME_FAILED") })
    let line = desk.words().map { $0 == "jsonl" ? "csv" : $0 }
    let run = try desk.program.run(words: line)
    #expect(run.status == 4)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 4, "\(run.errors)")
    #expect(
      lines[0].hasPrefix(
        "iapctl: error: lines 1–20 and 30 more: 50 × 5000 CONSUME_FAILED, for example "))
    #expect(lines.last?.hasPrefix("iapctl: 50 refused (http://127.") == true)
  }

  // MARK: Dry run

  @Test
  func `A dry run reads the journal, sends nothing and creates no journal`() throws {
    let desk = try BatchDesk(4, losing([2]), concurrency: 1)
    let journal = desk.folder["journal.db"]
    let before = try desk.program.run(
      words: desk.words(["--dry-run"]).map { $0 == "jsonl" ? "csv" : $0 })
    #expect(before.status == 0)
    #expect(
      before.errors.hasPrefix("iapctl: would consume 4 payments (http://127.0.0.1:"),
      "\(before.errors)")
    #expect(throws: (any Error).self) { try Files.read(journal, limit: 1) }
    #expect(try desk.run().status == 7)
    let sent = desk.ledger.requests.count
    let plain = try desk.run("--dry-run")
    #expect(plain.status == 7)
    #expect(plain.output.isEmpty)
    #expect(
      plain.errors.contains("4 would not be sent (3 already-consumed, 1 unknown)"),
      "\(plain.errors)")
    let resumed = try desk.run("--dry-run", "--resume")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(resumed.output.split(separator: "\n").count == 1)
    #expect(resumed.errors.contains("3 would not be sent (3 skipped)"), "\(resumed.errors)")
    #expect(desk.ledger.requests.count == sent)
  }

  @Test
  func `On a terminal a single payment is confirmed, over the REST API`() throws {
    let desk = try BatchDesk(1)
    let payment = desk.payments[0]
    let token = try desk.folder.write("t\(payment)", to: "token")
    for (answer, status) in [("n", 2), ("y", 0)] {
      let terminal = try Terminal(
        [Program.path, "consume", payment, "--token-file", token],
        variables: desk.program.variables)
      try terminal.wait(for: "Consume payment \(payment) (http://127.0.0.1:")
      try terminal.wait(for: "product unknown, price unknown")
      try terminal.wait(for: "This cannot be undone. Continue? [y/N] ")
      #expect(desk.ledger.requests.isEmpty)
      try terminal.send(answer + "\r")
      #expect(try terminal.finish() == Int32(status), "\(terminal.text)")
    }
    #expect(desk.ledger.consumed == [payment])
  }
}
