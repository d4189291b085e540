import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct HelpTests {
  @Test
  func `The arguments of help are parsed`() throws {
    #expect(try resolved(HelpCommand.self, "help").path == [])
    #expect(try resolved(HelpCommand.self, "help store init").path == ["store", "init"])
  }

  @Test
  func `help needs no backend and ignores the output format`() async {
    for format in OutputFormat.allCases {
      let run = await TestConsole().run("help consume -o \(format)")
      #expect(run.status == 0)
      #expect(run.output == Console.help(for: ["consume"], columns: nil))
    }
  }

  @Test(arguments: Topics.topics.map(\.name))
  func `Each topic is printed`(_ name: String) async throws {
    let run = await TestConsole().run("help \(name)")
    #expect(run.status == 0)
    let topic = try #require(Topics.topics.first { $0.name == name })
    let heading = try #require(topic.parts.first?.heading)
    #expect(run.output.hasPrefix(heading + "\n"))
    #expect(run.output == Console.manual().help(for: [name], columns: nil))
    #expect(Console.help(for: [], columns: nil).contains("\n  \(name) "), "the overview has it")
  }

  @Test(arguments: [
    ("purchse", "unknown command 'purchse', did you mean 'purchase'?"),
    ("store bogus", "unknown command 'store bogus'"),
    ("store init x", "unexpected argument 'x'"),
    ("exit-code", "unknown command 'exit-code', did you mean 'exit-codes'?"),
    ("enviroment", "unknown command 'enviroment', did you mean 'environment'?"),
    ("ouptut", "unknown command 'ouptut', did you mean 'output'?"),
    ("exit-codes 4", "unexpected argument '4'"),
    ("fixture", "unknown command 'fixture'"),
    ("store exit-codes", "unknown command 'store exit-codes'"),
  ])
  func `A command or a topic is suggested, and a topic takes no more words`(
    _ words: String, _ message: String
  ) async {
    let run = await TestConsole().run("help \(words)")
    #expect(run.status == 64)
    #expect(run.errors.split(separator: "\n").first == "iapctl: error: \(message)")
  }
}
