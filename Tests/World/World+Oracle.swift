import IAPBatch
import IAPCore

// What must hold in a world at every step, and in the end.
extension World {
  /// Whether the journal says what was written to it.
  private func isTrusted(_ run: SimulatedRun) -> Bool { run.journalAge == journal.age }

  // MARK: Claims

  func judgeClaims(_ run: SimulatedRun, _ taken: [Identifier: LedgerPayment]) {
    for number in taken.keys {
      guard let index = good(number), goods[index].excuse == nil else { continue }
      for command in commands where command.isAtWork && command.good == index {
        // Whoever takes payments over has made sure of that, but some time before the claim.
        if run.operation.rules.takesOver, command.run !== run {
          excuse(index, "it was taken over while a command of it was at work")
          continue
        }
        require(
          command.run === run,
          "\(run) claims \(number) while the \(command.words) of \(command.run) is at work")
      }
      for (_, request) in goods[index].requestsInFlight where request.run != run.index {
        require(
          !runs[request.run].isAlive || request.end <= now,
          "\(run) claims \(number) while \(runs[request.run]) may send it")
      }
    }
  }

  // MARK: Requests

  func judgeSend(_ request: Request) {
    let (run, good) = (request.run, goods[request.good])
    if !run.hasCommands { goods[request.good].isSentAlone = true }
    guard isTrusted(run), good.excuse == nil else { return }
    let entry = journal.ledger.entry(good.number)
    let open = entry?.open.flatMap { journal.ledger.attempt($0) }
    require(
      open?.action == .consume && open?.run == run.number,
      "\(run) sends \(good.number) without an intent in the journal")
    require(
      entry?.claimedBy == run.number, "\(run) sends \(good.number), which it has not claimed")
    require(
      entry?.outcome == nil || entry?.outcome == "unknown",
      "\(run) sends \(good.number), which the journal has as \(entry?.outcome ?? "")")
    for (_, other) in good.requestsInFlight {
      require(
        !runs[other.run].isAlive || other.end <= now,
        "\(run) sends \(good.number) while a request of \(runs[other.run]) has no answer")
    }
    guard run.hasCommands else { return }
    require(
      good.hasItem || good.hasRival, "\(run) sends \(good.number) before its item is delivered")
    require(
      good.commandsAtWork == 0, "\(run) sends \(good.number) while a command of it is at work")
  }

  /// The service has consumed a payment for a request.
  func judgeConsume(_ request: Request) {
    let good = goods[request.good]
    guard good.excuse == nil else { return }
    let isTakenBack = (good.takenBackAt ?? 0) > request.sentAt && !good.hasItem
    let isTold = (good.toldUnconsumedAt ?? 0) > request.sentAt
    guard isTakenBack || isTold else { return }
    if !journal.isTeam, !scenario.distrustsClocks, hosts[0].clockOffset != 0 {
      return excuse(request.good, "a clock is wrong")
    }
    fail(
      "\(good.number) is consumed by a request from before "
        + (isTakenBack ? "its item was taken back" : "it was told not to be"))
  }

  // MARK: Commands

  func judgeCommand(_ command: SimulatedCommand, _ payment: Payment) {
    let (run, good) = (command.run, goods[command.good])
    require(payment.number == good.number, "a command gets another payment")
    defer { if !command.isUndo { goods[command.good].delivered = payment.purchase.withoutToken } }
    guard isTrusted(run), good.excuse == nil else { return }
    judgeClaim(of: command)
    let entry = journal.ledger.entry(good.number)
    let open = entry?.open.flatMap { journal.ledger.attempt($0) }
    require(
      open?.action == (command.isUndo ? .undo : .deliver) && open?.run == run.number,
      "\(run) begins the \(command.words) of \(good.number) without an intent in the journal")
    require(
      good.commandsAtWork == 0, "two commands of \(good.number) are at work at the same time")
    if command.isUndo {
      require(!good.isConsumed, "\(run) takes back \(good.number), which is consumed")
      if let delivered = good.delivered {
        require(
          payment.purchase.withoutToken == delivered,
          "the undo of \(good.number) gets other facts than its delivery")
      }
    }
  }

  private func judgeClaim(of command: SimulatedCommand) {
    let (run, good) = (command.run, goods[command.good])
    guard isTrusted(run), good.excuse == nil else { return }
    require(
      journal.ledger.entry(good.number)?.claimedBy == run.number,
      "the \(command.words) of \(good.number) by \(run) is at work beyond its claim")
  }

  func judgeEffect(_ command: SimulatedCommand) {
    judgeClaim(of: command)
    let good = goods[command.good]
    guard command.isUndo, good.excuse == nil else { return }
    require(!good.isConsumed, "\(good.number) is taken back, and consumed")
  }

  // MARK: Results

  /// A run tells a result.
  func tell(_ result: ConsumeResult, _ run: SimulatedRun) {
    guard let index = good(result.paymentSeq) else { return fail("an unknown payment is told") }
    let good = goods[index]
    note {
      "\(run) tells \(good.number) \(result.outcome.rawValue)"
        + (result.delivery.map { ", \($0.rawValue)" } ?? "")
        + (result.error.map { " (\($0.name))" } ?? "")
    }
    run.told += 1
    run.results.append(result)
    if run.operation.rules.isOrdered {
      require(result.claimed.index == run.told - 1, "\(run) tells results out of order")
    }
    guard isTrusted(run) else { return }
    if result.outcome == .alreadyConsumed, !result.priorUnknown, result.attempts > 0,
      good.mistakeAge == journal.age
    {
      // What a person has settled is doubted.
      require(
        good.consumer == .rival,
        "\(good.number) is told to be consumed by another, and it was by us")
    }
    guard good.excuse == nil else { return }
    // Another run can have the payment since this one has released it, or has lost it.
    let entry = journal.ledger.entry(good.number)
    let isLost = run.everClaimed.contains(good.number) && entry?.claimedBy != run.number
    let number = good.number
    if run.released[index] == nil, isLost {
      return require(
        result.outcome != .notSent || good.consumer != .run(run.index),
        "\(number) is told not sent, and is consumed")
    }
    judge(result, run, index, run.released[index] ?? known(index))
  }

  func known(_ good: Int) -> SimulatedRun.Known {
    let entry = journal.ledger.entry(goods[good].number)
    let open = entry?.open.flatMap { journal.ledger.attempt($0) }
    return SimulatedRun.Known(
      time: now, consumer: goods[good].consumer, hasItem: goods[good].hasItem,
      kept: entry?.outcome, hasOpenConsume: open?.action == .consume)
  }

  private func judge(
    _ result: ConsumeResult, _ run: SimulatedRun, _ index: Int, _ known: SimulatedRun.Known
  ) {
    let (good, number, kept) = (goods[index], goods[index].number, known.kept)
    let isKept = kept == "consumed" || kept == "already-consumed"
    switch result.outcome {
    case .consumed:
      require(
        known.consumer != nil && known.consumer != .rival, "\(number) is told consumed, and is not")
      if case .run(let other) = known.consumer, !result.priorUnknown {
        require(other == run.index, "\(number) is told consumed by \(run), and was by another run")
      }
      require(kept == "consumed", "\(number) is told consumed, and the journal does not have it")
    case .alreadyConsumed:
      require(known.consumer != nil, "\(number) is told already consumed, and is not")
      require(isKept, "\(number) is told already consumed, and the journal does not have it")
      if !result.priorUnknown, result.attempts > 0 {
        require(
          known.consumer == .rival, "\(number) is told to be consumed by another, and it was by us")
      }
    case .skipped:
      require(isKept, "\(number) is skipped, and the journal does not have it as consumed")
    case .refused:
      judgeUnconsumed(index, "refused", known)
      require(result.attempts > 0, "\(number) is told refused without a request")
      if result.delivery == .takenBack {
        require(!known.hasItem || good.hasRival, "\(number) is told taken back, and is there")
      }
    // Of a payment that the run has not claimed it says only that it has sent nothing itself.
    case .notSent where run.everClaimed.contains(number):
      judgeUnconsumed(index, "not sent", known)
    case .notSent:
      require(good.consumer != .run(run.index), "\(number) is told not sent, and is consumed")
    case .unknown:
      require(
        // A commit that is done and not acknowledged may have written more than is told.
        // What a run knew when its lease ended may have been settled since.
        kept != nil || known.hasOpenConsume || journal.isTeam && run.leaseEnd <= now
          || result.error?.code == .iapctl(.journalNotWritten),
        "\(number) is told unknown, and the journal does not have it")
    }
    if result.delivery == .delivered {
      require(known.hasItem, "\(number) is told delivered, and is not there")
    }
  }

  private func judgeUnconsumed(_ index: Int, _ what: String, _ known: SimulatedRun.Known) {
    let number = goods[index].number
    if case .run = known.consumer { fail("\(number) is told \(what), and is consumed by us") }
    goods[index].toldUnconsumedAt = known.time
  }

  func judgeEnd(_ run: SimulatedRun) {
    require(
      run.told == run.operation.payments.count - run.input.count,
      "\(run) ends without a result for each payment that it has read")
    for result in run.results {
      guard let index = good(result.paymentSeq), goods[index].excuse == nil else { continue }
      if result.outcome == .refused, result.delivery == nil || result.delivery == .takenBack,
        run.operation.rules.commands?.canUndo == true
      {
        require(
          !goods[index].hasItem || goods[index].hasRival || goods[index].isConsumed
            || goods[index].commandsAtWork > 0 || isClaimedByOther(index, run),
          "\(goods[index].number) is refused, and its item is kept")
      }
    }
  }

  private func isClaimedByOther(_ index: Int, _ run: SimulatedRun) -> Bool {
    let entry = journal.ledger.entry(goods[index].number)
    // Another run may have delivered it since.
    return entry?.attempts.last.flatMap { journal.ledger.attempt($0) }?.run != run.number
  }

  // MARK: The end

  /// Whether each payment has an end that is known.
  var isSettled: Bool {
    goods.allSatisfy { good in
      good.excuse != nil || good.isRefunded
        || ["consumed", "already-consumed"].contains(journal.ledger.entry(good.number)?.outcome)
    }
  }

  func judge() {
    for good in goods where good.excuse == nil {
      let kept = journal.ledger.entry(good.number)?.outcome
      let number = good.number
      if good.isConsumed {
        require(
          kept == "consumed" || kept == "already-consumed",
          "\(number) is consumed, and the journal has it as \(kept ?? "not consumed")")
        require(
          good.hasItem || good.isSentAlone, "\(number) is consumed, and its item is not there")
      } else {
        require(good.isRefunded, "\(number) is not consumed after a run in peace")
        require(kept == nil || kept == "unknown", "\(number) is not consumed, and told so")
        require(
          kept == "unknown" || !good.hasItem || good.hasRival,
          "\(number) is refused, and its item is kept")
      }
    }
  }
}

extension Purchase {
  fileprivate var withoutToken: Purchase {
    var purchase = self
    purchase.accessToken = nil
    return purchase
  }
}
