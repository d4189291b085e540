import IAPBatch
import IAPCore

// What happens in a world that no run does.
extension World {
  func planFaults() {
    let span = Int(plan.end / 1000)
    for host in hosts {
      plan(.powerCut, 0.1) { [self] in powerCut(host) }
      plan(.machineSleep, 0.2) { [self] in
        let time = [2_000_000, 60_000_000, 300_000_000][dice.below(3)] as Moment
        note { "machine \(host.number) sleeps for \(time / 1_000_000) s" }
        host.asleepUntil = now + time
      }
      plan(.clockJump, 0.2) { [self] in
        let jumps: [Moment] = [.seconds(-5), .seconds(-3600), .seconds(5), .seconds(300)]
        host.clockOffset += jumps[dice.below(4)]
        note { "the clock of machine \(host.number) jumps to \(host.clockOffset / 1_000_000) s" }
      }
      plan(.cutDatabase, 0.25) { [self] in
        guard journal.isTeam else { return }
        let time = [500_000, 15_000_000, 200_000_000][dice.below(3)] as Moment
        note { "machine \(host.number) does not reach the database for \(time / 1000) ms" }
        journal.cutUntil[host.number] = now + time
      }
    }
    plan(.fullDisk, 0.1) { [self] in
      guard !journal.isTeam else { return }
      note { "the disk is full for a minute" }
      journal.fullUntil = now + .seconds(60)
    }
    var backup = Dice(scenario.seed, 40_000)
    let backupTime = backup.next() % UInt64(plan.end)
    at(Moment(backupTime)) { [self] in journal.backup = (journal.ledger, journal.members) }
    plan(.restoredJournal, 0.12) { [self] in restore(isEmpty: false) }
    plan(.replacedJournal, 0.05) { [self] in restore(isEmpty: true) }
    for index in goods.indices {
      var own = Dice(scenario.seed, 20_000 + UInt64(index))
      let (rivalTime, refundTime) = (own.between(0, span), own.between(0, span))
      let lookTimes = [own.between(0, span), own.between(0, span)]
      if goods[index].hasRival, happens(.rival, 0.5, &own) {
        at(rivalTime) { [self] in consumeAsRival(index) }
      }
      if happens(.refund, 0.12, &own) {
        at(refundTime) { [self] in refund(index) }
      }
      for time in lookTimes {
        let isRight = happens(.rightSettlement, 0.15, &own)
        guard isRight || happens(.wrongSettlement, 0.08, &own) else { continue }
        let host = hosts[own.below(hosts.count)]
        at(time) { [self] in
          let isConsumed = goods[index].isConsumed == isRight
          settle(index, as: isConsumed ? .consumed : .notConsumed, by: 8, on: host)
        }
      }
    }
  }

  private func plan(_ fault: Fault, _ share: Double, _ action: @escaping () -> Void) {
    var own = Dice(scenario.seed, 30_000 + UInt64(fault.rawValue))
    // Most of what happens happens in the first seconds after a run begins.
    let run = plan.runs[own.below(plan.runs.count)]
    let time = run.time + own.between(0, own.chance(0.7) ? 3_000 : 120_000)
    if happens(fault, share, &own) { at(time, action) }
  }

  private func consumeAsRival(_ index: Int) {
    guard !goods[index].isConsumed, !goods[index].isRefunded else { return }
    goods[index].consumer = .rival
    note { "the game's server consumes \(goods[index].number), and grants it" }
    // It grants under the number of the payment.
    goods[index].hasItem = true
  }

  private func refund(_ index: Int) {
    guard !goods[index].isConsumed, !goods[index].isRefunded else { return }
    goods[index].isRefunded = true
    note { "\(goods[index].number) is refunded" }
  }

  private func restore(isEmpty: Bool) {
    note { isEmpty ? "the journal is replaced by an empty one" : "the journal is restored" }
    let backup = isEmpty ? nil : journal.backup
    journal.ledger = backup?.ledger ?? MemoryLedger()
    journal.members = backup?.members ?? [:]
    journal.age += 1
    for index in goods.indices { excuse(index, "the journal has forgotten it") }
  }

  /// Nothing is promised of a payment any more.
  func excuse(_ good: Int, _ why: String) {
    goods[good].excuse = goods[good].excuse ?? why
  }
}
