import IAPCore
import IAPMessages
import JSON
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

/// `help --json`
struct HelpDocumentTests {
  private static let document = HelpDocument.make(of: Console.manual())

  /// Every command and group with its path.
  private static func commands(
    below command: CommandSpecification, path: [String] = []
  ) -> [(path: [String], command: CommandSpecification)] {
    [(path, command)] + command.listed.flatMap { commands(below: $0, path: path + [$0.name]) }
  }

  private static let paths = commands(below: CommandTree.root.specification).map(\.path)

  private func found(_ path: [String]) throws -> JSONValue {
    try path.reduce(try #require(Self.document["command"])) { group, name in
      try #require(group["commands"]?.elements?.first { $0["name"]?.text == name })
    }
  }

  private func names(_ value: JSONValue?) throws -> [String] {
    try #require(value?.elements).map { try #require($0["name"]?.text) }
  }

  @Test(arguments: paths)
  func `Each command has its options, arguments, fields and examples`(_ path: [String]) throws {
    let command = try #require(CommandTree.node(path)).specification
    let found = try found(path)
    #expect(found["path"]?.elements?.map(\.text) == path)
    #expect(found["summary"]?.text == command.summary)
    #expect(try names(found["fields"]) == command.fields.map(\.name))
    #expect(try names(found["commands"]) == command.listed.map(\.name))
    let labels = found["operands"]?.elements?.map { $0["value"]?["label"]?.text }
    #expect(labels == command.operands.map(\.label))
    let lines = found["examples"]?.elements?.map { $0["line"]?.text }
    #expect(lines == command.examples.map(\.line))
    let own = try names(found["options"])
    let shared = try #require(found["sharedOptions"]?.elements).compactMap(\.text)
    #expect(command.options.allSatisfy { own.contains($0.name) })
    #expect(Set(own).isDisjoint(with: shared))
    guard let taken = command.shared else { return }
    #expect(
      (own + shared).sorted() == (command.options.map(\.name) + taken.map(\.name)).sorted())
  }

  @Test(arguments: [
    ([], "output", #""repeatable":false,"value":{"label":"FORMAT","type":"choice","expects":"#),
    ([], "output", #""default":"table","variable":"IAPCTL_OUTPUT","profileKey":null}"#),
    ([], "market", #""completes":"markets"},"default":"all","variable":"IAPCTL_MARKET","#),
    ([], "quiet", #""short":"q","summary":"no notes on standard error, only errors","#),
    (["unconsumed"], "user", #""repeatable":true"#),
    (["consume"], "concurrency", #""type":"number","expects":"a whole number from 1 to 1000""#),
    (["consume"], "token-file", #""type":"file""#),
    (["serve"], "host", #""choices":[],"suggestions":["127.0.0.1","::1","#),
  ])
  func `An option has its type, its default and where it comes from`(
    _ path: [String], _ name: String, _ part: String
  ) throws {
    let options = try #require(try found(path)["options"]?.elements)
    let option = try #require(options.first { $0["name"]?.text == name })
    #expect(option.line.contains(part), "\(option.line)")
  }

  @Test
  func `All exit codes, variables, topics and keys of an error are in it`() throws {
    let codes = try #require(Self.document["exitCodes"]?.elements).compactMap(
      \.self["code"]?.integer)
    #expect(Set(codes).count == codes.count)
    for row in ErrorCatalogue.all.map(\.row) { #expect(codes.contains(Int64(row.exit))) }
    for code: Int64 in [0, 2, 3, 4, 5, 6, 7, 64, 65, 66, 69, 70, 74, 75, 76, 77, 78] {
      #expect(codes.contains(code))
    }
    for code: Int64 in [126, 127, 129, 130, 141, 143] { #expect(codes.contains(code)) }
    let variables = try names(Self.document["variables"])
    for name in Variables.own + Variables.common { #expect(variables.contains(name), "\(name)") }
    #expect(try names(Self.document["topics"]) == Topics.topics.map(\.name))
    let keys = ErrorRecord.members(of: .iapctl(.bug, .bug("")), exit: .done, hint: nil).map(\.name)
    #expect(try names(Self.document["errorFields"]) == keys.map { "error.\($0)" })
  }

  @Test
  func `help --json prints the document as one line, in the language of the person`() async throws {
    let run = await TestConsole().run("help --json")
    #expect(run.status == 0)
    #expect(run.output == Self.document.line + "\n")
    let document = try JSONValue(parsing: Array(run.output.utf8))
    #expect(document["schemaVersion"]?.integer == 1)
    #expect(document["version"]?.text == Release.version)
    let korean = await TestConsole().run("help --json --lang ko").output
    #expect(korean == HelpDocument.make(of: Console.manual(in: .korean)).line + "\n")
    #expect(korean != run.output)
  }

  @Test
  func `help --json takes no command`() async {
    let run = await TestConsole().run("help --json consume")
    #expect(run.status == 64)
    #expect(run.errors.contains("--json and COMMAND exclude each other"))
  }
}
