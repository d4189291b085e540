import CLibrary
import TestSupport
import Testing

#if os(Linux)
  @Suite(.blocking)
  struct LockTests {
    /// In seconds: longer than any test takes.
    private static let long = "600"

    @Test(
      arguments: [
        ["consume", "2026011210000001"], ["purchase", "gem.100", "--user", "bob"],
        ["reprocess", "--user", "frank"],
        ["unconsumed", "--user", "bob", "--now", "2027-01-01T00:00:00Z"],
      ], [SIGINT, SIGTERM])
    func `An interrupt ends the wait for a locked store`(_ words: [String], _ signal: Int32) throws
    {
      let folder = try TemporaryFolder()
      let program = Program(in: folder)
      let store = folder["game.db"]
      #expect(try program.run("store", "init", store, "--sample").status == 0)
      let before = try program.run("store", "dump", "--store", store)
      let lock = try StoreLock(on: store)
      let started = try program.start(words: words + ["--store", store, "--timeout", Self.long])
      try started.waitUntilLocked(store + "-shm")
      try started.interrupt(signal)
      let run = try started.wait()
      try lock.release()
      #expect(run.status == 128 + signal, "\(run.errors)")
      #expect(run.errors.contains(signal == SIGINT ? "interrupted" : "terminated"))
      #expect(try program.run("store", "dump", "--store", store).output == before.output)
    }

    private func desk(_ ledger: Ledger = Ledger()) throws -> (BatchDesk, journal: String) {
      let desk = try BatchDesk(3, ledger, concurrency: 1)
      let journal = desk.folder["journal.db"]
      let made = try desk.program.run(
        "consume", "--from", "/dev/null", "--yes", "--journal", journal)
      #expect(made.status == 0, "\(made.errors)")
      return (desk, journal)
    }

    @Test
    func `An interrupt ends the wait for a locked journal, and nothing is sent`() throws {
      let (desk, journal) = try desk()
      let lock = try StoreLock(on: journal)
      let started = try desk.start("--timeout", Self.long)
      try started.waitUntilLocked(journal + "-shm")
      try started.interrupt(SIGINT)
      let run = try started.wait()
      try lock.release()
      #expect(run.status == 130, "\(run.errors)")
      #expect(run.errors.contains("interrupted (Ctrl-C)"))
      #expect(desk.ledger.requests.isEmpty)
      #expect(try desk.run().status == 0)
    }

    @Test
    func `The wait for a locked journal ends with the time-out`() throws {
      let (desk, journal) = try desk()
      let lock = try StoreLock(on: journal)
      let run = try desk.run("--timeout", "1")
      try lock.release()
      #expect(run.status == 75, "\(run.errors)")
      #expect(desk.ledger.requests.isEmpty)
    }

    @Test
    func `A sent request is recorded after an interrupt, even if the journal is locked`() throws {
      let gate = Gate(for: 1)
      let ledger = Ledger { _, _ in
        gate.pass()
        return nil
      }
      let (desk, journal) = try desk(ledger)
      let started = try desk.start("--timeout", Self.long)
      try gate.wait(for: 1)
      let lock = try StoreLock(on: journal)
      try started.interrupt(SIGINT)
      gate.open()
      while ledger.consumed.isEmpty, !started.hasEnded { sched_yield() }
      try lock.release()
      let run = try started.wait()
      #expect(run.status == 130, "\(run.errors)")
      #expect(ledger.requests.count == 1)
      let listed = try desk.program.run(
        "journal", "list", "--journal", journal, "-o", "csv", "--fields", "outcome", "--no-header")
      #expect(listed.output.split(separator: "\r\n").contains("consumed"), "\(listed.output)")
    }
  }
#endif
