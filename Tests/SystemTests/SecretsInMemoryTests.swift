import CLibrary
import System
import TestSupport
import Testing

struct SecretsInMemoryTests {
  @Test
  func `The process leaves no core dump, and a command of the user keeps its limit`() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      #expect(getrlimit(coreSizeLimit, &limit) == 0)
      limit.rlim_cur = min(limit.rlim_max, 1 << 20)
      let before = limit.rlim_cur == 0 ? "0" : "\(limit.rlim_cur / 512)"
      #expect(setrlimit(coreSizeLimit, &limit) == 0)
      setenv("SSLKEYLOGFILE", "/tmp/never", 1)
      CurrentProcess.keepSecretsInMemory()
      #expect(getrlimit(coreSizeLimit, &limit) == 0)
      #expect(limit.rlim_cur == 0)
      #expect(getenv("SSLKEYLOGFILE") == nil)
      let ending = await ShellCommand("ulimit -S -c", limit: .seconds(300)).run()
      #expect(ending.output == "\(before)\n")
      #expect(getrlimit(coreSizeLimit, &limit) == 0)
      #expect(limit.rlim_cur == 0)
    }
  }
}
