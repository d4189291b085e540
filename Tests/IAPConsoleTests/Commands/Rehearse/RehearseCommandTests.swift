import CommandLine
import TestSupport
import Testing

@testable import IAPConsole

struct RehearseCommandTests {
  private func inputs(_ words: String...) throws -> RehearseCommand {
    let line = ["rehearse"] + words + ["--granted", "cat g", "--", "game", "-x", "a b"]
    let parsed = ArgumentParser(root: CommandTree.root.specification).parse(line)
    #expect(parsed.problem == nil)
    return try RehearseCommand(parsed.arguments, Settings())
  }

  @Test
  func `A rehearsal takes the sample game, three runs and five seconds`() throws {
    let usual = try inputs()
    #expect((usual.program, usual.granted) == (["game", "-x", "a b"], "cat g"))
    #expect(usual.seed == nil)
    #expect(try inputs("--sample").seed == nil)
    #expect(usual.runs == 3)
    #expect(usual.timeout == .seconds(5))
  }

  @Test
  func `Each option is read`() throws {
    let inputs = try inputs(
      "--seed", "s.json", "--runs", "4", "--jobs", "1", "--timeout-each", "200ms", "--case",
      "consume[1]:lost", "--case", "consume[1]:429+consume[2]:cut", "--case", "consume[*]:lost",
      "--list", "--allow",
      "given,refunded,held",
      "--junit", "j.xml", "--keep", "k")
    #expect(inputs.seed == "s.json")
    #expect(inputs.runs == 4)
    #expect(inputs.jobs == 1)
    #expect(inputs.timeout == .milliseconds(200))
    #expect(
      inputs.cases == ["consume[1]:lost", "consume[1]:429+consume[2]:cut", "consume[*]:lost"])
    #expect(inputs.allowed == [.given, .refunded, .held])
    #expect(inputs.lists)
    #expect(inputs.junit == "j.xml")
    #expect(inputs.keep == "k")
    let pairs = try self.inputs("--pairs", "9", "--seed-number", "3")
    #expect(pairs.pairs == 9)
    #expect(pairs.pairSeed == 3)
  }

  @Test(arguments: [
    "--seed s.json --sample --granted g -- game",
    "--case consume[1]:lost --pairs 3 --granted g -- x",
    "-- game", "--granted g", "--granted g --", "--granted g game",
    "--granted g --case consume[0]:lost -- x", "--granted g --timeout-each 5x -- x",
    "--granted g --timeout-each 0s -- x", "--granted g --timeout-each 2h -- x",
    "--granted g --timeout-each 61m -- x", "--granted g --allow lost -- x",
    "--granted g --seed-number 2 -- x", "--granted g --runs 0 -- x", "--granted g --jobs 33 -- x",
    "--granted g --store s.db -- x",
  ])
  func `A wrong command line is refused, and runs nothing`(_ line: String) async {
    let run = await TestConsole().run("rehearse " + line)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("iapctl: error: "))
  }

  @Test
  func `The time of a case is written in seconds`() {
    #expect(Duration.milliseconds(1_005).secondsText == "1.005")
    #expect(Duration.milliseconds(20).secondsText == "0.020")
    #expect(Duration.seconds(61).secondsText == "61.000")
  }
}
