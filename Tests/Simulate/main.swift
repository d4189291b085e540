import System
import World

/// `simulate COUNT [FIRST] [MOST]`: runs so many worlds from the first seed on. `simulate seed N`: runs
/// one, and tells what happened. `simulate clocks …`: also requires what a wrong clock can break.
var arguments = CommandLine.arguments.dropFirst().map { $0 }
let distrustsClocks = arguments.first == "clocks"
if distrustsClocks { arguments.removeFirst() }
if arguments.first == "seed", let seed = arguments.last.flatMap({ UInt64($0) }) {
  var simulation = Simulation(seeds: seed...seed)
  simulation.distrustsClocks = distrustsClocks
  if let text = simulation.explanation(of: seed) {
    print(text)
    CurrentProcess.end(1)
  }
  print("seed \(seed): each promise holds")
} else {
  let count = arguments.first.flatMap { UInt64($0) } ?? 100_000
  let first = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
  var simulation = Simulation(seeds: first...(first + max(1, count) - 1))
  simulation.distrustsClocks = distrustsClocks
  simulation.most = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1
  let clock = ContinuousClock()
  let start = clock.now
  let report = await simulation.run()
  let seconds = max(0.001, (clock.now - start) / .seconds(1))
  let rate = { (count: Int) in Int((Double(count) / seconds).rounded()) }
  print(
    "\(report.worlds) schedules, \(report.steps) steps in \(Int(seconds)) s: "
      + "\(rate(report.worlds)) schedules a second, \(rate(report.steps)) steps a second")
  if let failure = report.failures.first {
    for (seed, what) in report.failures.dropFirst() { print("seed \(seed): \(what)") }
    print(simulation.explanation(of: failure.seed) ?? "seed \(failure.seed): \(failure.what)")
    CurrentProcess.end(1)
  }
}
