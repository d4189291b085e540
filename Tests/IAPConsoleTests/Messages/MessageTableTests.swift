import System
import TestSupport
import Testing

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
    let table = try Project.text("Sources/IAPConsole/Messages/English/English.swift")
    let problems = try problems()
    #expect(problems.count >= 5)
    for problem in problems {
      #expect(table.contains("case let problem as \(problem): text(problem)"), "\(problem)")
    }
  }

  /// The lines of the sources that match a pattern of grep, without their leading blanks.
  private func lines(matching pattern: String, in paths: String) throws -> [String] {
    let search = "cd '\(Project.root)/Sources' && grep -rnE -- '\(pattern)' \(paths) || true"
    return try Program(in: TemporaryFolder()).shell(search).output.split(separator: "\n")
      .map { $0.filter { $0 != " " } }
  }

  @Test
  func `What is written to a person is a message, and no text that a caller makes`() throws {
    let writer = "IAPConsole/Messages/Messages.swift"
    #expect(try lines(matching: "func (note|warn|ask|overwrite)[(]", in: writer).count == 4)
    #expect(
      try lines(matching: "^  func (note|warn|ask|overwrite|tell|hint).*String", in: writer) == [])
    let report = "IAPConsole/Messages/Report.swift"
    let members = "var (notices|hints|done|settlingHint|followUp|closing|hint)\\b"
    #expect(try lines(matching: members, in: report).count == 7)
    #expect(try lines(matching: members + ".*String", in: report) == [])
  }

  @Test
  func `Only a usage error brings its sentences to an error, and only when it is written`() throws {
    let makers = try lines(matching: "[.]usage[(](.*hint:|$)", in: ".")
    #expect(makers.count == 1)
    #expect(makers.allSatisfy { $0.hasPrefix("./IAPConsole/Messages/Report.swift") }, "\(makers)")
  }
}
