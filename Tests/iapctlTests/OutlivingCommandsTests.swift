import CLibrary
import System
import TestSupport
import Testing

#if os(Linux)
  /// A run counts as at work until the commands that it began have ended, however it ends itself.
  @Suite(.blocking)
  struct OutlivingCommandsTests {
    /// How a run is ended while its command is at work.
    enum End: CaseIterable { case kill, secondInterrupt, secondHangUp }

    /// A batch of one payment with a server that refuses the first consume, and the FIFOs through
    /// which a command tells that it is at work and waits.
    private struct Scene {
      let desk: BatchDesk
      let (begun, go): (String, String)

      init(refusing isRefused: Bool) throws {
        desk = try BatchDesk(
          1, Ledger { number, _ in isRefused && number == 1 ? .refusal(5000, "NO") : nil })
        (begun, go) = (try desk.folder.makeFIFO("begun"), try desk.folder.makeFIFO("go"))
      }

      /// A command that adds a line to the log of grants.
      func log(_ deed: String) -> String { "echo \(deed) >> '\(desk.folder["log"])'" }

      /// A command that tells that it is at work, waits, and then does its deed. Its child keeps the
      /// FIFO open too.
      func slow(_ deed: String, apart: Bool = false) -> String {
        let steps = "echo $$ > \(begun); read line < \(go); \(log(deed))"
        return apart
          ? "setsid sh -c '\(steps.replacing("'", with: ""))'; true" : "(\(steps)) & wait"
      }

      /// The process of the command, once it is at work.
      func waitForCommand() throws -> String {
        try desk.program.shell("read line < '\(begun)'; echo $line").output.filter(\.isNumber)
      }

      func release() throws { _ = try desk.program.shell("echo > '\(go)'") }

      var deeds: [String] {
        let bytes = (try? desk.folder.read("log")) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      }

      func end(_ process: Program.Started, _ end: End) throws {
        switch end {
        case .kill: process.kill(SIGKILL)
        case .secondInterrupt, .secondHangUp:
          let signal = end == .secondInterrupt ? SIGINT : SIGHUP
          try process.interrupt(signal)
          repeat {
            process.kill(signal)
            sched_yield()
          } while !process.hasEnded
        }
        _ = try process.wait()
      }
    }

    @Test(arguments: End.allCases)
    func `The undo of a run that was ended revokes nothing after the next run`(_ end: End) throws {
      let scene = try Scene(refusing: true)
      let process = try scene.desk.start(
        "--deliver", scene.log("grant"), "--undo", scene.slow("revoke"))
      _ = try scene.waitForCommand()
      try scene.end(process, end)
      let held = try scene.desk.run(
        "--resume", "--deliver", scene.log("grant"), "--undo", scene.log("revoke"))
      #expect(held.status == 75, "\(held.errors)")
      try scene.release()
      let next = try scene.desk.runWhenFree(
        "--resume", "--deliver", scene.log("grant"), "--undo", scene.log("revoke"))
      #expect(next.status == 0, "\(next.errors)")
      #expect(next.counts == ["consumed": 1])
      #expect(scene.deeds == ["grant", "revoke", "grant"])
    }

    @Test(arguments: End.allCases)
    func `A delivery of a run that was ended grants nothing after the next run`(_ end: End) throws {
      let scene = try Scene(refusing: true)
      let process = try scene.desk.start(
        "--deliver", scene.slow("late grant"), "--undo", scene.log("revoke"))
      _ = try scene.waitForCommand()
      try scene.end(process, end)
      let held = try scene.desk.run(
        "--resume", "--deliver", scene.log("grant"), "--undo", scene.log("revoke"))
      #expect(held.status == 75, "\(held.errors)")
      try scene.release()
      let next = try scene.desk.runWhenFree(
        "--resume", "--deliver", scene.log("grant"), "--undo", scene.log("revoke"))
      #expect(next.status == 4, "\(next.errors)")
      #expect(scene.deeds == ["late grant", "grant", "revoke"])
    }

    /// What a command begins beside itself.
    enum Hiding: String, CaseIterable {
      case background = "sh -c"
      case session = "setsid sh -c"
      case bare = "setsid env -i sh -c"
    }

    @Test(arguments: Hiding.allCases)
    func
      `What a command began is ended before its end is recorded, also if its supervisor is killed`(
        _ hiding: Hiding
      ) throws
    {
      let scene = try Scene(refusing: true)
      let steps =
        "echo \\$\\$ $PPID > \(scene.begun); read line < \(scene.go); \(scene.log("revoke"))"
      let process = try scene.desk.start(
        "--deliver", scene.log("grant"),
        "--undo", "(\(hiding.rawValue) \"\(steps)\" &); exec sleep 600")
      let text = try scene.desk.program.shell("read line < '\(scene.begun)'; echo $line").output
      let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
      let (orphan, supervisor) = (try #require(numbers.first), try #require(numbers.last))
      defer { kill(orphan, SIGKILL) }
      kill(supervisor, SIGKILL)
      let ended = try process.wait()
      #expect(ended.status == 5, "\(ended.errors)")
      try #require(kill(orphan, 0) == -1 && errno == ESRCH)
      let next = try scene.desk.runWhenFree("--resume", "--deliver", scene.log("grant"))
      #expect(next.status == 0, "\(next.errors)")
      #expect(scene.deeds == ["grant", "grant"])
    }

    @Test
    func `A payment whose command is still at work is not claimed, and the command is named`()
      throws
    {
      let scene = try Scene(refusing: false)
      let process = try scene.desk.start("--deliver", scene.slow("late grant", apart: true))
      let command = try scene.waitForCommand()
      process.kill(SIGKILL)
      _ = try process.wait()
      let held = try scene.desk.run("--resume", "--deliver", scene.log("grant"))
      #expect(held.status == 75, "\(held.errors)")
      #expect(
        held.errors.contains(
          "a command of an earlier run is still at work for payment \(scene.desk.payments[0]): process"
        ),
        "\(held.errors)")
      #expect(held.errors.contains(command) && held.errors.contains("kill "), "\(held.errors)")
      #expect(scene.desk.ledger.requests.isEmpty)
      try scene.release()
      let next = try scene.desk.runWhenFree("--resume", "--deliver", scene.log("grant"))
      #expect(next.status == 0, "\(next.errors)")
      #expect(scene.deeds == ["late grant", "grant"])
    }
  }

  extension BatchDesk {
    /// Runs again and again until no other run and no command of one has the payments. Each run waits
    /// for nothing, so that this ends when the system has ended the commands.
    func runWhenFree(_ more: String...) throws -> Program.Run {
      for _ in 0..<1000 {
        let run = try program.run(words: words(more))
        if run.status != 75 { return run }
      }
      return try program.run(words: words(more))
    }
  }
#endif
