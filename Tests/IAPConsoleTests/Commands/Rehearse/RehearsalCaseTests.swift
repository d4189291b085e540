import Testing

@testable import IAPConsole

struct RehearsalCaseTests {
  @Test(arguments: [
    "consume[1]:lost", "consume[12]:killed-after", "unconsumed[1]:429-after",
    "consume[1]:lost+consume[2]:killed-after", "purchase[3]:9999+unconsumed[1]:cut",
  ])
  func `A case is known by its name`(_ name: String) throws {
    #expect(try #require(RehearsalCase(name)).description == name)
  }

  @Test(arguments: [
    "", "consume", "consume[1]", "consume[1]:", ":lost", "consume[0]:lost", "consume[-1]:lost",
    "consume[01]:lost", "consume[+1]:lost", "consume[x]:lost", "consume[1:lost", "consume1]:lost",
    "consum[1]:lost", "consume[1]:gone", "consume[1]:lost:late", "consume[1]:lost+",
    "consume[1]:lost+consume[1]:late", "consume[1]:lost consume[2]:lost",
    "consume[1]:lost+consume[2]:lost+consume[3]:lost",
  ])
  func `Anything else is not the name of a case`(_ name: String) {
    #expect(RehearsalCase(name) == nil)
  }

  @Test
  func `Every disruption is in a name, and only its own request is disrupted`() throws {
    #expect(Disruption.allCases.count == 12)
    for disruption in Disruption.allCases {
      let scenario = try #require(RehearsalCase("consume[2]:\(disruption.rawValue)"))
      #expect(scenario.disruption(of: RequestName(.consume, 2)) == disruption)
      #expect(scenario.disruption(of: RequestName(.consume, 1)) == nil)
      #expect(scenario.disruption(of: RequestName(.unconsumed, 2)) == nil)
    }
  }
}
