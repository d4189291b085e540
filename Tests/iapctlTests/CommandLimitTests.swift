import CLibrary
import System
import TestSupport
import Testing

#if os(Linux)
  /// The supervisor of a command needs no iapctl.
  @Suite(.blocking)
  struct CommandLimitTests {
    /// A command that opens a FIFO, tells that it has begun, and stays, whatever signal it gets.
    private func staying(_ desk: BatchDesk) throws -> (line: String, begun: String, alive: String) {
      let (begun, alive) = (try desk.folder.makeFIFO("begun"), try desk.folder.makeFIFO("alive"))
      let steps = "trap \"\" TERM; exec 9> \(alive); echo > \(begun); while :; do sleep 600; done"
      return ("setsid sh -c '\(steps)' & wait", begun, alive)
    }

    /// Returns when no process has a FIFO open any more.
    private func waitForEnd(_ alive: InputFile) throws {
      #expect(try alive.readAll(limit: 100) == [])
    }

    @Test(arguments: ["--deliver", "--undo"])
    func `A command is ended at its limit while iapctl is stopped`(_ option: String) throws {
      let desk = try BatchDesk(1, Ledger { _, _ in .refusal(5000, "NO") })
      let command = try staying(desk)
      let alive = try InputFile.open(command.alive)
      let process = try desk.start(
        "--deliver", option == "--deliver" ? command.line : "true", "--undo",
        option == "--undo" ? command.line : "true", "--deliver-timeout", "1s")
      _ = try desk.program.shell("read line < '\(command.begun)'")
      process.kill(SIGSTOP)
      try waitForEnd(alive)
      process.kill(SIGCONT)
      let run = try process.wait()
      #expect(run.errors.contains("had not ended after 1 s"), "\(run.errors)")
    }

    @Test
    func
      `A command is ended at its limit after iapctl was killed, and holds its payment until then`()
      throws
    {
      let desk = try BatchDesk(1)
      let command = try staying(desk)
      let alive = try InputFile.open(command.alive)
      let process = try desk.start("--deliver", command.line, "--deliver-timeout", "2s")
      _ = try desk.program.shell("read line < '\(command.begun)'")
      process.kill(SIGKILL)
      _ = try process.wait()
      #expect(try desk.run("--resume", "--deliver", "true").status == 75)
      try waitForEnd(alive)
      let next = try desk.runWhenFree("--resume", "--deliver", "true")
      #expect(next.status == 0, "\(next.errors)")
      #expect(desk.ledger.consumed.count == 1)
    }

    /// The supervisor reads the output.
    @Test
    func `A command that writes much is not ended by the end of iapctl`() throws {
      let desk = try BatchDesk(1)
      let (begun, go) = (try desk.folder.makeFIFO("begun"), try desk.folder.makeFIFO("go"))
      let log = desk.folder["log"]
      let process = try desk.start(
        "--deliver",
        "echo > \(begun); read line < \(go); yes | head -c 1000000 && echo written > \(log)")
      _ = try desk.program.shell("read line < '\(begun)'")
      process.kill(SIGKILL)
      _ = try process.wait()
      _ = try desk.program.shell("echo > '\(go)'")
      let next = try desk.runWhenFree("--resume", "--deliver", "cat \(log)")
      #expect(next.status == 0, "\(next.errors)")
    }

    /// Nothing of a delivery runs when its consume is sent, so that nothing of it acts later.
    @Test(arguments: ["", "setsid", "nohup setsid"])
    func `What a delivery leaves running is ended before the consume`(_ prefix: String) throws {
      let desk = try BatchDesk(4)
      let (folder, alive) = (desk.folder, Mailbox<String>())
      desk.ledger.watch { moment, payment in
        guard moment == .arrived else { return }
        let text = (try? folder.read("process-" + payment)) ?? []
        let process = pid_t(String(decoding: text, as: UTF8.self).filter(\.isNumber))
        if process.map({ kill($0, 0) == 0 }) ?? true { alive.put(payment) }
      }
      let file = "'\(folder["process-"])'$IAPCTL_PAYMENT_SEQ"
      let run = try desk.run(
        "--deliver",
        """
        export FILE=\(file)
        (\(prefix) sh -c 'echo $$ > $FILE; exec sleep 600' <&- >&- 2>&- &)
        until [ -s $FILE ]; do :; done
        """)
      #expect(run.status == 0, "\(run.errors)")
      #expect(alive.all == [])
      #expect(run.counts == ["consumed": 4])
    }

    @Test
    func `A command knows when it is ended`() throws {
      let desk = try BatchDesk(1)
      let file = desk.folder["deadline"]
      let run = try desk.run(
        "--deliver", "date +%s > '\(file)'; date -d $IAPCTL_DEADLINE +%s >> '\(file)'",
        "--deliver-timeout", "1h")
      #expect(run.status == 0, "\(run.errors)")
      let text = String(decoding: try desk.folder.read("deadline"), as: UTF8.self)
      let times = text.split(separator: "\n").compactMap { Int($0) }
      #expect(times.count == 2)
      // The limit began before the command saw the time.
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 3600 && $1 > $0 })
    }
  }
#endif
