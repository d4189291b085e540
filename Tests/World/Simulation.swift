/// Runs many worlds, and makes the first one that fails shorter.
package struct Simulation: Sendable {
  package struct Report: Sendable {
    package var worlds = 0
    package var steps = 0
    /// The failed worlds, the smallest seeds first.
    package var failures: [(seed: UInt64, what: String)] = []
  }

  package var seeds: ClosedRange<UInt64>
  /// How many failures end it.
  package var most = 1
  /// See ``Scenario/distrustsClocks``.
  package var distrustsClocks = false

  package init(seeds: ClosedRange<UInt64>) { self.seeds = seeds }

  /// Runs the worlds on as many cores.
  package func run(workers: Int = 2) async -> Report {
    await withTaskGroup(of: Report.self) { group in
      for worker in 0..<workers {
        group.addTask { part(UInt64(worker), of: UInt64(workers)) }
      }
      var all = Report()
      for await report in group {
        all.worlds += report.worlds
        all.steps += report.steps
        all.failures += report.failures
      }
      all.failures.sort { $0.seed < $1.seed }
      return all
    }
  }

  private func part(_ worker: UInt64, of workers: UInt64) -> Report {
    var report = Report()
    var seed = seeds.lowerBound + worker
    while seed <= seeds.upperBound, report.failures.count < most {
      report.worlds += 1
      switch World.run(scenario(seed)) {
      case .success(let figures): report.steps += figures.steps
      case .failure(let failure): report.failures.append((seed, failure.what))
      }
      seed += workers
    }
    return report
  }

  private func scenario(_ seed: UInt64) -> Scenario {
    var scenario = Scenario(seed: seed)
    scenario.distrustsClocks = distrustsClocks
    return scenario
  }

  // MARK: One failure

  /// The trace of a world that fails, after all was left out of it that it does not need to fail.
  package func explanation(of seed: UInt64) -> String? {
    guard case .failure(let first) = World.run(scenario(seed)) else { return nil }
    let scenario = Self.shortened(scenario(seed), first)
    guard case .failure(let failure) = World.run(scenario, isTraced: true) else { return nil }
    let faults = failure.faults.map { "\($0.kind)" }.joined(separator: ", ")
    return """
      seed \(seed): \(failure.what)
      with \(failure.payments) payments, \(failure.runs) runs and these faults: \(faults)
      \(failure.trace.joined(separator: "\n"))
      to repeat it: make simulate SEED=\(seed)
      """
  }

  private static func shortened(_ scenario: Scenario, _ failure: World.Failure) -> Scenario {
    var (best, known) = (scenario, failure)
    // The same promise is to be broken, whatever the payment and the run.
    func kind(_ failure: World.Failure) -> String { failure.what.filter { !$0.isNumber } }
    func attempt(_ change: (inout Scenario) -> Void) -> Bool {
      var shorter = best
      change(&shorter)
      guard shorter != best, case .failure(let found) = World.run(shorter),
        kind(found) == kind(failure)
      else { return false }
      (best, known) = (shorter, found)
      return true
    }
    for _ in 0..<3 {
      let before = best
      for fault in Fault.allCases where known.faults.contains(where: { $0.kind == fault }) {
        _ = attempt { $0.without.insert(fault) }
      }
      var payments = 1
      while payments < known.payments, !attempt({ $0.payments = payments }) { payments += 1 }
      for runs in stride(from: 1, to: known.runs, by: 1) where attempt({ $0.runs = runs }) { break }
      for (number, _) in known.faults.reversed() { _ = attempt { $0.skipped.insert(number) } }
      if best == before { break }
    }
    return best
  }
}
