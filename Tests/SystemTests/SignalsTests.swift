import CLibrary
import System
import TestSupport
import Testing

/// Each test runs in its own process, which gets the signal.
struct SignalsTests {
  @Test
  func `A request to stop ends a wait for input, and every later one`() async {
    await #expect(processExitsWith: .success) {
      Signals.install()
      let folder = try TemporaryFolder()
      let input = try InputFile.open(try folder.makeFIFO("fifo"))
      let held = try ReplacementLock(on: folder["file"], until: .never)
      try SystemThread.detach { kill(getpid(), SIGTERM) }
      #expect(throws: SystemError.stopped) { try input.read(upTo: 1) }
      #expect(Signals.pending == SIGTERM)
      #expect(throws: SystemError.stopped) {
        _ = try ReplacementLock(on: folder["file"], until: .never)
      }
      let file = try InputFile.open(try folder.write("text", to: "text"))
      #expect(throws: SystemError.stopped) { try file.readAll(limit: 9) }
      held.release()
    }
  }

  @Test(arguments: [0, 1])
  func `A request to stop is told to whoever asked for it, before it and after`(_ order: Int) async
  {
    await #expect(processExitsWith: .success) { [order = order as Int] in
      Signals.install()
      let task = Task { try await Task.sleep(for: .seconds(3600)) }
      if order == 0 { kill(getpid(), SIGINT) }
      try Signals.whenStopped { task.cancel() }
      if order == 1 { kill(getpid(), SIGINT) }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test
  func `A signal that the process was started to ignore stays ignored`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      Signals.install()
      kill(getpid(), SIGHUP)
      #expect(Signals.pending == nil)
    }
  }
}
