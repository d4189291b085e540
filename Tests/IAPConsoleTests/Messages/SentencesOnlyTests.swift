import System
import TestSupport
import Testing

@Suite(.blocking)
struct SentencesOnlyTests {
  /// The lines of the sources that match a pattern of grep, without their leading blanks.
  private func lines(matching pattern: String, in paths: String) throws -> [String] {
    let search = "cd '\(Project.root)/Sources' && grep -rnE -- '\(pattern)' \(paths) || true"
    return try Program(in: TemporaryFolder()).shell(search).output.split(separator: "\n")
      .map { $0.filter { $0 != " " } }
  }

  @Test
  func `What is written to a person is a sentence, and no text that a caller makes`() throws {
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
    let makers = try lines(matching: ", [.]usage[(]", in: ".")
    #expect(makers.count == 1)
    #expect(
      makers.allSatisfy { $0.hasPrefix("./IAPMessages/Usage/UsageTexts.swift") }, "\(makers)")
  }
}
