import IAPBatch
import IAPCore
import Languages
import Text

extension English {
  func text(_ message: ConsumeMessage) -> Sentence {
    switch message {
    case .question(let scope): "Consume \(payments(scope))?"
    case .confirmation: "This cannot be undone. Continue? [y/N] "
    case .confirmationByNumber:
      "This cannot be undone. To continue, type the number of payments: "
    case .product(let purchase): product(purchase)
    case .payment(let purchase, let namesUser):
      "payment \(purchase.paymentSeq)\(namesUser ? user(purchase) : nil): \(product(purchase))"
    case .morePayments(let count): Sentence("and \(count) more", context: "payments")
    case .sum(let sum): text(sum)
    case .notSent(let summary): "not sent: \(counts(summary))"
    case .knownElsewhere(let number, let server):
      """
      the journal has a payment \(number) of \(server) too, which may be the same payment: iapctl \
      journal show \(number) --server \(server)
      """
    case .noPayments: "no payments"
    case .wouldConsume(let scope, let sums, let unsent):
      "would consume \(payments(scope)): \(sentences: sums.map(text), separator: ", ")\(notSent(unsent))"
    case .nothingWouldBeConsumed(let place, let unsent):
      "nothing would be consumed\(self.place([], place))\(notSent(unsent, isAfterSentence: true))"
    case .fewerAtATime(let count, let wanted):
      """
      \(count) payments at a time instead of \(wanted): the limit on open files (ulimit -n) allows \
      no more
      """
    case .outcomes(let summary, let place): "\(counts(summary))\(self.place([], place))"
    case .alreadyConsumedByOwnAttempt(let count):
      """
      \(count, "payment was", "payments were") already consumed, most likely by an earlier attempt \
      of your own: check your own records, and grant only if the item was not granted
      """
    case .deliveredAndConsumedElsewhere(let payments):
      """
      delivered here and consumed elsewhere: \(payments.count); check that each was granted \
      once: \(list: payments)
      """
    case .otherNames(let servers):
      """
      the journal has payments of this service under another address (same app key): \(list: servers); \
      the same number counts as the same payment
      """
    case .deliveredOnly(let payments):
      """
      delivered but not consumed: \(list: payments); the next run with --resume delivers them again \
      and consumes them
      """
    case .consumedAfterUndo(let payments):
      """
      taken back by an earlier run and now consumed: \(payments.count); grant the item of each if the \
      player does not have it: \(list: payments)
      """
    case .consumedForAnotherUser(let payment, let owner):
      """
      payment \(payment) was consumed by an earlier run for user \(owner): do not grant again
      """
    case .unknownAndUnlisted(let count, let only, let command):
      """
      \(only.map { "payment \($0) is" } ?? "\(count) payments are" as Sentence) still unknown and in no \
      unconsumed list: do not grant; list such payments with: \(command)
      """
    case .marketNotAsked(let market, let isAnyDone, let command):
      """
      market \(market) could not be asked; \
      \(isAnyDone ? "the payments above are done" : "nothing was consumed" as Sentence); to consume \
      its payments: \(command)
      """
    case .mayHaveBeenConsumed(let payment): mayBeConsumed(payment)
    case .settle(let payment, let command):
      "\(mayBeConsumed(payment)); settle it with: \(command)"
    case .settleOtherwise(let payment, let error):
      "\(mayBeConsumed(payment)); to settle it, \(text(of: error).hint)"
    case .lookUp(let payment, let consumed, let notConsumed):
      """
      \(mayBeConsumed(payment)), and no unconsumed list has it; look it up in the IAP console \
      (Transaction tab). If it was consumed: \(consumed); if it was not: \(notConsumed)
      """
    case .settleAll(let isMore, let isStandardInput, let command):
      """
      settle them\(isMore ? ", and consume the rest," : nil)\
      \(isStandardInput ? " by the same input" : nil) with: \(command)
      """
    case .ifItStaysUnknown(let command):
      """
      if it stays unknown, look it up in the IAP console (Transaction tab), then: \(command), or \
      with --as \(SettledOutcome.notConsumed.rawValue)
      """
    case .checkPayment(let command):
      "check the payment number; list what can be consumed with: \(command)"
    case .consumedEarlier(let command):
      "do not grant again; to see when and by whom it was consumed: \(command)"
    case .waitForRun(let command): "wait for that run to end; to see what it did: \(command)"
    }
  }

  /// `2 consumed, 1 unknown`.
  private func counts(_ summary: ConsumeSummary) -> Sentence {
    let counted = ConsumeResult.Outcome.allCases.filter { summary[$0] > 0 }
    return "\(sentences: counted.map { count(summary[$0], of: $0) }, separator: ", ")"
  }

  private func count(_ count: Int, of outcome: ConsumeResult.Outcome) -> Sentence {
    switch outcome {
    case .consumed: "\(count) consumed"
    case .alreadyConsumed: "\(count) already-consumed"
    case .refused: "\(count) refused"
    case .notSent: "\(count) not-sent"
    case .unknown: "\(count) unknown"
    case .skipped: "\(count) skipped"
    }
  }

  /// `; 3 would not be sent (2 already-consumed, 1 unknown)`.
  private func notSent(_ summary: ConsumeSummary, isAfterSentence: Bool = false) -> Sentence? {
    guard summary.total > 0 else { return nil }
    let isPlain = summary[.notSent] == summary.total
    let reasons: Sentence? = isPlain ? nil : Sentence(" (\(counts(summary)))", context: "reasons")
    return isAfterSentence
      ? Sentence("; \(summary.total) would not be sent\(reasons)", context: "after a sentence")
      : "; \(summary.total) would not be sent\(reasons)"
  }

  private func mayBeConsumed(_ payment: Identifier) -> Sentence {
    "payment \(payment) may have been consumed"
  }

  /// `3 payments of user alice in market AS (fixture store game.db)`.
  private func payments(_ scope: ConsumeMessage.Scope) -> Sentence {
    let users = users(scope.users.count, scope.users.first)
    guard let payment = scope.payment else {
      let place = place(scope.markets, scope.place)
      return "\(scope.count, "payment", "payments")\(users)\(place)"
    }
    return "payment \(payment)\(users)\(placeInBrackets(scope.markets, scope.place))"
  }

  private func user(_ purchase: Purchase) -> Sentence? {
    purchase.userID.map { Sentence(" of user \($0)", context: "after a payment") }
  }

  /// `product gem.100, KRW 1,500`.
  private func product(_ purchase: Purchase) -> Sentence {
    let product: Sentence =
      (purchase.productIdentifier?.text ?? purchase.productSeq.map(String.init))
      .map { Sentence(verbatim: $0) } ?? "unknown"
    guard let price = purchase.price else { return "product \(product), price unknown" }
    let amount = AmountText.grouped(price.digits)
    return "product \(product), \(purchase.currency.map { "\($0) \(amount)" } ?? amount)"
  }

  /// `KRW 750,000 (500 payments)`.
  private func text(_ sum: ConsumeMessage.Sum) -> Sentence { text(sum, of: nil) }

  /// Without the number of payments if that is the number of all.
  func text(_ sum: ConsumeMessage.Sum, of all: Int?) -> Sentence {
    let payments: Sentence? =
      sum.count == all ? nil : " (\(sum.count, "payment", "payments"))"
    let currency = sum.currency.isEmpty ? nil : sum.currency
    guard let amount = sum.amount.map(AmountText.grouped) else {
      return "\(currency.map { "\($0) " })price unknown\(payments)"
    }
    return "\(currency.map { Sentence(verbatim: $0) } ?? "without currency") \(amount)\(payments)"
  }
}
