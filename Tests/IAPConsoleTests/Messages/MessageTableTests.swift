import System
import TestSupport
import Testing

@testable import IAPConsole

@Suite(.blocking)
struct MessageTableTests {
  /// The types of the sources that say what is wrong with a command line or a setting.
  private func problems() throws -> [String] {
    let search = "grep -rhoE 'enum [A-Za-z]+: UsageProblem' '\(Project.root)/Sources'"
    return try Program(in: TemporaryFolder()).shell(search).output
      .split(separator: "\n").compactMap { $0.split { " :".contains($0) }.dropFirst().first }
      .map(String.init)
  }

  @Test
  func `Each kind of usage error has its rows in the table`() throws {
    let table = try Project.text("Sources/IAPConsole/Messages/MessageTable.swift")
    let problems = try problems()
    #expect(problems.count >= 5)
    for problem in problems {
      #expect(table.contains("case let problem as \(problem): text(problem)"), "\(problem)")
    }
  }
}
