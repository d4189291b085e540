import CommandLine
import IAPConsole
import Languages
import System
import TestSupport
import Testing
import Text

/// The manual pages and completion scripts in the repository are up to date.
@Suite(.blocking)
struct DocumentTests {
  /// Made once, because it takes a second.
  private static let made = Console.generatedFiles
  private static let paths = made.map(\.path)

  @Test
  func `The checked-in documents are up to date`() throws {
    for file in Self.made {
      let isUpToDate = try Project.text(file.path) == file.text
      #expect(isUpToDate, "\(file.path) is out of date: run 'make docs'")
    }
  }

  /// What `po/update` makes, by the path in the project.
  private static let catalogues =
    ["po/iapctl.pot", "Sources/CCatalogues/catalogues.c"]
    + Language.allCases.dropFirst().flatMap {
      ["po/\($0.rawValue).po", "Sources/CCatalogues/mo/\($0.rawValue).mo"]
    }

  @Test(.tool("msgmerge"), .tool("python3"))
  func `The catalogues have each sentence of the program, and no other`() throws {
    let folder = try TemporaryFolder()
    let help = try folder.write(Console.helpTexts, to: "help.jsonl")
    let run = try Program(in: folder).shell(
      "'\(Project.root)/po/update' '\(help)' '\(folder.path)'")
    #expect(run.status == 0, "\(run.errors)")
    for path in Self.catalogues {
      let made = try Files.read("\(folder.path)/\(path)", limit: 1 << 24)
      let isUpToDate = try Files.read("\(Project.root)/\(path)", limit: 1 << 24) == made
      #expect(isUpToDate, "\(path) is out of date: run 'make docs'")
    }
  }

  @Test(arguments: ["man", "completions"])
  func `The document folders contain no other files`(_ folder: String) throws {
    let made = Self.paths.filter { $0.hasPrefix(folder) }
    let present = try Program(in: TemporaryFolder()).shell(
      "cd '\(Project.root)' && find \(folder) -type f")
    #expect(
      present.output.split(separator: "\n").map(String.init).sorted() == made.sorted(),
      "run 'make docs'")
  }

  @Test(arguments: Shell.allCases)
  func `The completion command prints the script of each shell`(_ shell: Shell) throws {
    let run = try Program(in: TemporaryFolder()).run("completion", shell.rawValue)
    #expect(run.output == shell.script)
    #expect(run.status == 0)
  }

  private static let pages = paths.filter { $0.hasPrefix("man/") }

  @Test(.tool("mandoc"), arguments: pages)
  func `mandoc reports no warnings`(_ path: String) throws {
    let lint = "mandoc -Tlint -W warning '\(Project.root)/\(path)'"
    let run = try Program(in: TemporaryFolder()).shell(lint)
    #expect(run.status == 0)
    #expect(run.output + run.errors == "")
  }

  @Test(.tool("man"), arguments: pages)
  func `man shows each page without warnings, within 80 columns`(_ path: String) throws {
    let line = "LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings=w -l '\(Project.root)/\(path)'"
    let run = try Program(in: TemporaryFolder()).shell(line)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let name = try #require(path.split(separator: "/").last).dropLast(2)
    #expect(run.output.contains("\nNAME\n     \(name) "))
    #expect(run.output.contains("\nSEE ALSO\n"))
    for line in run.output.split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
    }
  }

  @Test
  func `Each of three spellings of a help request prints the same help`() throws {
    let program = Program(in: try TemporaryFolder())
    let expected = try #require(Console.manual().help(for: ["store", "init"], columns: nil))
    for line in ["store init --help", "help store init", "store init help"] {
      let run = try program.run(words: line.split(separator: " ").map(String.init))
      #expect(run.output == expected && run.errors == "" && run.status == 0, "\(line)")
    }
    #expect(try program.run().output == Console.manual().overview(columns: nil))
    #expect(try program.run("store").output == Console.manual().help(for: ["store"], columns: nil))
    for topic in ["exit-codes", "environment", "output"] {
      let run = try program.run("help", topic)
      #expect(run.status == 0)
      #expect(run.output == Console.manual().help(for: [topic], columns: nil))
      let page = try Project.text("man/iapctl.1")
      let heading = try #require(run.output.split(separator: "\n").first).uppercased()
      #expect(page.contains(".Sh \(heading)") || page.contains(".Sh \"\(heading)\""))
    }
  }
}
