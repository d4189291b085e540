import IAPFixtures
import Synchronization
import System
import TestSupport
import Testing

@testable import IAPConsole

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
    let run = await console(rows, variables, status).run(line)
    #expect(run.status == 0)
    return run.output
  }

  private func console(
    _ rows: Int?, _ variables: [String: String] = [:], _ status: Int32 = 0
  ) -> TestConsole {
    var console = TestConsole()
    (console.columns, console.rows, console.variables) = (rows.map { _ in 80 }, rows, variables)
    console.host.program = { [programs] program in
      programs.add(program)
      return .exited(status: status)
    }
    return console
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

  // MARK: Tables

  private func store(_ folder: TemporaryFolder) throws -> String {
    try FixtureStore.create(at: folder["s.db"], from: try Sample.seed(), options: .test)
    return " --store \(folder["s.db"])"
  }

  @Test
  func `A table that is longer than the terminal goes through the pager, with its exit status`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    let run = await console(4).run("unconsumed --all-users --fail-empty" + store)
    #expect(run.status == 0 && run.output.isEmpty)
    let text = try #require(programs.first?.variables.values.first)
    #expect(text.contains("paymentSeq") && text.contains("2026011210000001"))
    #expect(run.errors.contains("3 payments: EUR 2.29"), "the sums are below the table")
    #expect(await console(4).run("products --market NONE" + store).status == 0)
  }

  @Test(arguments: [
    ("unconsumed --all-users", nil), ("unconsumed --all-users", 100),
    ("unconsumed --user carol", 4),
    ("unconsumed --all-users -o json", 4), ("unconsumed --all-users -o csv", 4),
    ("store dump", 4), ("consume 2026011210000001", 4),
  ])
  func `On one screen, in another format and after an effect, records are printed`(
    _ line: String, _ rows: Int?
  ) async throws {
    let folder = try TemporaryFolder()
    let output = await output(of: line + (try store(folder)), rows: rows)
    #expect(!output.isEmpty || line.hasSuffix("carol"))
    #expect(programs.first == nil)
  }

  @Test
  func `If the pager cannot be run, a table is printed`() async throws {
    let folder = try TemporaryFolder()
    let output = await output(
      of: "unconsumed --all-users" + (try store(folder)), rows: 4, status: 127)
    #expect(output.contains("2026011210000001"))
  }

  /// Linux limits a variable to 128 KiB.
  @Test
  func `A long text is given to the pager in parts`() async throws {
    let text = (0..<20_000).map { "줄 \($0)\n" }.joined()
    let environment = console(24).environment(Transcript(), Transcript())
    #expect(await Pager(environment: environment).show(text))
    let program = try #require(programs.first)
    #expect(program.variables.values.allSatisfy { $0.utf8.count <= 1 << 16 })
    let names = program.variables.keys.sorted {
      ($0.utf8.count, $0) < ($1.utf8.count, $1)
    }
    #expect(names.count > 1)
    #expect(names.compactMap { program.variables[$0] }.joined() == text)
    #expect(program.words.last?.contains(names.map { "\"$\($0)\"" }.joined(separator: " ")) == true)
  }

  @Test
  func `If the pager cannot be run, help is printed`() async {
    #expect(
      await output(of: "consume --help", variables: ["PAGER": "nosuch"], status: 127)
        .hasPrefix("Usage: iapctl consume"))
  }
}
