import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

@Suite("iapctl completion")
struct CompletionTests {
  @Test("The argument of completion is parsed")
  func inputs() throws {
    #expect(try resolved(CompletionCommand.self, "completion zsh") == .init(shell: .zsh))
    #expect(
      problem(CompletionCommand.self, "completion tcsh")?.message
        == "SHELL: 'tcsh' is not one of bash, zsh, fish")
    #expect(problem(CompletionCommand.self, "completion")?.message == "missing argument: SHELL")
    #expect(
      problem(CompletionCommand.self, "completion zsh bash")?.message
        == "unexpected argument 'bash'")
  }

  @Test("completion needs no backend and ignores the output format", arguments: Shell.allCases)
  func formats(_ shell: Shell) async {
    for format in OutputFormat.allCases {
      let run = await TestConsole().run("completion \(shell) -o \(format)")
      #expect(run.status == 0)
      #expect(run.output == shell.script)
      #expect(run.errors.isEmpty)
    }
  }
}
