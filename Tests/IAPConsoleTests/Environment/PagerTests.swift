import Synchronization
import System
import TestSupport
import Testing

struct PagerTests {
  /// The programs that a console ran.
  private final class Programs: Sendable {
    private let all = Mutex<[ForegroundProgram]>([])

    var first: ForegroundProgram? { all.withLock { $0.first } }

    func add(_ program: ForegroundProgram) { all.withLock { $0.append(program) } }
  }

  private let programs = Programs()

  /// - Parameters:
  ///   - rows: the lines of the terminal; nil if there is no terminal.
  ///   - status: that of the pager.
  private func output(
    of line: String, rows: Int? = 24, variables: [String: String] = [:], status: Int32 = 0
  ) async -> String {
    var console = TestConsole()
    (console.columns, console.rows, console.variables) = (rows.map { _ in 80 }, rows, variables)
    console.host.program = { [programs] program in
      programs.add(program)
      return .exited(status: status)
    }
    let run = await console.run(line)
    #expect(run.status == 0)
    return run.output
  }

  @Test(arguments: ["consume --help", "help consume", "consume help", "help output"])
  func `Help that is longer than the terminal goes through the pager`(_ line: String) async throws {
    #expect(await output(of: line, variables: ["PAGER": "more"]).isEmpty)
    let program = try #require(programs.first)
    #expect(program.words.last?.hasSuffix(" more; }") == true)
    #expect(program.variables.values.contains { $0.contains("\n") })
  }

  @Test(arguments: [
    ([:], "less -FRX"), (["PAGER": "more"], "more"),
    (["PAGER": "more", "IAPCTL_PAGER": "most -s"], "most -s"),
  ])
  func `The pager is that of IAPCTL_PAGER, else that of PAGER, else less`(
    _ variables: [String: String], _ pager: String
  ) async throws {
    _ = await output(of: "consume --help", variables: variables)
    #expect(try #require(programs.first?.words.last).contains("\(pager); }"))
  }

  @Test(arguments: [
    ("consume --help", nil, [:]), ("consume --help", 1_000, [:]), ("consume -h", 24, [:]),
    ("consume --help", 24, ["IAPCTL_PAGER": "", "PAGER": "more"]),
    ("consume --help", 24, ["TERM": "dumb"]), ("products --store x.db --help -o json", nil, [:]),
  ])
  func `Without a terminal, on one screen or without a pager, help is printed`(
    _ line: String, _ rows: Int?, _ variables: [String: String]
  ) async {
    #expect(await output(of: line, rows: rows, variables: variables).hasPrefix("Usage: iapctl "))
    #expect(programs.first == nil)
  }

  @Test
  func `If the pager cannot be run, help is printed`() async {
    #expect(
      await output(of: "consume --help", variables: ["PAGER": "nosuch"], status: 127)
        .hasPrefix("Usage: iapctl consume"))
  }
}
