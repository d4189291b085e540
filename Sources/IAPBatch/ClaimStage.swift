import IAPCore

/// Takes payments in, group by group: claims them in the journal, looks up what is missing, and
/// knows at once what became of those that are not to be sent.
final class ClaimStage {
  enum Step {
    case send(Int, ClaimedItem)
    case settled(Int, BatchItem, ConsumeResult)
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

  /// - Parameter source: the next payments, at most as many as it is told; nil at the end.
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

  /// What is next; nil at the end. Once the batch is stopped nothing is to be sent any more.
  func next() async throws -> Step? {
    while steps.isEmpty {
      guard let items = try await source(Self.groupSize) else { return nil }
      steps = await take(items)[...]
    }
    guard let step = steps.popFirst() else { return nil }
    guard case .send(let place, let claimed) = step, let reason = stop.reason else { return step }
    return .settled(place, claimed.item, claimed.notSent(reason))
  }

  /// Whether the next step is there already.
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
        .settled(
          first + index, item,
          ConsumeResult(
            item.request.paymentSeq, .notSent, userID: item.known.userID, error: reason))
      }
    }
  }

  private func prepared(
    _ items: [BatchItem], _ claims: [Claim], from first: Int
  ) async -> [Step] {
    var steps: [Step] = []
    var granted: [ClaimedItem] = []
    for (index, (item, claim)) in zip(items, claims).enumerated() {
      switch options.answer(to: claim, on: item) {
      case .some(let result): steps.append(.settled(first + index, item, result))
      case nil: granted.append(ClaimedItem(item, claim, at: first + index))
      }
    }
    let found = await lookup.completed(
      granted.map(\.item), isWanted: options.deliverer != nil)
    var notes: [(Identifier, JournalStep.Kind)] = []
    for (var claimed, answer) in zip(granted, found) {
      switch answer {
      case .success(let item):
        if item.purchase != claimed.item.purchase {
          notes.append((claimed.paymentSeq, .described(JournalPayment(item))))
        }
        claimed.item = item
        steps.append(.send(claimed.place, claimed))
      case .failure(let error) where claimed.canDoWithoutList(lookup.needsToken, error):
        steps.append(.send(claimed.place, claimed))
      case .failure(let error):
        let result = claimed.notSent(error)
        if result.settlesUnknown {
          notes += [
            (claimed.paymentSeq, .consumeBegins), (claimed.paymentSeq, .consumeEnds(result)),
          ]
        }
        // Others may have it.
        notes.append((claimed.paymentSeq, .released))
        steps.append(.settled(claimed.place, claimed.item, result))
      }
    }
    await write(notes)
    return steps
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

/// A payment that this run has claimed.
struct ClaimedItem: Sendable {
  var item: BatchItem
  /// Counted from 0, in the order of the input.
  let place: Int
  /// Whether an earlier run left an attempt at it open.
  let priorUnknown: Bool
  /// Whether it was delivered, and not taken back since.
  let isDelivered: Bool

  init(_ item: BatchItem, _ claim: Claim, at place: Int) {
    self.item = item
    self.place = place
    if case .granted(let priorUnknown, let isDelivered) = claim {
      (self.priorUnknown, self.isDelivered) = (priorUnknown, isDelivered)
    } else {
      (priorUnknown, isDelivered) = (false, false)
    }
    self.item.request.priorUnknown = priorUnknown
  }

  var paymentSeq: Identifier { item.request.paymentSeq }

  /// A result of which it is known that this run sent nothing.
  func notSent(_ error: IAPError) -> ConsumeResult {
    let (receipt, user) = (ConsumeReceipt(of: item.known), item.known.userID)
    // The store itself knows it, whether it was sent or not.
    if error.isAlreadyConsumed {
      return ConsumeResult(
        paymentSeq, .alreadyConsumed, userID: user, priorUnknown: priorUnknown,
        error: priorUnknown
          ? .alreadyConsumed(.payment(paymentSeq, .consumedAfterUnknown)) : error,
        receipt: receipt)
    }
    guard priorUnknown else {
      return ConsumeResult(paymentSeq, .notSent, userID: user, error: error, receipt: receipt)
    }
    let reason: IAPError =
      error.code == .iapctl(.paymentNotFound)
      ? .iapctl(.unsettled, .payment(paymentSeq, .unlisted)) : error
    return ConsumeResult(
      paymentSeq, .unknown, userID: user, priorUnknown: true, error: reason.afterUnknown,
      receipt: receipt)
  }

  /// Whether it may be sent although no list has it: it was delivered, and the service knows it by
  /// its number.
  func canDoWithoutList(_ needsToken: Bool, _ error: IAPError) -> Bool {
    guard isDelivered, !needsToken else { return false }
    // That it is refused is for the service to say: then the item is taken back.
    return switch error.code {
    case .iap(let code): code != .storeNotAvailable
    case .iapctl(let code): code == .paymentNotFound
    case .http: false
    }
  }
}

extension ConsumeResult {
  /// Whether it ends what an earlier run left unknown.
  fileprivate var settlesUnknown: Bool { outcome == .alreadyConsumed && priorUnknown }
}

extension JournalPayment {
  init(_ item: BatchItem) {
    self.init(item.request.paymentSeq)
    let purchase = item.known
    user = purchase.userID
    storeCode = purchase.storeCode
    productSeq = purchase.productSeq
    price = purchase.price
    currency = purchase.currency
    ticket = item.ticket
  }
}
