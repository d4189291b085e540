import IAPCore

// How the unknown outcome of a payment is settled: the consume is repeated.
extension PaymentProcess {
  /// - Returns: nil if there is no time left to consume it again.
  mutating func awaitSettling(
    _ result: ConsumeResult, _ batch: inout BatchConditions
  ) -> Next? {
    self.result = result
    guard pauses != nil else {
      phase = .unsettled
      return .settle(at: nil)
    }
    guard let moment = pauses?.next(after: batch.now, notBefore: batch.pace.pauseEnd) else {
      return nil
    }
    phase = .settling(isTurn: false)
    return .settle(at: moment)
  }

  mutating func beginSettling(
    until end: Duration, _ batch: inout BatchConditions
  ) -> Next {
    guard var result else { return .nothing }
    pauses = SettlePauses(until: end)
    return awaitSettling(result, &batch) ?? conclude(&result, batch.rules)
  }

  mutating func stopSettling(_ batch: inout BatchConditions) -> Next {
    guard var result, batch.stops.endsSettling else { return .nothing }
    return conclude(&result, batch.rules)
  }

  /// Repeats the consume, unless the server asks for more time than is left.
  mutating func settle(
    _ isTurn: Bool, _ input: Input, _ batch: inout BatchConditions
  ) -> Next {
    guard var result else { return .nothing }
    let end = pauses?.end ?? .zero
    guard !batch.stops.endsSettling, batch.pace.refusal(at: batch.now) == nil,
      batch.pace.pauseEnd <= end
    else { return conclude(&result, batch.rules) }
    switch input {
    case .moment where !isTurn:
      phase = .settling(isTurn: true)
      // The last ones are sent at the end itself, of which a busy machine is told a little later.
      return .turnToSettle(until: max(end, batch.now) + .milliseconds(1))
    case .moment: return conclude(&result, batch.rules)
    case .turn:
      claimed.priorUnknown = true
      phase = .intent
      return .commit([.consumeEnds(result), .consumeBegins])
    default: return .nothing
    }
  }
}
