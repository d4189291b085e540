import CommandLine
import IAPConsole
import IAPCore
import Languages
import System
import TestSupport
import Testing

/// The commands in the README and in `docs` work, with the output that the pages show.
@Suite(.blocking)
struct DocumentationPageTests {
  /// Each page, and texts that the output of its commands must contain. A translation runs the same
  /// commands.
  static let pages =
    english
    + english.flatMap { page in
      translations.filter { $0.english == page.path }.map { ($0.path, page.printed) }
    }

  /// The pages that are translated.
  static let translations = ["docs/support.md", "docs/exit-codes.md"].flatMap { page in
    [Language.korean, .japanese].map { language in
      (path: "\(page.dropLast(3)).\(language.rawValue).md", english: page, language: language)
    }
  }

  private static let english: [(path: String, printed: [String])] = [
    ("README.md", []),
    (
      "docs/support.md",
      [
        "refused with 65", "one line was skipped: 5", "HELP-418", "2026011110000001  consumed",
        "491 consumed, 1 already-consumed",
      ]
    ),
    (
      "docs/ci.md",
      [
        "dave: 4", "erin: 4", "wrong token: 4", "empty list: 6", "not verified: 4",
        "nothing to grant: 6", "answer lost: 7", "consumed already: 4", "refunded: 4",
        #""resultMessage":"SUCCESS"},"result":[{"paymentSeq":"2026010110000001""#,
        #""outcome":"completed","purchase":{"userID":"alice","storeCode":"AS","productIdentifier":"gem""#,
      ]
    ),
    ("docs/operators.md", ["2026011210000001  consumed", "live     key         ok"]),
    ("docs/exit-codes.md", ["not granted twice\n2026011410000001\n"]),
  ]

  static let paths = pages.map(\.path) + ["docs/team-journal.md", "docs/install.md"]

  @Test(.tool("curl"), .tool("python3"), arguments: pages)
  func `Every block can be pasted, from top to bottom, and prints what the page shows`(
    path: String, printed: [String]
  ) throws {
    let page = try DocumentationPage(path)
    #expect(page.blocks.contains { $0.language == "sh" })
    #expect(page.blocks.contains { $0.language == "console" })
    let outcome = try page.paste(in: TemporaryFolder())
    #expect(outcome.problems == [])
    for words in printed { #expect(outcome.output.contains(words), "\(outcome.output)") }
  }

  @Test(arguments: translations.map { ($0.path, $0.english) })
  func `A translated page has the commands of the English one`(
    _ path: String, _ english: String
  ) throws {
    let (page, original) = (try DocumentationPage(path), try DocumentationPage(english))
    #expect(page.commands == original.commands)
    #expect(page.anchors.count >= original.anchors.count)
  }

  @Test(.postgres)
  func `Every block of the page for teams can be pasted`() async throws {
    let cluster = try await PostgresCluster.shared
    let database = try cluster.makeDatabase()
    let page = try DocumentationPage("docs/team-journal.md")
    let outcome = try await waiting {
      try page.paste(
        in: TemporaryFolder(),
        variables: [
          "OWNER": cluster.url(database), "TEAM": cluster.url(database, user: "support"),
        ])
    }
    #expect(outcome.problems == [])
  }

  @Test(arguments: DocumentationPageTests.wrong)
  func `A page that shows what does not happen is reported`(_ text: String) throws {
    let page = DocumentationPage(path: "wrong.md", text: text)
    #expect(try page.paste(in: TemporaryFolder()).problems.count == 1)
  }

  static let wrong = [
    "```console\n$ echo alice\nbob\n```\n",
    "```console\n$ echo alice\n```\n",
    "```console\n$ echo alice\nalice\nbob\n```\n",
    "```console\n$ printf 'alice\\n\\nbob\\n'\nalice\nbob\n```\n",
    "```console\n$ echo alice pays 100\nalice … 200\n```\n",
    "```console\n$ iapctl nonsense 2> /dev/null; echo $?\n0\n```\n",
    "```sh\niapctl nonsense\n```\n",
    "```sh\nfalse\ntrue\n```\n",
    "```sh\nexit 7\n```\n```sh\ntrue\n```\n",
    "```json\n{}\n```\n",
  ]

  @Test
  func `A page that shows what happens is not reported, and its blocks share one shell`() throws {
    let page = DocumentationPage(
      path: "right.md",
      text: """
        ```sh
        name=alice
        ```
        ```console
        $ echo "it's $name, who pays" 100
        it's …, who … 100
        $ iapctl nonsense 2> /dev/null; echo $?
        64
        ```
        ```sh
        make build
        ```
        """)
    #expect(try page.paste(in: TemporaryFolder()).problems == [])
  }

  @Test
  func `All pages of docs are tested`() throws {
    let run = try Program(in: TemporaryFolder()).shell("cd '\(Project.root)' && ls docs/*.md")
    let present = run.output.split(separator: "\n").map(String.init)
    #expect(present.sorted() == Self.paths.filter { $0 != "README.md" }.sorted())
  }

  @Test(arguments: paths)
  func `A block that makes something does nothing else, and its targets exist`(path: String) throws
  {
    let makefile = try Project.text("Makefile")
    for target in try DocumentationPage(path).blocks.filter(\.isMake).flatMap(\.targets) {
      #expect(makefile.contains("\n\(target):"), "no target '\(target)'")
    }
  }

  @Test(arguments: paths)
  func `Every link leads to a file, and to a heading if it names one`(path: String) throws {
    let links = try DocumentationPage(path).links
    #expect(links.count > 0)
    for link in links {
      let page = try DocumentationPage(link.path)
      if let anchor = link.anchor {
        #expect(page.anchors.contains(anchor), "\(link.path)#\(anchor)")
      }
    }
  }

  @Test(
    arguments: [("docs/exit-codes.md", Language.english)]
      + translations.filter { $0.english == "docs/exit-codes.md" }.map { ($0.path, $0.language) })
  func `The page of exit codes has the codes and the meanings of the manual, and what to do`(
    _ path: String, _ language: Language
  ) throws {
    let manual = Console.manual(in: language)
    let topic = try #require(manual.topics.first { $0.name == "exit-codes" })
    let page = try Project.text(path).filter { $0 != "`" }
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    var expected: [String] = []
    for case .definitions(let list) in topic.parts.flatMap(\.blocks) {
      for definition in list {
        if case .literal(let code) = definition.term {
          expected.append("| \(code) | \(manual.language.text(definition.text)) | ")
        }
      }
    }
    #expect(expected.count > 10)
    // A code can have a row for each of its causes.
    let code = { (row: Substring) in row.split(separator: "|").first.map(String.init) ?? "" }
    var codes = rows.map(code)
    codes = codes.indices.filter { $0 == 0 || codes[$0] != codes[$0 - 1] }.map { codes[$0] }
    #expect(codes == expected.map { code($0[...]) })
    for start in expected {
      let own = rows.filter { code($0) == code(start[...]) }
      #expect(own.allSatisfy { $0.split(separator: "|").count == 3 }, "\(own)")
      guard own.count == 1, let row = own.first else { continue }
      #expect(row.hasPrefix(start) && row.count > start.count + 2, "\(row)")
    }
  }

  @Test
  func `The complete seed of iapctl-fixture(5) has every part, and each does what the page says`()
    throws
  {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    let examples = ExampleTests.pages.first { $0.name == "iapctl-fixture" }?.examples ?? []
    let example = try #require(examples.first { $0.line.contains("full.db") })
    for part in ["markets", "products", "users", "purchases", "transactions", "deferred", "faults"]
    {
      #expect(example.line.contains("\n  \"\(part)\": ["))
    }
    let made = try program.shell(
      "cd '\(folder.path)'\nPATH=\"$(dirname \"$IAPCTL\"):$PATH\"\n\(example.line)")
    #expect(made.status == 0, "\(made.errors)")
    program.variables["IAPCTL_STORE"] = folder["full.db"]
    for (line, status) in [
      ("store check", 0), ("purchase gem.100 --user dave", 4), ("purchase skin --user bob", 4),
      ("restore --user dave", 4), ("reprocess --user frank", 0), ("restore --user carol", 0),
      ("purchase gem.100 --user bob --market GG", 4), ("products --market GG", 4),
      ("purchase --deferred --user erin", 0), ("consume 1", 3), ("consume 2026011210000001", 7),
      ("unconsumed --user alice --fail-empty", 6),
    ] {
      let run = try program.run(words: line.split(separator: " ").map(String.init))
      #expect(run.status == Int32(status), "\(line): \(run.errors)")
    }
  }

  @Test
  func `The license is the Apache License 2.0, and the README says so`() throws {
    let text = try Project.text("LICENSE")
    #expect(text.contains("Apache License\n                           Version 2.0, January 2004"))
    #expect(text.contains("END OF TERMS AND CONDITIONS"))
    #expect(try Project.text("README.md").contains("[Apache License 2.0](LICENSE)"))
  }
}
