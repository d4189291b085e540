import Testing

@testable import IAPConsole

struct RehearsalCaseTests {
  @Test(arguments: [
    "consume[1]:lost", "consume[12]:killed-after", "unconsumed[1]:429-after",
    "consume[1]:lost+consume[2]:killed-after", "purchase[3]:9999+unconsumed[1]:cut",
    "consume[2]:elsewhere", "consume[1]:refunded+consume[2]:lost", "consume[1]:twin",
  ])
  func `A case is known by its name`(_ name: String) throws {
    #expect(try #require(RehearsalCase(name)).description == name)
  }

  @Test(arguments: [
    "", "consume", "consume[1]", "consume[1]:", ":lost", "consume[0]:lost", "consume[-1]:lost",
    "consume[01]:lost", "consume[+1]:lost", "consume[x]:lost", "consume[1:lost", "consume1]:lost",
    "consum[1]:lost", "consume[1]:gone", "consume[1]:lost:late", "consume[1]:lost+",
    "consume[1]:lost+consume[1]:late", "consume[1]:lost consume[2]:lost",
    "consume[1]:lost+consume[2]:lost+consume[3]:lost", "unconsumed[1]:twin",
    "unconsumed[1]:elsewhere", "purchase[1]:refunded", "consume[1]:5018", "consume[*]:lost",
  ])
  func `Anything else is not the name of a case`(_ name: String) {
    #expect(RehearsalCase(name) == nil)
  }

  @Test
  func `Every disruption is in a name, and only its own request is disrupted`() throws {
    #expect(Disruption.allCases.count == 14)
    for disruption in Disruption.allCases {
      let scenario = try #require(RehearsalCase("consume[2]:\(disruption.rawValue)"))
      #expect(scenario.disruption(of: RequestName(.consume, 2)) == disruption)
      #expect(scenario.disruption(of: RequestName(.consume, 1)) == nil)
      #expect(scenario.disruption(of: RequestName(.unconsumed, 2)) == nil)
    }
  }

  @Test(arguments: [
    ("consume[*]:lost", true), ("*", true), ("*:lost", true), ("consume[12]*", true),
    ("c*[*]:l*t", true), ("consume[1]:*", false), ("*:los", false), ("consume[*]:cut", false),
    ("*]:lost*x", false), ("", false),
  ])
  func `A star in a pattern stands for any characters`(_ pattern: String, _ isMatch: Bool) throws {
    #expect(try #require(RehearsalCase("consume[12]:lost")).matches(pattern) == isMatch)
  }
}
