import IAPBatch
import IAPCore

// The service of a world: what it does, and when.
extension World {
  /// A consume on its way.
  final class Request {
    let run: SimulatedRun
    let slot, good: Int
    let attempt: ConsumeAttempt
    let sentAt, end: Moment
    let number: Int
    var isAnswered = false

    init(_ run: SimulatedRun, _ slot: Int, _ good: Int, _ attempt: ConsumeAttempt, at now: Moment) {
      (self.run, self.slot, self.good, self.attempt) = (run, slot, good, attempt)
      (sentAt, number) = (now, run.nextRequest())
      end = attempt.end.map { Moment($0) } ?? now + .seconds(30)
    }
  }

  private enum Applied { case never, now, later }

  func send(_ run: SimulatedRun, _ slot: Int, _ attempt: ConsumeAttempt) {
    guard let good = good(attempt.payment.number) else { return fail("an unknown payment is sent") }
    let request = Request(run, slot, good, attempt, at: now)
    guard request.end > now else {
      return answer(request, .failure(.timedOut, isSent: false), after: 0)
    }
    judgeSend(request)
    require(
      attempt.number == 1 || run.mayGoOn[slot] == true,
      "\(run) sends \(goods[good].number) again, whose first attempt may be applied")
    note { "\(run) sends \(goods[good].number)" }
    goods[good].requestsAtWork += 1
    goods[good].requestsInFlight[request.number] = (run.index, request.end)
    var dice = run.requestDice
    defer { run.requestDice = dice }
    let (there, back) = (dice.between(2, 80), dice.between(2, 80))
    let choice = dice.below(1000)
    if happens(.notSent, 0.06, &dice) {
      settle(request, .never, there)
      return answer(
        request, .failure(choice < 500 ? .unreachable : .unresolved, isSent: false), after: there)
    }
    if happens(.tooManyRequests, 0.12, &dice) {
      settle(request, .never, there)
      let wait: [String?] = [nil, nil, "0", "1", "2", "7", "200", "-1"]
      return answer(request, .status(429, retryAfter: wait[choice % 8]), after: there + back)
    }
    if happens(.finalStatus, 0.02, &dice), !goods[good].hasRival {
      settle(request, .never, there)
      let status = [400, 401, 403, 404, 307, 422][choice % 6]
      return answer(request, .status(status, retryAfter: nil), after: there + back)
    }
    if happens(.refusedRequest, 0.12, &dice), !goods[good].hasRival {
      settle(request, .never, there)
      return answer(request, .code(choice < 850 ? 5000 : 1100), after: there + back)
    }
    let applied: Applied = choice % 3 == 0 ? .never : choice % 3 == 1 ? .now : .later
    if happens(.lostRequest, 0.05, &dice) { return lose(request, .never, choice, &dice) }
    if happens(.lostAnswer, 0.08, &dice) { return lose(request, .now, choice, &dice) }
    if happens(.lateRequest, 0.1, &dice) { return lose(request, .later, choice, &dice) }
    if happens(.unavailable, 0.06, &dice) {
      settle(request, applied, there, &dice)
      let wait: [String?] = [nil, "0", "1", "3", "100"]
      return answer(request, .status(503, retryAfter: wait[choice % 5]), after: there + back)
    }
    if happens(.serverError, 0.06, &dice) {
      settle(request, applied, there, &dice)
      let status = [500, 502, 504, 408, 409, 302, 204, 499][choice % 8]
      return answer(request, .status(status, retryAfter: nil), after: there + back)
    }
    if happens(.unclearCode, 0.04, &dice) {
      settle(request, applied, there, &dice)
      return answer(request, .code(choice < 600 ? 9999 : 4711), after: there + back)
    }
    if happens(.strangeAnswer, 0.04, &dice) {
      settle(request, applied, there, &dice)
      return answer(request, choice < 600 ? .otherReceipt : .noJSON, after: there + back)
    }
    after(there) {
      let result = self.apply(request)
      self.answer(request, result, after: back)
    }
  }

  private func settle(_ request: Request, _ applied: Applied, _ there: Moment) {
    var dice = Dice(0, 0)
    settle(request, applied, there, &dice)
  }

  private func settle(
    _ request: Request, _ applied: Applied, _ there: Moment, _ dice: inout Dice
  ) {
    switch applied {
    case .never: after(there) { self.goods[request.good].requestsAtWork -= 1 }
    case .now: after(there) { _ = self.apply(request) }
    case .later:
      // At most ten minutes after the client got its answer or gave up.
      let limits = [3000, 40_000, 590_000]
      after(there + dice.between(1, limits[dice.below(3)])) { _ = self.apply(request) }
    }
  }

  /// The client gets no answer.
  private func lose(_ request: Request, _ applied: Applied, _ choice: Int, _ dice: inout Dice) {
    let isCut = choice < 500
    let rest = request.end - now
    let end = isCut ? min(rest, dice.between(2, 900)) : rest
    let there = min(end, dice.between(2, 80))
    switch applied {
    case .later:
      let limits = [3000, 40_000, 590_000]
      after(end + dice.between(1, limits[dice.below(3)])) { _ = self.apply(request) }
    default: settle(request, applied, there)
    }
    answer(request, .failure(isCut ? .broken : .timedOut, isSent: true), after: end)
  }

  /// The service works on a request.
  private func apply(_ request: Request) -> SimulatedService.Answer {
    goods[request.good].requestsAtWork -= 1
    if goods[request.good].isRefunded { return .code(5000) }
    if goods[request.good].isConsumed { return .code(5018) }
    goods[request.good].consumer = .run(request.run.index)
    note { "the service consumes \(goods[request.good].number) for \(request.run)" }
    judgeConsume(request)
    return .success
  }

  private func answer(
    _ request: Request, _ answer: SimulatedService.Answer, after time: Moment
  ) {
    after(min(time, max(0, request.end - now))) {
      let answer =
        self.now >= request.end && !request.isNeverSent(answer)
        ? .failure(.timedOut, isSent: true) : answer
      self.goods[request.good].requestsInFlight[request.number] = nil
      let (run, good) = (request.run, self.goods[request.good])
      let result = self.service.consume(
        request.attempt.payment, answer, of: good, now: self.realTime(run.host),
        most: (request.end - self.now).duration)
      run.mayGoOn[request.slot] = answer.letsGoOn
      self.note { "\(run) is answered about \(good.number): \(answer)" }
      self.post(run, .answered(slot: request.slot, result))
    }
  }

  func probe(_ run: SimulatedRun, _ slot: Int, _ token: Secret) {
    guard let index = goods.firstIndex(where: { $0.listed.accessToken == token }) else {
      return fail("the service is asked about an unknown token")
    }
    let hasNoAnswer = happens(.noList, 0.2, &run.requestDice)
    let (there, back) = (run.requestDice.between(2, 80), run.requestDice.between(2, 80))
    after(there) {
      let result = self.service.transaction(
        token, hasNoAnswer ? .status(500, retryAfter: nil) : .success, of: self.goods[index],
        now: self.realTime(run.host), most: .seconds(30))
      self.note { "\(run) asks whether \(self.goods[index].number) is consumed" }
      let answer = try? result.result.get()
      if !hasNoAnswer, answer == nil { self.fail("the simulated answer is not read: \(result)") }
      self.after(back) { self.post(run, .probed(slot: slot, answer)) }
    }
  }

  func list(_ run: SimulatedRun, _ place: PurchaseLists.Place) {
    let hasNoAnswer = happens(.noList, 0.1, &run.requestDice)
    let (there, back) = (run.requestDice.between(2, 80), run.requestDice.between(2, 80))
    after(there) {
      let rows = self.goods.filter {
        $0.user == place.user && !$0.isConsumed && !$0.isRefunded
      }.map(\.listed)
      let error = IAPError.status(500, isChange: false)
      let list = hasNoAnswer ? UnconsumedList(failure: error) : UnconsumedList(rows)
      self.after(back) { self.post(run, .listed(place, list)) }
    }
  }

  func good(_ number: Identifier) -> Int? {
    // Their numbers follow from their places.
    let place = goods.firstIndex { $0.number == number }
    return place
  }
}

extension World.Request {
  fileprivate func isNeverSent(_ answer: SimulatedService.Answer) -> Bool {
    if case .failure(_, isSent: false) = answer { true } else { false }
  }
}
