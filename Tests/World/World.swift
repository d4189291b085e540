import IAPBatch
import IAPCore
import IAPRemote
import IAPWire

/// Machines, operators, a journal, a service, players and commands, in virtual time and from one seed: the
/// real machine and the real ledger run in it. It knows the truth, and compares with it what iapctl does
/// and says.
package final class World {
  /// The first promise that was broken.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    package let what: String
    package var trace: [String]
    /// The faults that happened, by their numbers.
    package var faults: [(number: Int, kind: Fault)]
    package let payments, runs: Int

    package var description: String { what }
  }

  package struct Figures: Sendable {
    package var steps = 0
  }

  let scenario: Scenario
  let isTraced: Bool
  var now: Moment = 0
  var agenda = Agenda()
  var trace: [String] = []
  var failure: Failure?
  var steps = 0
  var faults: [(number: Int, kind: Fault)] = []
  private var faultCount = 0
  /// Whether nothing goes wrong any more.
  var isPeaceful = false

  let plan: WorldPlan
  var dice: Dice
  let service: SimulatedService
  var journal = SimulatedJournal()
  var hosts: [Host] = []
  var runs: [SimulatedRun] = []
  var commands: [SimulatedCommand] = []
  var goods: [Good] = []

  private init(_ scenario: Scenario, isTraced: Bool) {
    (self.scenario, self.isTraced) = (scenario, isTraced)
    plan = WorldPlan(scenario)
    dice = Dice(scenario.seed, 1)
    service = SimulatedService.shared(plan.api)
    hosts = (0..<plan.hosts).map { Host(number: $0) }
    goods = (0..<plan.payments).map { Good($0, in: plan, scenario.seed) }
    journal.isTeam = plan.isTeam
  }

  /// Runs a world to its end.
  package static func run(
    _ scenario: Scenario, isTraced: Bool = false
  ) -> Result<Figures, Failure> {
    let world = World(scenario, isTraced: isTraced)
    defer { world.agenda.clear() }
    world.live()
    if var failure = world.failure {
      failure.trace = world.trace
      failure.faults = world.faults
      return .failure(failure)
    }
    return .success(Figures(steps: world.steps))
  }

  // MARK: Time

  func after(_ time: Moment, _ action: @escaping () -> Void) { agenda.add(now + time, action) }
  func at(_ time: Moment, _ action: @escaping () -> Void) { agenda.add(max(now, time), action) }

  /// The most steps of a world. One that needs more waits for ever.
  private static let mostSteps = 400_000

  private func goOn(until isOver: () -> Bool) {
    while failure == nil, !isOver(), let item = agenda.next() {
      now = max(now, item.time)
      steps += 1
      item.action()
      if steps > Self.mostSteps { fail("nothing comes to an end") }
    }
  }

  private func live() {
    planFaults()
    for operation in plan.runs { at(operation.time) { self.begin(operation) } }
    goOn { self.now >= self.plan.end && self.runs.allSatisfy(\.isOver) && self.areRunsBegun }
    guard failure == nil else { return }
    if runs.contains(where: { !$0.isOver }) {
      return fail("a run waits for nothing, and does not end")
    }
    isPeaceful = true
    note { "from now on nothing goes wrong" }
    for round in 0..<4 {
      for host in hosts { host.asleepUntil = 0 }
      // Nothing that was begun is at work any more after this time.
      let rest = now + .seconds(700)
      var isRested = false
      at(rest) { isRested = true }
      goOn { isRested && self.commands.allSatisfy { !$0.isAtWork } }
      guard failure == nil else { return }
      let run = begin(plan.lastRun(number: round, runs: runs.count))
      goOn { run.isOver }
      guard failure == nil else { return }
      if !run.isOver { return fail("the last run waits for nothing, and does not end") }
      if round > 0, isSettled { break }
    }
    judge()
  }

  private var areRunsBegun: Bool { runs.count >= plan.runs.count }

  // MARK: Faults

  /// Whether a fault happens. What is left out of a shorter world does not, but all else stays the same.
  func happens(_ kind: Fault, _ share: Double, _ dice: inout Dice) -> Bool {
    let happens = dice.chance(share * plan.weight(of: kind))
    guard happens, !isPeaceful else { return false }
    return admits(kind)
  }

  /// Counts a fault.
  func admits(_ kind: Fault) -> Bool {
    faultCount += 1
    guard !scenario.without.contains(kind), !scenario.skipped.contains(faultCount) else {
      return false
    }
    faults.append((faultCount, kind))
    return true
  }

  // MARK: Words

  func note(_ text: () -> String) {
    guard isTraced else { return }
    let milliseconds = now / 1000
    trace.append(
      "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())  \(text())")
  }

  func fail(_ what: String) {
    guard failure == nil else { return }
    note { "BROKEN: \(what)" }
    failure = Failure(
      what: what, trace: [], faults: [], payments: plan.payments, runs: plan.runs.count)
  }

  /// Requires a promise.
  func require(_ holds: Bool, _ what: @autoclosure () -> String) { if !holds { fail(what()) } }
}

/// A machine on which runs and commands work.
final class Host {
  let number: Int
  /// Changes when the machine is started again.
  var boot = 0
  var asleepUntil: Moment = 0
  /// How much its clock is ahead of the true time.
  var clockOffset: Moment = 0

  init(number: Int) { self.number = number }
}
