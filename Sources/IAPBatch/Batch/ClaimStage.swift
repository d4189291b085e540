import IAPCore

/// Reads payments in groups, claims them in the journal and looks up missing data. It gives the
/// payments to send, and the results of those that must not be sent.
final class ClaimStage {
  static let groupSize = 256

  private let source: any PaymentSource
  private let run: any JournalRun
  private let lookup: PurchaseLookup
  private let options: BatchOptions
  private let stop: BatchStop
  private let realTime: @Sendable () -> Instant
  private var steps: ArraySlice<BatchStep> = []
  private var count = 0

  init(
    from source: any PaymentSource, claimingIn run: any JournalRun,
    lookup: PurchaseLookup, options: BatchOptions, stop: BatchStop,
    realTime: @escaping @Sendable () -> Instant
  ) {
    self.source = source
    self.run = run
    self.lookup = lookup
    self.options = options
    self.stop = stop
    self.realTime = realTime
  }

  /// The next step; nil at the end. After the batch was stopped, each step is a result.
  func next() async throws -> BatchStep? {
    while steps.isEmpty {
      guard let items = try await source.next(Self.groupSize) else { return nil }
      steps = await claim(items)[...]
    }
    guard let step = steps.popFirst() else { return nil }
    guard let reason = stop.reason else { return step }
    return switch step {
    case .send(let claimed): .result(claimed.unsent(reason))
    case .result: step
    }
  }

  /// Whether ``next()`` returns at once.
  var isFilled: Bool { !steps.isEmpty }

  private func claim(_ payments: [Payment]) async -> [BatchStep] {
    let first = count
    count += payments.count
    do throws(IAPError) {
      try stop.check()
      let claims = try await run.claim(
        payments, ClaimRules(settles: options.resumes, takesOver: options.takesOver))
      return await prepared(payments, claims, from: first)
    } catch {
      stop.halt(error)
      let reason = stop.reason ?? error
      return payments.enumerated().map { index, payment in
        .result(ClaimedPayment(payment, index: first + index).unsent(reason))
      }
    }
  }

  private func prepared(
    _ payments: [Payment], _ claims: [Claim], from first: Int
  ) async -> [BatchStep] {
    var steps: [BatchStep] = []
    var (granted, events): ([ClaimedPayment], [JournalStep]) = ([], [])
    for (index, (payment, claim)) in zip(payments, claims).enumerated() {
      let claimed = ClaimedPayment(payment, claim, index: first + index)
      if let result = claimed.unsentResult(resumes: options.resumes) {
        steps.append(.result(result))
      } else if let contradiction = claimed.contradiction {
        steps.append(.result(released(claimed, contradiction, &events)))
      } else {
        granted.append(claimed)
      }
    }
    let found = await lookup.completed(
      granted.map(\.payment), isWanted: options.deliverer != nil)
    for (claimed, answer) in zip(granted, found) {
      steps.append(step(for: claimed, answer, &events))
    }
    await write(events)
    return steps
  }

  /// - Parameter events: collects what is to be written to the journal.
  private func step(
    for claimed: ClaimedPayment, _ found: Result<Payment, IAPError>, _ events: inout [JournalStep]
  ) -> BatchStep {
    var claimed = claimed
    let (number, now) = (claimed.payment.paymentSeq, realTime())
    switch found {
    case .success(let payment):
      if payment.purchase != claimed.payment.purchase {
        events.append(JournalStep(number, .described(payment), at: now))
      }
      claimed.payment = payment
      if let contradiction = claimed.contradiction {
        return .result(released(claimed, contradiction, &events))
      }
      return .send(claimed)
    case .failure(let error):
      let result = claimed.unsent(error)
      if result.outcome == .alreadyConsumed, result.priorUnknown {
        // This settles the outcome that an earlier run left unknown.
        events += [
          JournalStep(number, .consumeBegins, at: now),
          JournalStep(number, .consumeEnds(result), at: now),
        ]
      }
      // Other runs may claim the payment now.
      events.append(JournalStep(number, .released, at: now))
      return .result(result)
    }
  }

  /// Gives the claim back: other runs may claim the payment now.
  private func released(
    _ claimed: ClaimedPayment, _ error: IAPError, _ events: inout [JournalStep]
  ) -> ConsumeResult {
    events.append(JournalStep(claimed.payment.paymentSeq, .released, at: realTime()))
    return claimed.unsent(error)
  }

  private func write(_ events: [JournalStep]) async {
    guard !events.isEmpty else { return }
    do throws(IAPError) {
      try await run.write(events)
    } catch {
      stop.halt(error)
    }
  }
}

/// What a batch does with a payment next.
package indirect enum BatchStep: Sendable {
  case send(ClaimedPayment)
  /// The payment must not be sent, and this is its result.
  case result(ConsumeResult)
}
