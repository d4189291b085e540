import TestSupport
import Testing

/// The test terminal and the test shells work, without any completion of iapctl.
@Suite(.blocking)
struct ShellTests {
  private func terminal(_ script: String) throws -> Terminal {
    try Terminal(["/bin/sh", "-c", script], variables: ["PATH": "/usr/bin:/bin"])
  }

  @Test
  func `The test terminal is the terminal of its program`() throws {
    let terminal = try terminal("stty size < /dev/tty; read word; echo \"got $word\"; exit 3")
    try terminal.wait(for: "24 200\r\n")
    try terminal.send("x\n")
    #expect(try terminal.wait(for: "got x") == "x\r\n")
    #expect(try terminal.finish() == 3)
    #expect(throws: Terminal.Problem.self) { try terminal.finish() }
  }

  @Test
  func `The test terminal reports what was shown instead of the expected text`() throws {
    let terminal = try terminal("echo one; echo two; kill -TERM $$")
    try terminal.wait(for: "one")
    let problem = #expect(throws: Terminal.Problem.self) { try terminal.wait(for: "three") }
    #expect(problem?.description == #"ended without 'three'; shown meanwhile: "\r\ntwo\r\n""#)
    let signalled = try self.terminal("kill -TERM $$")
    #expect(try signalled.finish() == 128 + 15)
  }

  /// The test writes and reads much more than a terminal can buffer.
  @Test
  func `The test terminal reads output while it writes input`() throws {
    let count = 200_000
    let terminal = try terminal("stty raw -echo; echo ready; head -c \(count) | tr a b; echo end")
    try terminal.wait(for: "ready\n")
    try terminal.send(String(repeating: "a", count: count))
    #expect(try terminal.wait(for: "end\n") == String(repeating: "b", count: count))
    #expect(try terminal.finish() == 0)
  }

  /// A completion script with the candidates `alpha`, `beta gamma` and `it's:x`.
  private func script(_ shell: RealShell) -> String {
    switch shell {
    case .bash:
      #"""
      _test() {
        local word
        COMPREPLY=()
        for word in alpha 'beta gamma' "it's:x"; do
          if [[ $word == "$2"* ]]; then COMPREPLY+=("$(printf %q "$word")"); fi
        done
      }
      complete -F _test iapctl
      """#
    case .zsh:
      #"""
      #compdef iapctl
      compadd -- alpha 'beta gamma' "it's:x"
      """#
    case .fish:
      #"""
      complete -c iapctl -f -a "alpha beta\\ gamma it\\'s:x"
      """#
    }
  }

  private func completes(_ shell: RealShell) throws {
    let session = try ShellSession(shell, in: try TemporaryFolder(), script: script(shell))
    #expect(try session.complete("iapctl al\t") == ["alpha"])
    #expect(try session.complete("iapctl be\t") == ["beta gamma"])
    #expect(try session.complete("iapctl it\t") == ["it's:x"])
    #expect(try session.complete("iapctl al\tit\tbe\t") == ["alpha", "it's:x", "beta gamma"])
    #expect(try session.finish() == 0)
  }

  private func offers(_ shell: RealShell) throws {
    let session = try ShellSession(shell, in: try TemporaryFolder(), script: script(shell))
    #expect(try session.candidates("iapctl ") == ["alpha", "beta gamma", "it's:x"])
    #expect(try session.candidates("iapctl x be") == ["beta gamma"])
    #expect(try session.candidates("iapctl alpha") == ["alpha"])
    #expect(try session.candidates("iapctl z") == [])
    #expect(try session.finish() == 0)
  }

  private func passes(_ shell: RealShell) throws {
    let session = try ShellSession(
      shell, in: try TemporaryFolder(), script: script(shell), variables: ["IAPCTL": "/bin/echo"])
    #expect(try session.complete("iapctl") == [])
    let words = try session.complete("iapctl al '' \"it's\" a\\ b 한=é:")
    #expect(words == ["al", "", "it's", "a b", "한=é:"])
    #expect(throws: Terminal.Problem.self) { try session.complete("true iapctl") }
    let asked = try session.type("iapctl __complete 'a  b' c")
    #expect(asked.contains("__complete a  b c\r\n"))
    #expect(try session.complete("iapctl x") == ["x"])
    #expect(try session.finish() == 0)
  }

  /// A line with an open quote fails, and so does everything after it.
  private func givesUp(_ shell: RealShell) throws {
    let session = try ShellSession(shell, in: try TemporaryFolder(), script: script(shell))
    #expect(throws: Terminal.Problem.self) { try session.complete("iapctl 'x") }
    #expect(throws: Terminal.Problem.self) { try session.complete("iapctl x") }
    #expect(throws: Terminal.Problem.self) { try session.finish() }
  }

  @Test(.installed(.bash))
  func `bash: the test session sees a completed word`() throws { try completes(.bash) }
  @Test(.installed(.bash))
  func `bash: the test session sees the candidates`() throws { try offers(.bash) }
  @Test(.installed(.bash))
  func `bash: the test session passes quoted words unchanged`() throws { try passes(.bash) }
  @Test(.installed(.bash))
  func `bash: the test session reports an open quote as a failure`() throws { try givesUp(.bash) }
  @Test(.installed(.zsh))
  func `zsh: the test session sees a completed word`() throws { try completes(.zsh) }
  @Test(.installed(.zsh))
  func `zsh: the test session sees the candidates`() throws { try offers(.zsh) }
  @Test(.installed(.zsh))
  func `zsh: the test session passes quoted words unchanged`() throws { try passes(.zsh) }
  @Test(.installed(.zsh))
  func `zsh: the test session reports an open quote as a failure`() throws { try givesUp(.zsh) }
  @Test(.installed(.fish))
  func `fish: the test session sees a completed word`() throws { try completes(.fish) }
  @Test(.installed(.fish))
  func `fish: the test session sees the candidates`() throws { try offers(.fish) }
  @Test(.installed(.fish))
  func `fish: the test session passes quoted words unchanged`() throws { try passes(.fish) }
}
