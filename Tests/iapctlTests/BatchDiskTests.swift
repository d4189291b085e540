import TestSupport
import Testing

#if os(Linux)
  /// A batch whose disk fails while it writes its journal, or which is killed at that time.
  @Suite(.blocking)
  struct BatchDiskTests {
    private static let count = 300

    /// A desk whose journal exists already, so that the faults occur in the batch.
    private func desk() throws -> BatchDesk {
      let desk = try BatchDesk(Self.count)
      let run = try desk.program.run(
        "consume", "--from", "/dev/null", "--yes", "--journal", desk.folder["journal.db"])
      #expect(run.status == 0, "\(run.errors)")
      return desk
    }

    /// strace counts the system calls of each thread separately.
    private func run(_ desk: BatchDesk, injecting fault: String) throws -> Program.Run {
      let calls = fault.prefix { $0 != ":" }
      // The filter is faster, but some signals are lost with it.
      let filter = fault.contains("signal") ? "" : "--seccomp-bpf"
      return try desk.program.shell(
        """
        exec strace -f -qq \(filter) -o /dev/null -e trace=\(calls) -e inject=\(fault) \
          \(desk.line())
        """)
    }

    /// The journal's log may or may not be on the disk. In either case nothing else was sent.
    @Test(
      .tool("strace"),
      arguments: [
        "fdatasync,fsync:error=EIO:when=8+", "fdatasync,fsync:error=EIO:when=8",
        "fdatasync,fsync:error=ENOSPC:when=12+", "pwrite64:error=ENOSPC:when=60+",
        "pwrite64:error=EIO:when=75", "pwrite64:error=EDQUOT:when=90+",
      ])
    func `After a disk error nothing is sent`(_ fault: String) throws {
      let desk = try desk()
      let run = try run(desk, injecting: fault)
      #expect(run.status == 74, "\(run.errors)")
      let sent = Set(desk.ledger.requests.map(\.payment))
      #expect(desk.ledger.requests.count == sent.count)
      #expect(!sent.isEmpty && sent.count < Self.count)
      let announced = try desk.announced()
      #expect(sent.isSubset(of: announced))
      #expect(announced.count - sent.count <= desk.concurrency)
      try checkReport(run, sent)
      try checkResumption(desk)
    }

    /// Payments in flight are reported once each. The others are reported as not sent.
    private func checkReport(_ run: Program.Run, _ sent: Set<String>) throws {
      let outcomes = run.outcomes
      #expect(outcomes.count == Self.count)
      for (payment, outcome) in outcomes {
        #expect((outcome == "not-sent") == !sent.contains(payment), "\(payment) \(outcome)")
        if outcome == "unknown" {
          #expect(run.errors.contains("the outcome of payment \(payment) (consumed) could not be"))
        }
      }
      #expect(run.counts["unknown", default: 0] <= 4)
    }

    private func checkResumption(_ desk: BatchDesk) throws {
      let resumed = try desk.run("--resume", "--already-consumed-ok")
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(desk.ledger.consumed == Set(desk.payments))
      let journaled = try desk.journaled()
      #expect(journaled.count == Self.count)
      #expect(Set(journaled.values).isSubset(of: ["consumed", "already-consumed"]))
    }

    @Test(
      .tool("strace"),
      arguments: [
        "fdatasync,fsync:error=EIO:when=1+", "pwrite64:error=ENOSPC:when=1+",
        "pwrite64:error=ENOSPC:when=3+", "fdatasync,fsync:error=EIO:when=3",
      ])
    func `If no journal can be created, nothing is sent`(_ fault: String) throws {
      let desk = try BatchDesk(Self.count)
      let run = try run(desk, injecting: fault)
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("cannot be written"), "\(run.errors)")
      #expect(desk.ledger.requests.isEmpty)
      #expect(try desk.run().status == 0)
      #expect(desk.ledger.requests.count == Self.count)
    }

    @Test(
      .tool("strace"),
      arguments: [2, 3, 5, 8, 11, 12])
    func `Every request is recorded before it is sent, even if the process is killed`(_ sync: Int)
      throws
    {
      let desk = try desk()
      let run = try run(desk, injecting: "fdatasync,fsync:signal=KILL:when=\(sync)")
      #expect(run.status == 137, "\(run.errors)")
      let sent = Set(desk.ledger.requests.map(\.payment))
      #expect(sent.isSubset(of: try desk.announced()))
      let (known, told) = (try desk.journaled(), run.outcomes)
      // An outcome was written to the journal before it was printed.
      for (payment, outcome) in told { #expect(known[payment] == outcome) }
      #expect(known.values.count { $0 == "unknown" } <= desk.concurrency)
      try checkResumption(desk)
    }
  }
#endif
