import CLibrary
import System
import TestSupport
import Testing

/// Runs a command without a time limit, unless the test sets one.
private func run(
  _ line: String, _ change: (inout ShellCommand) -> Void = { _ in }
) async -> ShellCommand.Ending {
  var command = ShellCommand(line, limit: .seconds(300))
  change(&command)
  return await command.run()
}

struct ShellCommandTests {
  @Test(
    arguments: [
      ("true", .exited(status: 0)), ("exit 3", .exited(status: 3)),
      ("/nowhere/at-all", .exited(status: 127)), ("/etc", .exited(status: 126)),
      ("kill -9 $$", .killed(signal: 9)),
    ] as [(String, ShellCommand.End)])
  func `The exit status or signal of a command is reported`(_ line: String, _ end: ShellCommand.End)
    async
  {
    #expect(await run(line).end == end)
  }

  @Test
  func `A command gets its input, and its output is returned`() async {
    let ending = await run("cat; echo trouble >&2") { $0.input = Array("a payment\n".utf8) }
    #expect(ending == ShellCommand.Ending(.exited(status: 0), output: "a payment\ntrouble\n"))
    #expect(await run("cat").output == "", "an input without a byte ends")
  }

  @Test
  func `Output that is not UTF-8 is replaced`() async {
    #expect(await run(#"printf 'a\377b'"#).output == "a\u{FFFD}b")
  }

  @Test
  func `Only the last part of a long output is kept, in whole characters`() async {
    let ending = await run("cat") {
      $0.input = Array(("x" + String(repeating: "é", count: 500_000) + "y").utf8)
    }
    #expect(ending.end == .exited(status: 0))
    #expect(ending.output == String(repeating: "é", count: 2047) + "y")
  }

  @Test(arguments: ["exit 0", "exec <&-; true", "head -c 1 > /dev/null", "sleep 20 & exit 0"])
  func `A command may ignore its input`(_ line: String) async {
    let ending = await run(line) { $0.input = Array(repeating: 0x61, count: 1 << 20) }
    #expect(ending.end == .exited(status: 0))
  }

  @Test
  func `A long input arrives completely`() async {
    let ending = await run("wc -c") { $0.input = Array(repeating: 0x61, count: 1 << 20) }
    #expect(ending.output.filter(\.isNumber) == "1048576")
  }

  @Test(arguments: [
    "echo begun; sleep 600", "echo begun; trap '' TERM; while :; do sleep 600; done",
  ])
  func `A command that hangs is ended`(_ line: String) async {
    let ending = await run(line) { ($0.limit, $0.grace) = (.milliseconds(500), .milliseconds(50)) }
    #expect(ending.end == .timedOut)
    #expect(["begun\n", ""].contains(ending.output))
  }

  @Test
  func `A command that writes endlessly is ended by the time-out`() async {
    let ending = await run("yes") { $0.limit = .milliseconds(50) }
    #expect(ending.end == .timedOut)
    #expect(ending.output.utf8.count <= 4096)
  }

  @Test
  func `A command that is terminated can still write its last output`() async {
    let ending = await run("trap 'echo last; exit 0' TERM; echo first; while :; do :; done") {
      ($0.limit, $0.grace) = (.milliseconds(500), .seconds(300))
    }
    #expect(ending.end == .timedOut)
    #expect(ending.output.hasSuffix("last\n") || ending.output.isEmpty)
  }

  @Test
  func `A time-out ends the child processes too, even if they ignore signals`() async throws {
    let folder = try TemporaryFolder()
    let fifo = folder["fifo"]
    #expect(mkfifo(fifo, 0o600) == 0)
    // The end of the FIFO shows that no process has it open any more.
    let reader = try InputFile.open(fifo)
    // So that it has an end, too, if the command is ended before it opens the FIFO.
    let writer = open(fifo, O_WRONLY | O_CLOEXEC)
    let ending = await run(
      "exec 9> '\(fifo)'; (trap '' TERM; echo child >&9; sleep 60; echo late >&9) & wait"
    ) { ($0.limit, $0.grace) = (.milliseconds(500), .milliseconds(50)) }
    #expect(ending.end == .timedOut)
    close(writer)
    let said = try await waiting { try reader.readAll(limit: 100) }
    #expect(!String(decoding: said, as: UTF8.self).contains("late"))
  }

  @Test
  func `Many commands run at the same time`() async {
    await withTaskGroup(of: (Int, ShellCommand.Ending).self) { group in
      for number in 0..<64 {
        group.addTask {
          (number, await run("cat; exit \(number)") { $0.input = Array("\(number)".utf8) })
        }
      }
      for await (number, ending) in group {
        #expect(
          ending
            == ShellCommand.Ending(.exited(status: Int32(number)), output: "\(number)"))
      }
    }
  }

  @Test
  func `No zombie process remains`() async throws {
    let number = try #require(pid_t(await run("printf $$").output))
    var status: Int32 = 0
    #expect(waitpid(number, &status, WNOHANG) == -1 && errno == ECHILD)
  }

  @Test
  func `An argument with a null character is refused, not truncated`() async {
    let refused = ShellCommand.Ending(.notStarted(SystemError(code: EINVAL)), output: "")
    #expect(await run("true\0; false") == refused)
    #expect(await run("true") { $0.variables = ["PAYMENT": "1\u{0}2"] } == refused)
    let tooLong = await run("true " + String(repeating: "x", count: 4 << 20))
    #expect(tooLong.end == .notStarted(SystemError(code: E2BIG)))
  }
}
