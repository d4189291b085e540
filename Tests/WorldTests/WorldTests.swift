import Testing
import World

struct WorldTests {
  @Test
  func `Each promise holds in simulated worlds`() async {
    let simulation = Simulation(seeds: 1...3000)
    let report = await simulation.run()
    for failure in report.failures {
      Issue.record("\(simulation.explanation(of: failure.seed) ?? failure.what)")
    }
  }

  @Test
  func `The same seed gives the same world`() throws {
    for seed in 1...50 as ClosedRange<UInt64> {
      let (first, second) = (World.run(Scenario(seed: seed)), World.run(Scenario(seed: seed)))
      #expect(try first.get().steps == second.get().steps)
    }
  }
}
