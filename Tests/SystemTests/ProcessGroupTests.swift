import CLibrary
import System
import TestSupport
import Testing

/// A command whose group of processes can be ended.
private func command(_ line: String, _ group: ProcessGroup) -> ShellCommand {
  var command = ShellCommand(line, limit: .seconds(300))
  command.group = group
  return command
}

struct ProcessGroupTests {
  @Test
  func `Another thread ends a command and its child processes`() async throws {
    let folder = try TemporaryFolder()
    let fifo = folder["fifo"]
    #expect(mkfifo(fifo, 0o600) == 0)
    // The end of the FIFO shows that no process has it open any more.
    let reader = try InputFile.open(fifo)
    let group = ProcessGroup()
    async let ending = command(
      "exec 9> '\(fifo)'; (echo child >&9; sleep 600; echo late >&9) & wait", group
    ).run()
    #expect(try await waiting { try reader.read(upTo: 100) } == Array("child\n".utf8))
    group.end()
    #expect(await ending.end == .killed(signal: SIGKILL))
    #expect(try await waiting { try reader.readAll(limit: 100) } == [])
  }

  @Test
  func `A command whose group was ended before ends when it starts`() async {
    let group = ProcessGroup()
    group.end()
    #expect(await command("sleep 600", group).run().end == .killed(signal: SIGKILL))
  }

  @Test
  func `What a command leaves behind is ended with it`() async throws {
    let folder = try TemporaryFolder()
    let fifo = folder["fifo"]
    #expect(mkfifo(fifo, 0o600) == 0)
    let reader = try InputFile.open(fifo)
    let group = ProcessGroup()
    let ending = await command(
      "exec 9> '\(fifo)'; (sleep 600; echo late >&9) & exit 3", group
    ).run()
    #expect(ending.end == .exited(status: 3))
    #expect(try await waiting { try reader.readAll(limit: 100) } == [])
  }

  @Test
  func `After its end, a group ends no other process`() async {
    let group = ProcessGroup()
    #expect(await command("true", group).run().end == .exited(status: 0))
    group.end()
    #expect(await ShellCommand("true", limit: .seconds(300)).run().end == .exited(status: 0))
  }
}
