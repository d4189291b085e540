import System
import TestSupport
import Testing

@Suite(.blocking)
struct TourTests {
  @Test(arguments: [("en", "tour.txt"), ("ko", "tour.ko.txt"), ("ja", "tour.ja.txt")])
  func `The tour shows how to find and consume a stuck payment, in each language`(
    _ language: String, _ golden: String
  ) throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    program.variables["TMPDIR"] = folder.path
    let run = try program.run("tour", "--lang", language)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let place = try #require(folder.names.first { $0.hasPrefix("iapctl-tour-") })
    let path = "\(folder.path)/\(place)/game.db"
    #expect(run.output.contains(path))
    let text = run.output.split(separator: path).joined(separator: "PATH/game.db")
    let english = try Project.text("Tests/iapctlTests/Golden/tour.txt")
    try expectGolden(language == "en" ? text : text.lines(otherThanIn: english), golden)
    // The store still exists and is sound.
    #expect(try program.run("store", "check", "--store", path).status == 0)
  }

  @Test
  func `The picture of the README shows what the tour prints`() throws {
    let folder = try TemporaryFolder()
    let made = try Program(in: folder).shell(
      """
      cd '\(folder.path)' && mkdir -p made/completions made/docs && \
      grep -v '^#' '\(Project.root)/po/LINGUAS' | while read -r code; do mkdir -p made/man/$code; done
      "$IAPCTL" tour > tour.txt && '\(Program.beside("iapctl-docs"))' made < tour.txt
      """)
    #expect(made.status == 0, "\(made.errors)")
    let picture = try Files.read(folder["made/docs/tour.svg"], limit: 1 << 20)
    let isUpToDate = try String(decoding: picture, as: UTF8.self) == Project.text("docs/tour.svg")
    #expect(isUpToDate, "docs/tour.svg is out of date: run 'make docs'")
    #expect(try Project.text("README.md").contains("](docs/tour.svg)\n"))
  }

  @Test
  func `The commands that the tour suggests work`() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    program.variables["TMPDIR"] = folder.path
    let output = try program.run("tour").output
    let lines = output.split(separator: "\n").map { $0.drop { $0 == " " } }
    let start = try #require(lines.firstIndex { $0 == "Things to try:" })
    let export = try #require(lines[..<start].last { $0.hasPrefix("export ") })
    let suggestions = lines[(start + 1)...].filter { $0.hasPrefix("iapctl ") }
    #expect(suggestions.count > 4)
    for line in suggestions {
      let run = try program.shell("iapctl() { \"$IAPCTL\" \"$@\"; }\n\(export)\n\(line)")
      #expect(run.status == 0, "\(line): \(run.errors)")
    }
  }
}
