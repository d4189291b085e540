import Testing
import World

struct WorldTests {
  @Test
  func `Each promise holds in simulated worlds`() async {
    let simulation = Simulation(seeds: 1...1500)
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

  /// The clocks of the machines are wrong by hours. A team's journal has one of its own.
  @Test
  func `A proof holds where the clock of a machine is wrong`() async {
    let report = await Simulation(seeds: 81860...81860).run(workers: 1)
    #expect(report.failures.isEmpty)
  }
}
