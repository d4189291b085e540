import IAPCore

// What a batch does after it has taken its events.
extension BatchMachine {
  /// Does all that can be done now.
  mutating func advance() {
    if let refusal = batch.pace.refusal(at: batch.now), isWaiting { batch.stops.halt(refusal) }
    var goesOn = true
    while goesOn {
      goesOn = tellWaiting()
      goesOn = beginReady() || goesOn
      goesOn = giveTurns() || goesOn
      goesOn = giveRoom() || goesOn
      goesOn = advanceIntake() || goesOn
      goesOn = beginSettling() || goesOn
      goesOn = report() || goesOn
    }
    transact()
    setWake()
    if !isOver, isDone {
      isOver = true
      actions.append(.end)
    }
  }

  /// Whether something waits until it may be sent.
  private var isWaiting: Bool {
    !turns.isEmpty || !settleTurns.isEmpty || !ready.isEmpty || intake.hasUnasked
  }

  private var isDone: Bool {
    intake.isEnded && ready.isEmpty && open == 0 && journal.isEmpty && reports.isEmpty
  }

  /// Tells payments that wait that their time has come, or that the batch has stopped.
  private mutating func tellWaiting() -> Bool {
    var hasTold = false
    for waiting in Self.taking(&pauses) {
      if waiting.isLate(at: batch.now) {
        hasTold = step(waiting.slot, .moment) || hasTold
      } else if batch.stops.reason == nil || !step(waiting.slot, .stopped) {
        pauses.append(waiting)
      } else {
        hasTold = true
      }
    }
    guard batch.stops.reason != nil else { return hasTold }
    for waiting in Self.taking(&turns) {
      if step(waiting.slot, .stopped) { hasTold = true } else { turns.append(waiting) }
    }
    for slot in Self.taking(&intended) {
      if step(slot, .stopped) { hasTold = true } else { intended.append(slot) }
    }
    return endSettling() || hasTold
  }

  /// Tells payments that are to be settled that the batch has stopped, if that ends the settling.
  private mutating func endSettling() -> Bool {
    guard batch.stops.endsSettling, !unsettled.isEmpty || !settleTurns.isEmpty else { return false }
    let slots = unsettled + settleTurns.map(\.slot)
    (unsettled, settleTurns) = ([], [])
    for slot in slots { step(slot, .stopped) }
    return true
  }

  private static func taking<Element>(_ list: inout [Element]) -> [Element] {
    guard !list.isEmpty else { return [] }
    defer { list = [] }
    return list
  }

  /// Begins payments, as many as may be in flight. While a consumed payment is written and reported, the
  /// intent of the next one is written with it, if that can be sent at once: so a payment waits for one
  /// transaction instead of two.
  private mutating func beginReady() -> Bool {
    if let reason = batch.stops.reason { return refuseReady(reason) }
    var hasBegun = false
    while mayBegin, let claimed = ready.popFirst() {
      begin(claimed)
      hasBegun = true
    }
    return hasBegun
  }

  private var mayBegin: Bool {
    mutating get {
      let (now, isPlain) = (batch.now, rules.commands == nil)
      guard !ready.isEmpty else { return false }
      guard !isPlain || !batch.pace.isUnlimited(at: now) else {
        return open - ending - settling < rules.concurrency
      }
      guard open - settling < rules.concurrency else { return false }
      // Nothing is delivered while the server asks to wait.
      return isPlain || !batch.pace.isAskedToWait(at: now) || batch.pace.take(at: now)
    }
  }

  private mutating func refuseReady(_ reason: IAPError) -> Bool {
    guard !ready.isEmpty else { return false }
    for claimed in ready {
      let result = claimed.unsent(reason)
      write([.released], of: claimed, for: .result(result))
    }
    ready = []
    return true
  }

  private mutating func giveTurns() -> Bool {
    var hasGiven = false
    // One that waits behind others can be late before them.
    while let late = turns.firstIndex(where: { $0.isLate(at: batch.now) }) {
      step(turns.remove(at: late).slot, .moment)
      hasGiven = true
    }
    while let first = turns.first, batch.pace.refusal(at: batch.now) == nil,
      batch.pace.take(at: batch.now)
    {
      turns.removeFirst()
      step(first.slot, .turn)
      hasGiven = true
    }
    return giveTurnsToSettle() || hasGiven
  }

  /// Lets unknown payments be consumed again, after those that were never sent. They stay unknown if their
  /// time is over, or if nothing more may be sent.
  private mutating func giveTurnsToSettle() -> Bool {
    var hasGiven = false
    let isRefused = batch.pace.refusal(at: batch.now) != nil
    while let first = settleTurns.first, isRefused || first.isLate(at: batch.now) {
      settleTurns.removeFirst()
      step(first.slot, .moment)
      hasGiven = true
    }
    while turns.isEmpty, sending < rules.concurrency, let first = settleTurns.first,
      batch.pace.take(at: batch.now)
    {
      settleTurns.removeFirst()
      sending += 1
      slots[first.slot].hasRoom = true
      step(first.slot, .turn)
      hasGiven = true
    }
    return hasGiven
  }

  /// Settles unknown payments as soon as the first answers of all are known, or when nothing else can be
  /// kept until then.
  private mutating func beginSettling() -> Bool {
    guard settling > 0 else {
      batch.settleTime.pause(at: batch.now)
      return false
    }
    guard !unsettled.isEmpty, isAnswered || isFull else { return false }
    let end = batch.settleTime.begin(at: batch.now)
    for slot in Self.taking(&unsettled) { step(slot, .settle(until: end)) }
    return true
  }

  /// Whether every payment that is sent has its first answer.
  private var isAnswered: Bool {
    intake.isEnded && ready.isEmpty && open - ending - settling == 0
  }

  private var isFull: Bool { unsettled.count >= Self.mostHeld || order.held >= Self.mostHeld }

  /// Sends what is durable, as much as may be in flight. No intent stays open while the server asks to
  /// wait.
  private mutating func giveRoom() -> Bool {
    var hasGiven = false
    // Without a journal, what is sent together is one transaction of the service, and ends before the next.
    guard rules.isJournaled || sending == 0 else { return false }
    while let first = intended.first {
      if batch.pace.isPaused(at: batch.now) {
        intended.removeFirst()
        step(first, .shut)
      } else if sending < rules.concurrency {
        intended.removeFirst()
        sending += 1
        slots[first].hasRoom = true
        step(first, .room)
      } else {
        break
      }
      hasGiven = true
    }
    return hasGiven
  }

  private mutating func advanceIntake() -> Bool {
    while batch.stops.reason == nil, intake.hasUnasked, batch.pace.takeList(at: batch.now),
      let place = intake.nextPlace()
    {
      actions.append(.list(place))
    }
    let done = intake.completed(stoppedBy: batch.stops.reason)
    take(done)
    if intake.isIdle, ready.count < rules.concurrency, order.held < Self.mostHeld {
      intake.beginReading()
      actions.append(.read(Intake.groupSize))
    }
    return !done.isEmpty
  }

  /// Reports results. Room of payments whose results wait for those of earlier ones is free at once.
  private mutating func report() -> Bool {
    let results = order.take()
    let slots = Self.taking(&ended)
    guard results.isEmpty else {
      actions.append(.report(results))
      reports.append(slots)
      return false
    }
    for slot in slots { free(slot) }
    return !slots.isEmpty
  }

  /// Begins the next transaction. Claims and commits take turns, so that neither waits for long.
  private mutating func transact() {
    guard rules.isJournaled, !journal.isBusy else { return }
    if !toClaim.isEmpty, let reason = batch.stops.reason {
      toClaim = []
      journal.beginClaim()
      claimed(.failure(reason))
      return advance()
    }
    if !toClaim.isEmpty, wasCommit || journal.gathered.isEmpty {
      wasCommit = false
      journal.beginClaim()
      actions.append(.claim(toClaim, rules.claims))
      toClaim = []
    } else if let steps = journal.begin() {
      wasCommit = true
      actions.append(.commit(steps))
    }
  }

  private mutating func setWake() {
    let opening = batch.pace.opening
    var times = pauses.compactMap(\.until) + turns.compactMap(\.until)
    if let end = settleTurns.first?.until { times.append(end) }
    if isWaiting, opening > batch.now {
      times.append(min(opening, batch.pace.patienceEnd ?? opening))
    }
    guard let next = times.min(), next != wake else { return }
    wake = next
    actions.append(.wake(at: next))
  }
}
