import System
import TestSupport
import Testing

/// ARCHITECTURE.md names files and folders that exist, and stays short.
@Suite(.blocking)
struct ArchitectureTests {
  private static let page = "ARCHITECTURE.md"

  /// The paths of all files that the page may name.
  private func files() throws -> [String] {
    let listing = "cd '\(Project.root)' && find Sources Tests docs .ci -type f"
    return try Program(in: TemporaryFolder()).shell(listing).output
      .split(separator: "\n").map(String.init)
  }

  /// What the page puts between backticks or into links, if it is the path of a file or a folder.
  private func paths(in text: String) -> [String] {
    let code = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let links = text.split(separator: "](").dropFirst().compactMap { part in
      part.split(separator: ")").first.map(String.init)
    }
    return (code + links).filter { word in
      !word.contains(" ") && !word.contains("\n")
        && (word.hasSuffix(".swift") || word.hasSuffix(".md") || word.hasPrefix("Sources/")
          || word.hasPrefix("Tests/") || word.hasPrefix(".ci/"))
    }
  }

  /// Names that stand for any name.
  private static let examples: Set = ["Commands/NameCommand.swift", "Package.swift"]

  @Test
  func `Each file and folder that the page names exists`() throws {
    let files = try files()
    let named = paths(in: try Project.text(Self.page)).filter { !Self.examples.contains($0) }
    #expect(named.count > 40)
    for path in named {
      let isThere = files.contains { file in
        file == path || file.hasSuffix("/\(path)") || file.hasPrefix("\(path)/")
      }
      #expect(isThere, "\(Self.page) names \(path)")
    }
  }

  @Test
  func `The page has at most 120 lines`() throws {
    #expect(
      try Project.text(Self.page).split(separator: "\n", omittingEmptySubsequences: false).count
        <= 121)
  }
}
