import CLibrary
import System
import TestSupport
import Testing

/// Each test runs in its own process, whose environment it changes.
struct ShellSurroundingsTests {
  @Test
  func `Variables are inherited, except those that are withheld`() async {
    await #expect(processExitsWith: .success) {
      setenv("IAPCTL_TEST_KEY", "\u{301}secret", 1)
      setenv("IAPCTL_TEST_KEPT", "kept", 1)
      setenv("IAPCTL_TEST_OLD", "old", 1)
      var command = ShellCommand("env", limit: .seconds(300))
      command.removing = ["IAPCTL_TEST_KEY"]
      command.variables = ["IAPCTL_TEST_OLD": "new", "IAPCTL_TEST_ADDED": "a=b c"]
      let lines = await command.run().output.split(separator: "\n")
        .filter { $0.hasPrefix("IAPCTL_TEST_") }
      #expect(
        lines.sorted() == [
          "IAPCTL_TEST_ADDED=a=b c", "IAPCTL_TEST_KEPT=kept", "IAPCTL_TEST_OLD=new",
        ])
    }
  }

  @Test
  func `A signal that iapctl ignores ends a command, unless it was ignored before iapctl`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      signal(SIGINT, SIG_DFL)
      signal(SIGCHLD, SIG_IGN)
      Signals.install()
      for number in [SIGPIPE, SIGXFSZ, SIGINT] {
        let ending = await ShellCommand("kill -\(number) $$", limit: .seconds(300)).run()
        #expect(ending.end == .killed(signal: number))
      }
      let ending = await ShellCommand("kill -HUP $$; exit 5", limit: .seconds(300)).run()
      #expect(ending.end == .exited(status: 5))
    }
  }

  #if os(Linux)
    @Test
    func `A command inherits no blocked signals and no open files`() async {
      await #expect(processExitsWith: .success) {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        #expect(dup2(1, 99) == 99)
        let command = "grep SigBlk /proc/self/status | tr -d '\\t'; ls /proc/self/fd | xargs"
        let ending = await ShellCommand(command, limit: .seconds(300)).run()
        // Descriptor 3 is the directory that is being listed.
        #expect(ending.output == "SigBlk:0000000000000000\n0 1 2 3\n")
      }
    }

    @Test
    func `A command runs in a session apart from iapctl, without a terminal`() async {
      let ending = await ShellCommand(
        "cut -d ' ' -f 6,7 /proc/$$/stat", limit: .seconds(300)
      ).run()
      let words = ending.output.split(whereSeparator: \.isWhitespace).map(String.init)
      #expect(words.count == 2 && words[0] != "\(getsid(0))", "\(ending)")
      #expect(words.last == "0", "the terminal: \(ending)")
    }

    @Test
    func `A command keeps a lock until it has ended, and no other file`() async throws {
      let folder = try TemporaryFolder()
      let lock = try FileLock(folder["runs"], like: folder["runs"])
      try lock.lock(7)
      var command = ShellCommand("ls /proc/self/fd | xargs", limit: .seconds(300))
      command.lock = lock
      let ending = await command.run()
      // Descriptor 3 is the directory that is being listed.
      #expect(ending.output == "0 1 2 20 3\n" || ending.output == "0 1 2 3 20\n", "\(ending)")
      command.line = "cat /proc/self/fdinfo/20"
      #expect(await command.run().output.contains("OFDLCK"))
    }
  #endif
}
