import IAPBatch
import IAPCore

/// A delivery or an undo, with the supervisor that ends it.
final class SimulatedCommand {
  let run: SimulatedRun
  let slot, good: Int
  let isUndo: Bool
  let limit: Moment
  var isAtWork = true
  /// Whether its run has been told of its end before.
  var isTold = false

  init(_ run: SimulatedRun, _ slot: Int, _ good: Int, isUndo: Bool, until limit: Moment) {
    (self.run, self.slot, self.good) = (run, slot, good)
    (self.isUndo, self.limit) = (isUndo, limit)
  }

  var words: String { isUndo ? "undo" : "delivery" }
}

// The commands of a world.
extension World {
  func hasCommands(_ run: SimulatedRun) -> Bool {
    commands.contains { $0.isAtWork && $0.run === run }
  }

  func command(_ run: SimulatedRun, _ slot: Int, _ payment: Payment, isUndo: Bool) {
    guard let good = good(payment.number) else { return fail("an unknown payment is delivered") }
    run.waits += 1
    let command = SimulatedCommand(
      run, slot, good, isUndo: isUndo, until: now + plan.commandLimit)
    judgeCommand(command, payment)
    commands.removeAll { !$0.isAtWork }
    commands.append(command)
    goods[good].commandsAtWork += 1
    note { "\(run) begins the \(command.words) of \(goods[good].number)" }
    var dice = run.requestDice
    defer { run.requestDice = dice }
    let (first, second) = (dice.between(1, 400), dice.between(1, 400))
    let choice = dice.below(3)
    if happens(.commandFails, 0.1, &dice) {
      if choice > 0 { after(first) { self.work(command) } }
      return after(first + second) { self.end(command, .exit(status: 1)) }
    }
    if happens(.commandHangs, 0.08, &dice) {
      // Something of it may work until it is ended.
      let moments = [first, plan.commandLimit / 2, plan.commandLimit - 1]
      if dice.chance(0.7) { after(moments[choice]) { self.work(command) } }
      return at(command.limit) {
        self.end(command, .timeOut(after: self.plan.commandLimit.duration))
      }
    }
    if happens(.commandKilled, 0.05, &dice) {
      if choice > 0 { after(first) { self.work(command) } }
      return after(first + second) { self.end(command, .signal(9)) }
    }
    if happens(.supervisorKilled, 0.05, &dice) {
      // Something of it goes on for a while, with the lock of the run.
      after(first) { self.tellEnd(of: command, .signal(9), mayBeAtWork: true) }
      command.isTold = true
      let rest = dice.between(1, 60_000)
      after(first + rest / 2) { self.work(command) }
      return after(first + rest) { self.end(command, .signal(9)) }
    }
    after(first) { self.work(command) }
    after(first + second) { self.end(command, nil) }
  }

  /// What a command is for happens.
  private func work(_ command: SimulatedCommand) {
    guard command.isAtWork else { return }
    let sleeps = command.run.host.asleepUntil
    guard sleeps <= now else { return at(sleeps) { self.work(command) } }
    note { "the \(command.words) of \(goods[command.good].number) by \(command.run) takes effect" }
    judgeEffect(command)
    goods[command.good].hasItem = !command.isUndo
    if command.isUndo { goods[command.good].takenBackAt = now }
  }

  private func end(_ command: SimulatedCommand, _ failure: CommandFailure?) {
    guard command.isAtWork else { return }
    let sleeps = command.run.host.asleepUntil
    guard sleeps <= now else { return at(sleeps) { self.end(command, failure) } }
    command.isAtWork = false
    goods[command.good].commandsAtWork -= 1
    note {
      "the \(command.words) of \(goods[command.good].number) ends: "
        + (failure.map { "\($0)" } ?? "done")
    }
    if !command.isTold { tellEnd(of: command, failure, mayBeAtWork: false) }
  }

  private func tellEnd(
    of command: SimulatedCommand, _ failure: CommandFailure?, mayBeAtWork: Bool
  ) {
    let number = goods[command.good].number
    let error = failure.map {
      IAPError(
        .iapctl(command.isUndo ? .undoFailed : .deliveryFailed),
        .payment(
          number,
          command.isUndo ? .undoFailed($0, said: nil) : .deliveryFailed($0, said: nil)),
        outcome: mayBeAtWork ? .unknown : .notApplied)
    }
    after(command.run.dice.between(0, 3)) {
      self.post(command.run, .commandEnded(slot: command.slot, error))
    }
  }

  /// A machine loses its power.
  func powerCut(_ host: Host) {
    note { "machine \(host.number) loses its power" }
    for run in runs where run.host === host { kill(run) }
    for command in commands where command.isAtWork && command.run.host === host {
      command.isAtWork = false
      goods[command.good].commandsAtWork -= 1
    }
    host.boot += 1
    host.asleepUntil = 0
  }
}
