import CLibrary
import TestSupport
import Testing

/// A batch whose output closes: a pipe, and a terminal.
@Suite(.blocking)
struct BatchReaderTests {
  private static let count = 40

  /// The server sends the first response at once, and the next ones after the reader has closed the
  /// pipe.
  private func gated(_ desk: BatchDesk, _ gate: Gate) {
    let first = desk.payments[0]
    desk.ledger.watch { moment, payment in
      if moment == .arrived, payment != first { gate.pass() }
    }
  }

  @Test
  func `A closed pipe stops a batch after the requests in flight`() async throws {
    let (desk, gate) = (try BatchDesk(Self.count), Gate())
    defer { gate.open() }
    gated(desk, gate)
    let (program, gone) = (desk.program, try desk.folder.makeFIFO("gone"))
    let line =
      "{ \(desk.line()); echo $? > '\(desk.folder["status"])'; } | { head -n 1; exec 0<&-; echo > '\(gone)'; }"
    async let run = waiting { try program.shell(line) }
    _ = try await waiting { try program.shell("read x < '\(gone)'") }
    gate.open()
    let end = try await run
    #expect(String(decoding: try desk.folder.read("status"), as: UTF8.self) == "141\n")
    #expect(
      end.errors.hasPrefix(
        """
        {"summary":{"consumed":\(1 + desk.concurrency),"already-consumed":0,"refused":0,\
        "not-sent":\(Self.count - 1 - desk.concurrency),"unknown":0,"skipped":0},"place":"http://
        """))
    #expect(end.outcomes == [desk.payments[0]: "consumed"])
    // The first request, and those that were in flight after it.
    #expect(desk.ledger.requests.count == 1 + desk.concurrency)
    let journaled = try desk.journaled()
    #expect(Set(journaled.keys) == Set(desk.ledger.requests.map(\.payment)))
    #expect(Set(journaled.values) == ["consumed"])
    try checkResumption(desk)
  }

  /// A pipe without room stands for a reader that waits for something else.
  @Test(arguments: ["jsonl", "json", "table"])
  func `A stop signal ends a batch whose output nobody reads`(_ format: String) throws {
    let desk = try BatchDesk(2, concurrency: 1)
    let run = try desk.program.shell(
      """
      cd '\(desk.folder.path)'; mkfifo full; exec 3<>full; head -c 65536 /dev/zero >&3
      timeout -s KILL 60 \(desk.line("--output", format)) > full & process=$!
      until $IAPCTL journal export --fixtures --journal '\(desk.journal)' -o csv |
        grep -q ',consumed,'; do :; done
      kill -TERM $process; wait $process; echo $?
      """)
    #expect(run.output == "143\n", "\(run.errors)")
    #expect(run.errors.contains("terminated"), "\(run.errors)")
    #expect(try desk.journaled().values.contains("consumed"))
    #expect(try desk.run("--resume").status == 0)
    #expect(desk.ledger.requests.map(\.payment).sorted() == desk.payments)
  }

  @Test
  func `If the output closes, unknown payments are named and the exit status is 7`() async throws {
    let ledger = Ledger { number, _ in number == 2 ? Ledger.Answer() : nil }
    let (desk, gate) = (try BatchDesk(Self.count, ledger, concurrency: 1), Gate())
    defer { gate.open() }
    gated(desk, gate)
    let (program, gone) = (desk.program, try desk.folder.makeFIFO("gone"))
    let line =
      "{ \(desk.line("--output", "jsonl")); echo $? > '\(desk.folder["status"])'; } "
      + "| { head -n 1; exec 0<&-; echo > '\(gone)'; }"
    async let run = waiting { try program.shell(line) }
    _ = try await waiting { try program.shell("read x < '\(gone)'") }
    gate.open()
    let end = try await run
    #expect(String(decoding: try desk.folder.read("status"), as: UTF8.self) == "7\n")
    let lines = end.errors.split(separator: "\n")
    #expect(
      lines.first?.contains("payment \(desk.payments[1]) may have been consumed; settle it")
        == true,
      "\(end.errors)")
    #expect(lines.last?.hasPrefix("{\"summary\":") == true)
  }

  /// A table is written at the end of the batch, but a closed pipe is detected before that.
  @Test(arguments: ["table", "json"])
  func `A closed pipe stops a batch in every format`(_ format: String) throws {
    // With more in flight, those whose results wait for earlier ones give their room to others.
    let desk = try BatchDesk(Self.count, concurrency: 1)
    let fifo = try desk.folder.makeFIFO("pipe")
    let line = """
      exec 8<> '\(fifo)'; exec 9> '\(fifo)'; exec 8<&-
      \(desk.line().replacing("jsonl", with: format)) >&9; echo $? > '\(desk.folder["status"])'
      """
    _ = try desk.program.shell(line)
    #expect(String(decoding: try desk.folder.read("status"), as: UTF8.self) == "141\n")
    #expect(desk.ledger.requests.count == 1)
  }

  private func checkResumption(_ desk: BatchDesk) throws {
    let sent = desk.ledger.requests.count
    let resumed = try desk.run("--resume")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(resumed.counts == ["skipped": sent, "consumed": Self.count - sent])
    #expect(desk.ledger.requests.map(\.payment).sorted() == desk.payments)
  }

  /// The results cannot be printed, but they are in the journal.
  @Test
  func `A full disk under the results stops a batch`() throws {
    let desk = try BatchDesk(Self.count)
    let run = try desk.program.shell("\(desk.line()) > /dev/full")
    #expect(run.status == 74, "\(run.errors)")
    #expect(run.errors.contains("standard output cannot be written"), "\(run.errors)")
    #expect(desk.ledger.requests.count <= desk.concurrency)
    try checkResumption(desk)
  }

  @Test
  func `A closed terminal stops a batch`() throws {
    let (desk, gate) = (try BatchDesk(Self.count), Gate())
    defer { gate.open() }
    gated(desk, gate)
    let terminal = try Terminal(
      [Program.path] + desk.words(), variables: desk.program.variables)
    try terminal.wait(for: #""outcome":"consumed""#)
    try gate.wait(for: desk.concurrency)
    terminal.closeConnection()
    gate.open()
    // The results after the hang-up cannot be printed.
    #expect([74, 129].contains(terminal.finishUnseen()))
    #expect(desk.ledger.requests.count <= 1 + 2 * desk.concurrency)
    try checkResumption(desk)
  }
}
