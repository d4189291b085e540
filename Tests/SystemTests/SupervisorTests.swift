import CLibrary
import System
import TestSupport
import Testing

/// What a command leaves running is ended, wherever it hides, before the end of the command is reported.
struct SupervisorTests {
  /// A script whose process writes its number and then stays.
  private static func staying(_ file: String, _ steps: String = "exec sleep 600") -> String {
    "sh -c 'echo $$ > \(file); \(steps)'"
  }

  /// The process that wrote its number.
  private func process(_ folder: TemporaryFolder) throws -> pid_t {
    let text = String(decoding: try folder.read("process"), as: UTF8.self)
    return try #require(pid_t(text.filter(\.isNumber)))
  }

  private func isGone(_ process: pid_t) -> Bool { kill(process, 0) == -1 && errno == ESRCH }

  private enum Hiding: String, CaseIterable {
    case background, ignoring, stopped, session, closed, orphan

    func line(_ file: String) -> String {
      let command = SupervisorTests.staying(file)
      return switch self {
      case .background: "\(command) &"
      case .ignoring: "(trap '' TERM HUP INT; exec \(command)) &"
      case .stopped: SupervisorTests.staying(file, "kill -STOP $$") + " &"
      case .session: "setsid \(command) &"
      case .closed: "(setsid \(command) <&- >&- 2>&- 20>&- &)"
      case .orphan: "(setsid sh -c \"(setsid \(command) 20>&- &) &\" > /dev/null 2>&1 &)"
      }
    }
  }

  /// What remains gets its time to end, and not the rest of the command's.
  @Test(.timeLimit(.minutes(4)), arguments: Hiding.allCases)
  private func `What a command leaves running is ended before its end`(_ hiding: Hiding)
    async throws
  {
    let folder = try TemporaryFolder()
    let file = folder["process"]
    let line = hiding.line(file) + "\nuntil [ -s \(file) ]; do :; done; echo done"
    var command = ShellCommand(line, limit: .seconds(300))
    command.grace = .milliseconds(50)
    let ending = await command.run()
    #expect(ending == ShellCommand.Ending(.exited(status: 0), output: "done\n"))
    #expect(isGone(try process(folder)))
  }

  @Test
  func `A command that left its session is ended at its limit`() async throws {
    let folder = try TemporaryFolder()
    let steps = "trap \"\" TERM; while :; do sleep 600; done"
    let line = "setsid \(Self.staying(folder["process"], steps)) & wait"
    var command = ShellCommand(line, limit: .seconds(2))
    command.grace = .milliseconds(50)
    #expect(await command.run().end == .timedOut)
    #expect(isGone(try process(folder)))
  }

  @Test
  func `A process that can end cleanly gets the time for it`() async throws {
    let folder = try TemporaryFolder()
    let file = folder["process"]
    let steps = "trap \"echo clean; exit\" TERM; echo \\$\\$ > \(file); while :; do sleep 1; done"
    var command = ShellCommand(
      "setsid sh -c '\(steps)' &\nuntil [ -s \(file) ]; do :; done", limit: .seconds(300))
    command.grace = .seconds(300)
    let ending = await command.run()
    #expect(ending.end == .exited(status: 0))
    #expect(ending.output.hasSuffix("clean\n"), "\(ending)")
  }

  @Test
  func `A process that was stopped goes on, so that it can end cleanly`() async throws {
    let folder = try TemporaryFolder()
    let file = folder["process"]
    let steps = "trap \"echo clean; exit\" TERM; echo \\$\\$ > \(file); kill -STOP \\$\\$; sleep 1"
    let isStopped = "grep -q '^State:.T' /proc/$(cat \(file))/status"
    var command = ShellCommand(
      "sh -c \"\(steps.replacing("\"", with: "'"))\" &\nuntil [ -s \(file) ] && \(isStopped); do :; done",
      limit: .seconds(300))
    command.grace = .seconds(20)
    let ending = await command.run()
    #expect(ending == ShellCommand.Ending(.exited(status: 0), output: "clean\n"))
  }

  @Test
  func `A thousand child processes are ended`() async throws {
    let many = "i=0; while [ $i -lt 1000 ]; do sleep 600 & i=$((i + 1)); done; echo $$"
    let ending = await ShellCommand(many, limit: .seconds(300)).run()
    #expect(ending.end == .exited(status: 0))
    #expect(isGone(-(try #require(pid_t(ending.output.filter(\.isNumber))))))
  }

  /// Each process begins the next one and ends.
  @Test
  func `A chain of processes that does not end by itself is ended`() async throws {
    var command = ShellCommand(
      "echo $$; trap '' TERM; chain() { chain & }; chain", limit: .seconds(300))
    command.grace = .milliseconds(50)
    let ending = await command.run()
    #expect(ending.end == .exited(status: 0))
    #expect(isGone(-(try #require(pid_t(ending.output.filter(\.isNumber))))))
  }

  @Test
  func `A command may signal its whole process group`() async {
    let ending = await ShellCommand("kill -KILL 0", limit: .seconds(300)).run()
    #expect(ending.end == .killed(signal: SIGKILL))
  }

  @Test
  func `A command whose limit is over before its start does not start`() async {
    let ending = await ShellCommand("echo begun", limit: .zero).run()
    #expect(ending == ShellCommand.Ending(.timedOut))
  }

  #if os(Linux)
    @Test
    func `A command whose supervisor is killed is killed, and does not count as a success`() async {
      let ending = await ShellCommand(
        "kill -KILL $PPID; while :; do :; done", limit: .seconds(300)
      ).run()
      #expect(ending.end == .killed(signal: SIGKILL))
      // This process adopts nothing.
      #expect(ending.mayBeAtWork)
    }

    @Test
    func `A supervisor ends by no signal but SIGKILL`() async {
      let ending = await ShellCommand(
        "for signal in HUP INT QUIT PIPE ALRM TERM USR1 USR2; do kill -$signal $PPID; done; echo done",
        limit: .seconds(300)
      ).run()
      #expect(ending == ShellCommand.Ending(.exited(status: 0), output: "done\n"))
    }
  #endif
}
