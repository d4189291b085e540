import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct CompletionTests {
  @Test
  func `The argument of completion is parsed`() throws {
    #expect(try resolved(CompletionCommand.self, "completion zsh").shell == .zsh)
    #expect(
      problem(CompletionCommand.self, "completion tcsh")?.message
        == "SHELL: 'tcsh' is not one of bash, zsh, fish")
    #expect(problem(CompletionCommand.self, "completion")?.message == "missing argument: SHELL")
    #expect(
      problem(CompletionCommand.self, "completion zsh bash")?.message
        == "unexpected argument 'bash'")
  }

  @Test(arguments: Shell.allCases)
  func `completion needs no backend and ignores the output format`(_ shell: Shell) async {
    for format in OutputFormat.allCases {
      let run = await TestConsole().run("completion \(shell) -o \(format)")
      #expect(run.status == 0)
      #expect(run.output == shell.script)
      #expect(run.errors.isEmpty)
    }
  }
}
