import CLibrary
import TestSupport
import Testing

#if os(Linux)
  @Suite(.blocking)
  struct BatchSignalTests {
    private static let count = 40

    /// A batch whose first requests wait in the server.
    private func underWay(
      _ ledger: Ledger = Ledger()
    ) throws -> (BatchDesk, Program.Started, Gate) {
      let (desk, gate) = (try BatchDesk(Self.count, ledger), Gate())
      ledger.watch { moment, _ in if moment == .arrived { gate.pass() } }
      let process = try desk.start()
      try gate.wait(for: desk.concurrency)
      return (desk, process, gate)
    }

    private func checkResumption(_ desk: BatchDesk, skipping skipped: Int) throws {
      let resumed = try desk.run("--resume", "--already-consumed-ok")
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(resumed.counts["skipped"] == (skipped > 0 ? skipped : nil))
      #expect(desk.ledger.consumed == Set(desk.payments))
      #expect(Set(try desk.journaled().keys) == Set(desk.payments))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `Requests in flight finish, and the rest is not sent`(_ signal: Int32) throws {
      let (desk, process, gate) = try underWay()
      defer { gate.open() }
      try process.interrupt(signal)
      gate.open()
      let run = try process.wait()
      #expect(run.status == 128 + signal, "\(run.errors)")
      #expect(desk.ledger.requests.count == desk.concurrency)
      #expect(
        run.counts == ["consumed": desk.concurrency, "not-sent": Self.count - desk.concurrency])
      let said = [SIGINT: "interrupted (Ctrl-C)", SIGTERM: "terminated", SIGHUP: "hung up"][signal]
      #expect(run.errors.contains(said ?? "?"))
      try checkResumption(desk, skipping: desk.concurrency)
      #expect(desk.ledger.requests.count == Self.count)
    }

    @Test
    func `A person reads the count of what was not sent, and a command that sends it`() throws {
      let (desk, gate) = (try BatchDesk(Self.count), Gate())
      desk.ledger.watch { moment, _ in if moment == .arrived { gate.pass() } }
      defer { gate.open() }
      let process = try desk.start("--output", "table")
      try gate.wait(for: desk.concurrency)
      try process.interrupt(SIGINT)
      gate.open()
      let run = try process.wait()
      #expect(run.status == 130)
      #expect(run.output.split(separator: "\n").count == 1 + desk.concurrency, "\(run.output)")
      let lines = run.errors.split(separator: "\n").map(String.init)
      #expect(
        lines.last?.hasPrefix(
          "iapctl: \(desk.concurrency) consumed, \(Self.count - desk.concurrency) not-sent (")
          == true)
      let start = "hint: to continue and consume \(Self.count - desk.concurrency) payments: "
      let hint = try #require(lines.dropLast().last)
      #expect(hint.hasPrefix(start), "\(run.errors)")
      let next = try desk.program.shell(
        "iapctl() { \"$IAPCTL\" \"$@\"; }; \(hint.dropFirst(start.count)) --yes")
      #expect(next.status == 0, "\(next.errors)")
      #expect(desk.ledger.consumed == Set(desk.payments))
      #expect(desk.ledger.requests.count == Self.count)
    }

    @Test
    func `An unknown outcome outranks a signal in the exit status`() throws {
      let silence = Ledger { number, _ in number == 2 ? Ledger.Answer() : nil }
      let (desk, process, gate) = try underWay(silence)
      defer { gate.open() }
      try process.interrupt(SIGINT)
      gate.open()
      let run = try process.wait()
      #expect(run.status == 7, "\(run.errors)")
      #expect(run.counts["unknown"] == 1 && run.counts["not-sent"] == Self.count - 4)
      let unknown = try #require(run.outcomes.first { $0.value == "unknown" }?.key)
      let lines = run.errors.split(separator: "\n")
      #expect(
        lines.contains {
          $0.contains("payment \(unknown) may have been consumed; settle it with: iapctl consume ")
        }, "\(run.errors)")
      #expect(lines.last?.hasPrefix("{\"summary\":") == true)
      #expect(desk.ledger.requests.count == desk.concurrency)
      try checkResumption(desk, skipping: desk.concurrency - 1)
    }

    /// The server never responds. Two signals in quick succession count as one.
    @Test(arguments: [SIGINT, SIGTERM])
    func `A second signal ends iapctl immediately`(_ signal: Int32) throws {
      let (desk, process, gate) = try underWay()
      defer { gate.open() }
      try process.interrupt(SIGINT)
      repeat {
        process.kill(signal)
        sched_yield()
      } while !process.hasEnded
      #expect(try process.wait().status == 128 + signal)
      #expect(desk.ledger.requests.count == desk.concurrency)
      #expect(Set(try desk.journaled().values) == ["unknown"])
      gate.open()
      try checkResumption(desk, skipping: 0)
    }

    /// A running delivery finishes, and its result is reported.
    @Test
    func `A delivery in progress finishes, and its payment is not sent`() throws {
      let desk = try BatchDesk(Self.count, concurrency: 1)
      let (begun, go) = (try desk.folder.makeFIFO("begun"), try desk.folder.makeFIFO("go"))
      let deed = "echo $IAPCTL_PAYMENT_SEQ >> '\(desk.folder["delivered"])'"
      let process = try desk.start("--deliver", "echo > '\(begun)'; read x < '\(go)'; \(deed)")
      _ = try desk.program.shell("read x < '\(begun)'")
      try process.interrupt(SIGINT)
      _ = try desk.program.shell("echo > '\(go)'")
      let run = try process.wait()
      #expect(run.status == 130, "\(run.errors)")
      #expect(run.counts == ["not-sent": Self.count])
      #expect(desk.ledger.requests.isEmpty)
      let resumed = try desk.run("--resume", "--deliver", deed)
      #expect(resumed.status == 0, "\(resumed.errors)")
      let delivered = String(decoding: try desk.folder.read("delivered"), as: UTF8.self)
        .split(separator: "\n").map(String.init)
      #expect(delivered.sorted() == [desk.payments[0]] + desk.payments)
    }
  }
#endif
