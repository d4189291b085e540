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
    let members = "var (notices|hints|done|settlingHint|closing|hint)\\b"
    #expect(try lines(matching: members, in: report).count == 6)
    #expect(try lines(matching: members + ".*String", in: report) == [])
  }

  @Test
  func `Only usage errors and those of a team's journal bring their sentences to an error`() throws
  {
    let makers = try lines(matching: "iapctl[(][^,]*, [.]text[(]", in: ".")
    let files = ["./IAPCore/Errors/JournalErrors.swift", "./IAPMessages/Usage/UsageTexts.swift"]
    #expect(makers.map { $0.prefix { $0 != ":" } }.sorted() == files.map { $0[...] }, "\(makers)")
  }
}
