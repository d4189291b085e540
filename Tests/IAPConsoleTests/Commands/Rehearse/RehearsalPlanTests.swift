import Testing

@testable import IAPConsole

struct RehearsalPlanTests {
  private let plan = RehearsalPlan(
    of: [RequestName(.unconsumed, 1), RequestName(.consume, 1), RequestName(.consume, 2)])

  @Test
  func `There is a case for each request and each disruption`() {
    let names = plan.cases.map(\.description)
    #expect(names.count == 39)
    #expect(Set(names).count == 39)
    #expect(names.first == "unconsumed[1]:refused")
    #expect(names.last == "consume[2]:twin")
    #expect(names.contains("consume[1]:9999"))
    #expect(RehearsalPlan(of: []).cases == [])
  }

  @Test
  func `The requests are counted by operation`() {
    #expect(plan.counts.map { "\($0.operation) \($0.count)" } == ["unconsumed 1", "consume 2"])
  }

  @Test
  func `The same number chooses the same pairs, and another number others`() {
    let pairs = plan.pairs(40, seed: 7)
    #expect(pairs.count == 40)
    #expect(Set(pairs).count == 40)
    #expect(plan.pairs(40, seed: 7) == pairs)
    #expect(plan.pairs(40, seed: 8) != pairs)
    #expect(plan.pairs(10, seed: 7) == Array(pairs.prefix(10)))
  }

  @Test
  func `A pair disrupts two requests, and one of them may be a repetition`() {
    let pairs = plan.pairs(500, seed: 1)
    for pair in pairs {
      #expect(pair.parts.count == 2)
      #expect(RehearsalCase(pair.description) == pair)
      #expect(plan.contains(pair))
    }
    #expect(pairs.contains { $0.description.contains("consume[3]") })
    #expect(pairs.contains { $0.description.contains("unconsumed[2]") })
  }

  @Test
  func `If there are fewer pairs, all of them are chosen`() {
    let small = RehearsalPlan(of: [RequestName(.consume, 1)])
    #expect(small.pairs(1000, seed: 1).count == 196)
    #expect(RehearsalPlan(of: []).pairs(5, seed: 1) == [])
  }

  @Test(arguments: [
    ("consume[2]:lost", true), ("consume[3]:lost", false), ("purchase[1]:lost", false),
    ("consume[2]:lost+consume[3]:lost", true), ("unconsumed[2]:500+consume[3]:lost", false),
    ("consume[1]:lost+consume[4]:lost", false), ("consume[1]:lost+purchase[1]:lost", false),
  ])
  func `A case can be asked for if the program makes its requests`(
    _ name: String, _ isContained: Bool
  ) throws {
    #expect(plan.contains(try #require(RehearsalCase(name))) == isContained)
  }
}
