import IAPCore

/// Reads payments in groups, claims them in the journal and looks up missing data. It gives the
/// payments to send, and the results of those that must not be sent.
final class ClaimStage {
  enum Step {
    case send(ClaimedItem)
    /// The payment must not be sent, and this is its result.
    case result(ConsumeResult, BatchItem, index: Int)
  }

  static let groupSize = 256

  private let source: (Int) async throws -> [BatchItem]?
  private let run: any JournalRun
  private let lookup: PurchaseLookup
  private let options: BatchOptions
  private let stop: BatchStop
  private let realTime: @Sendable () -> Instant
  private var steps: ArraySlice<Step> = []
  private var count = 0

  /// - Parameter source: returns the next payments, at most the given number; nil at the end.
  init(
    from source: @escaping (Int) async throws -> [BatchItem]?, claimingIn run: any JournalRun,
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

  /// The next step; nil at the end. After the batch was stopped, no step is `send`.
  func next() async throws -> Step? {
    while steps.isEmpty {
      guard let items = try await source(Self.groupSize) else { return nil }
      steps = await take(items)[...]
    }
    guard let step = steps.popFirst() else { return nil }
    guard case .send(let claimed) = step, let reason = stop.reason else { return step }
    return claimed.step(.notSent(reason))
  }

  /// Whether ``next()`` returns at once.
  var isFilled: Bool { !steps.isEmpty }

  private func take(_ items: [BatchItem]) async -> [Step] {
    let first = count
    count += items.count
    do throws(IAPError) {
      try stop.check()
      let claims = try await run.claim(items.map(JournalPayment.init), settles: options.resumes)
      return await prepared(items, claims, from: first)
    } catch {
      stop.halt(error)
      let reason = stop.reason ?? error
      return items.enumerated().map { index, item in
        .result(item.notSent(reason), item, index: first + index)
      }
    }
  }

  private func prepared(
    _ items: [BatchItem], _ claims: [Claim], from first: Int
  ) async -> [Step] {
    var steps: [Step] = []
    var granted: [ClaimedItem] = []
    for (index, (item, claim)) in zip(items, claims).enumerated() {
      if let result = claim.result(of: item, resumes: options.resumes) {
        steps.append(.result(result, item, index: first + index))
      } else {
        granted.append(ClaimedItem(item, claim, index: first + index))
      }
    }
    let found = await lookup.completed(
      granted.map(\.item), isWanted: options.deliverer != nil)
    var notes: [(Identifier, JournalStep.Kind)] = []
    for (claimed, answer) in zip(granted, found) {
      steps.append(step(for: claimed, answer, &notes))
    }
    await write(notes)
    return steps
  }

  /// - Parameter notes: collects the steps to write to the journal.
  private func step(
    for claimed: ClaimedItem, _ found: Result<BatchItem, IAPError>,
    _ notes: inout [(Identifier, JournalStep.Kind)]
  ) -> Step {
    var claimed = claimed
    switch found {
    case .success(let item):
      if item.purchase != claimed.item.purchase {
        notes.append((claimed.paymentSeq, .described(JournalPayment(item))))
      }
      claimed.item = item
      return .send(claimed)
    case .failure(let error) where claimed.canDoWithoutList(lookup.needsToken, error):
      return .send(claimed)
    case .failure(let error):
      let result = claimed.result(of: .notSent(error))
      if result.outcome == .alreadyConsumed, result.priorUnknown {
        // This settles the outcome that an earlier run left unknown.
        notes += [
          (claimed.paymentSeq, .consumeBegins), (claimed.paymentSeq, .consumeEnds(result)),
        ]
      }
      // Other runs may claim the payment now.
      notes.append((claimed.paymentSeq, .released))
      return claimed.step(.notSent(error))
    }
  }

  private func write(_ notes: [(Identifier, JournalStep.Kind)]) async {
    guard !notes.isEmpty else { return }
    let now = realTime()
    do throws(IAPError) {
      try await run.write(notes.map { JournalStep($0.0, $0.1, at: now) })
    } catch {
      stop.halt(error)
    }
  }
}

extension Claim {
  /// The result of a payment that this run must not send; nil if it may be sent.
  ///
  /// - Parameter resumes: whether payments that earlier runs consumed are skipped without an error.
  func result(of item: BatchItem, resumes: Bool) -> ConsumeResult? {
    let payment = item.request.paymentSeq
    return switch self {
    case .granted: nil
    case .consumed where resumes: ConsumeResult(item, .skipped)
    case .consumed:
      ConsumeResult(
        item, .alreadyConsumed, error: .alreadyConsumed(.payment(payment, .consumedByRun)))
    case .unknown:
      ConsumeResult(
        item, .unknown, priorUnknown: true,
        error: IAPError(.iapctl(.unsettled), .payment(payment, .leftUnknown), outcome: .unknown))
    case .held(let holder):
      item.notSent(.http(.alreadyInProgress, .payment(payment, .heldByRun(holder))))
    }
  }
}

extension BatchItem {
  /// The result of a payment that this run has not claimed.
  func notSent(_ error: IAPError) -> ConsumeResult {
    ConsumeResult(self, .notSent, error: error)
  }
}

extension JournalPayment {
  init(_ item: BatchItem) {
    self.init(item.request.paymentSeq)
    let purchase = item.known
    (user, claimedUser) = (item.confirmedUser, item.claimedUser)
    storeCode = purchase.storeCode
    productSeq = purchase.productSeq
    price = purchase.price
    currency = purchase.currency
    ticket = item.ticket
  }
}
