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
  func `The changelog of the package for Debian has the version, with its day`() throws {
    let first = try Project.text("debian/changelog").split(separator: "\n").first
    #expect(first == "iapctl (\(Release.version)) unstable; urgency=medium")
    let day = try Program(in: TemporaryFolder()).shell(
      "sed -n 's/^ -- .*>  //p' '\(Project.root)/debian/changelog' | head -n 1 | date -u -f - +%F")
    #expect(day.output == "\(Release.day)\n")
  }

  @Test(.tool("git"), .released)
  func `The program shows the version and the commit that it was built from`() throws {
    let program = Program(in: try TemporaryFolder())
    let shown = try program.run("--version").output
    #expect(shown.hasPrefix("iapctl \(Release.version)"))
    let commit = try program.shell("git -C '\(Project.root)' rev-parse --short=12 HEAD").output
    if !commit.isEmpty { #expect(shown.hasSuffix(" (\(commit.dropLast()))\n")) }
  }
}
