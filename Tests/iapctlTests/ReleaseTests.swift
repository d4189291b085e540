import IAPConsole
import TestSupport
import Testing

/// The version, which stands in `Release.swift`.
@Suite(.blocking)
struct ReleaseTests {
  @Test
  func `The changelog has the version, with its day`() throws {
    let headings = try Project.text("CHANGELOG.md").split(separator: "\n")
      .filter { $0.hasPrefix("## ") }
    #expect(headings.prefix(2) == ["## [Unreleased]", "## [\(Release.version)] - \(Release.day)"])
  }

  @Test
  func `The program shows the version, and the commit that it was built from`() throws {
    let run = try Program(in: TemporaryFolder()).run("--version")
    #expect(run.status == 0)
    let commit = /iapctl (?<version>\S+)( \([0-9a-f]{12}\))?\n/
    #expect(try #require(run.output.wholeMatch(of: commit)).version == Release.version)
  }
}
