import TestSupport
import Testing

@testable import IAPConsole

struct HelpTests {
  @Test("Inputs")
  func inputs() throws {
    #expect(try resolved(HelpCommand.self, "help") == .init(path: []))
    #expect(try resolved(HelpCommand.self, "help store init") == .init(path: ["store", "init"]))
    #expect(
      problem(HelpCommand.self, "help purchse")
        == .unknownCommand("purchse", suggestion: "purchase", program: "iapctl"))
    #expect(
      problem(HelpCommand.self, "help store bogus")
        == .unknownCommand("store bogus", suggestion: nil, program: "iapctl"))
  }

  @Test("It needs no backend, and its output has no format")
  func formats() async {
    for format in OutputFormat.allCases {
      let run = await TestConsole().run("help consume -o \(format)")
      #expect(run.status == 0)
      #expect(run.output == Console.help(for: ["consume"], columns: nil))
    }
  }
}
