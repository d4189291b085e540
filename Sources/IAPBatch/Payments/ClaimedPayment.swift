package import IAPCore

/// A payment, with what the journal answered when a run claimed it.
package struct ClaimedPayment: Hashable, Sendable {
  package internal(set) var payment: Payment
  /// The position in the input, from 0.
  package let index: Int
  let claim: Claim
  /// Whether an earlier run, or an earlier call of this run, may have consumed the payment.
  var priorUnknown = false
  /// When the last attempt of an earlier run ended that the server may still be working on. The latest
  /// instant if it is not known when the attempt ended. Nil if there is no such attempt.
  package let lastCutOff: Instant?
  /// When the last such attempt of this run ended, by the monotonic clock.
  var ownCutOff: Duration?
  /// Whether the server proved before the last call that no earlier one has consumed the payment.
  var isProvenUnconsumed = false
  /// Whether this run has delivered the item.
  var isDelivered = false
  /// What the delivery that began last got; nil after an undo that succeeded, and after a person's
  /// settlement.
  var delivery: Purchase? { delivered?.purchase }
  private var delivered: Payment?
  /// What the last command of an earlier run did with the item, if this run may consume the payment.
  var earlierDelivery: Delivery? { claim.grant?.earlierDelivery }
  var isSettledByHand: Bool { claim.grant?.isSettledByHand == true }

  /// - Parameter claim: the answer of the journal; without a journal, that it is new.
  package init(_ payment: Payment, _ claim: Claim = .new, index: Int = 0) {
    (self.payment, self.claim, self.index) = (payment, claim, index)
    delivered = claim.grant?.delivery.map { Payment($0) }
    let isKnown = claim.grant?.priorUnknown == true
    // An attempt that another journal knows may still be at work.
    let isElsewhere = claim.grant != nil && payment.isSaidUnknown && !isKnown
    priorUnknown = isKnown || isElsewhere
    lastCutOff = isElsewhere ? Instant.range.upperBound : claim.grant?.lastCutOff
  }

  /// How long a server may be at work on a request of which it is not known what became of it.
  private static let longestWork = Duration.seconds(600)

  /// Whether no earlier attempt can be at work in the server any more. Until then, the payment may be
  /// consumed although the server says that it is not.
  ///
  /// - Parameter time: the present by the clock of ``ownCutOff``.
  func isAtRest(at now: Instant, _ time: Duration) -> Bool {
    let ages = [
      lastCutOff.map { .milliseconds(now.milliseconds - $0.milliseconds) },
      ownCutOff.map { time - $0 },
    ]
    return ages.allSatisfy { $0.map { $0 >= Self.longestWork } ?? true }
  }

  /// Whether an earlier run left the outcome unknown, or another run holds the payment and may leave it so.
  var isLeftUnknown: Bool {
    switch claim {
    case .granted: priorUnknown
    case .consumed: false
    case .unknown, .held, .commandOpen: true
    }
  }

  /// The result if the claim does not let the payment be sent: skipped, already consumed, unknown, or not
  /// sent. Nil if it may be sent.
  ///
  /// - Parameter resumes: whether payments that earlier runs consumed are skipped without an error.
  func unsentResult(resumes: Bool) -> ConsumeResult? {
    let number = payment.paymentSeq
    return switch claim {
    case .granted: nil
    case .consumed where resumes: ConsumeResult(self, .skipped)
    case .consumed(_, let delivery):
      ConsumeResult(
        self, .alreadyConsumed,
        error: .alreadyConsumed(.payment(number, .consumedByRun(after: delivery))))
    case .unknown:
      ConsumeResult(
        self, .unknown, priorUnknown: true,
        error: .unsettled(.payment(number, .leftUnknown)))
    case .held(let holder):
      unsent(.http(.alreadyInProgress, .payment(number, .heldByRun(holder))))
    case .commandOpen(let run):
      unsent(
        .http(
          .alreadyInProgress,
          .payment(
            number,
            .commandOpen(
              user: run.user, host: run.host, process: run.process, since: run.since))))
    }
  }

  /// The error if the payment is said to be another one than the journal knows.
  var contradiction: IAPError? {
    guard let problem = difference(of: payment.known, isConfirmed: payment.isConfirmed) else {
      return nil
    }
    return .iapctl(.inputInvalid, .payment(payment.paymentSeq, .contradictsJournal(problem)))
  }

  /// How what is said of the payment differs from what its delivery got, and, if its outcome is unknown, from
  /// what a list confirmed before.
  func difference(of known: @autoclosure () -> Purchase, isConfirmed: Bool) -> LineProblem? {
    guard delivered != nil || priorUnknown else { return nil }
    let (known, recorded) = (known(), isConfirmed ? nil : claim.grant?.recorded)
    return delivery.flatMap { RowDifference(row: known, payment: $0)?.problem(.delivery) }
      ?? recorded.flatMap { RowDifference(row: known, payment: $0)?.problem(.journal) }
  }

  /// The payment as a command gets it, which never gets the token. The undo gets what its delivery got. Each
  /// command gets the number as the first one did: a game may know a payment by its text.
  func item(forUndo isUndo: Bool) -> Payment {
    var item = payment
    item.purchase =
      isUndo ? delivery ?? payment.known : delivery.map(payment.known.filled) ?? payment.known
    item.purchase.accessToken = payment.accessToken
    if let delivery { item.purchase.paymentSeq = delivery.paymentSeq }
    return item
  }

  mutating func deliver(_ item: Payment) { delivered = item }

  /// The result if the run ends before it processes the payment.
  func unsent(_ reason: IAPError) -> ConsumeResult {
    var result = ConsumeResult(self, .notSent(reason))
    if reason.code == .iapctl(.deliveryFailed) { result.delivery = .failed }
    return result
  }
}
