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

  @Test(.tool("git"), .released)
  func `The program shows the version and the commit that it was built from`() throws {
    let program = Program(in: try TemporaryFolder())
    let git = try program.shell("git -C '\(Project.root)' rev-parse HEAD")
    let commit = git.status == 0 ? " (\(git.output.prefix(12)))" : ""
    #expect(try program.run("--version").output == "iapctl \(Release.version)\(commit)\n")
  }
}
