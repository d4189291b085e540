import Testing
import World

struct WorldTests {
  @Test
  func `Each promise holds in a thousand worlds`() async {
    let report = await Simulation(seeds: 1...1000).run()
    for failure in report.failures {
      Issue.record("\(Simulation.explanation(of: failure.seed) ?? failure.what)")
    }
  }
}
