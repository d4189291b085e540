package import IAPBatch
package import IAPCore
package import Languages
import Text

/// What `consume` asks, notes and sums up.
package enum ConsumeMessages {
  /// Which payments a consume concerns, and where.
  package struct Scope: Sendable {
    let count: Int
    let payment: Identifier?
    let users: PaymentTotals.Users
    let markets: [StoreCode]
    let place: PlaceName?

    /// - Parameters:
    ///   - payment: the payment, if it is the only one.
    ///   - markets: empty for all markets.
    package init(
      count: Int, payment: Identifier?, users: PaymentTotals.Users, markets: [StoreCode],
      place: PlaceName?
    ) {
      (self.count, self.payment, self.users) = (count, payment, users)
      (self.markets, self.place) = (markets, place)
    }
  }

  /// The payments of one currency.
  package struct Sum: Sendable {
    let currency: String
    let amount: String?
    let count: Int

    /// - Parameters:
    ///   - currency: empty if the payments have none.
    ///   - amount: digits; nil if a price is unknown.
    package init(currency: String, amount: String?, count: Int) {
      (self.currency, self.amount, self.count) = (currency, amount, count)
    }
  }

  // The question
  package static func question(_ scope: Scope) -> Sentence { "Consume \(payments(scope))?" }
  package static var confirmation: Sentence { "This cannot be undone. Continue? [y/N] " }
  package static var confirmationByNumber: Sentence {
    "This cannot be undone. To continue, type the number of payments: "
  }

  package static func payment(_ purchase: Purchase, namesUser: Bool) -> Sentence {
    "payment \(purchase.paymentSeq)\(namesUser ? user(purchase) : nil): \(product(purchase))"
  }

  package static func morePayments(_ count: Int) -> Sentence {
    Sentence("and \(count) more", context: "payments")
  }

  package static func notSent(_ summary: ConsumeSummary) -> Sentence {
    "not sent: \(counts(summary))"
  }

  /// The journal has the number for another API of the service.
  package static func knownElsewhere(_ number: Identifier, _ server: ServerName) -> Sentence {
    """
    the journal has a payment \(number) of \(server) too, which may be the same payment: iapctl \
    journal show \(number) --server \(server)
    """
  }

  // The dry run
  /// - Parameter unsent: the results of the payments that would not be sent.
  package static func wouldConsume(_ scope: Scope, _ sums: [Sum], unsent: ConsumeSummary)
    -> Sentence
  {
    "would consume \(payments(scope)): \(sentences: sums.map { sum($0) }, separator: ", ")\(alsoUnsent(unsent))"
  }

  package static func nothingWouldBeConsumed(_ place: PlaceName?, unsent: ConsumeSummary)
    -> Sentence
  {
    "nothing would be consumed\(PlaceMessages.place([], place))\(alsoUnsent(unsent, isAfterSentence: true))"
  }

  // Before the run
  package static func fewerAtATime(_ count: Int, insteadOf wanted: Int) -> Sentence {
    """
    \(count) payments at a time instead of \(wanted): the limit on open files (ulimit -n) allows \
    no more
    """
  }

  // After the run
  /// A payment that was consumed, whose answer contradicts what was known of it.
  package static func answerDiffers(_ payment: Identifier, _ difference: LineProblem) -> Sentence {
    "payment \(payment) is consumed, but check it: \(difference.sentence)"
  }

  package static func outcomes(_ summary: ConsumeSummary, _ place: PlaceName?) -> Sentence {
    "\(counts(summary))\(PlaceMessages.place([], place))"
  }

  package static func alreadyConsumedByOwnAttempt(_ count: Int) -> Sentence {
    """
    \(count, "payment was", "payments were") already consumed, most likely by an earlier attempt \
    of your own: check your own records, and grant only if the item was not granted
    """
  }

  package static func deliveredOnly(_ payments: [Identifier]) -> Sentence {
    """
    delivered but not consumed: \(list: payments); the next run with --resume delivers them again \
    and consumes them
    """
  }

  /// What to do with a payment that was refused, after the undo of its delivery.
  package static func refused(isTakenBack: Bool) -> Sentence {
    isTakenBack
      ? """
      what was delivered is taken back: grant nothing and revoke nothing; check the payment number and the token, \
      and consume again
      """
      : "grant nothing; the undo failed: check whether the player still has the item, and revoke it only then"
  }

  /// The items were delivered, the payments were refused, and no command takes the items back.
  package static func deliveredAndRefused(_ payments: [Identifier]) -> Sentence {
    """
    delivered and then refused: \(payments.count); the players have the items, and the payments are not \
    consumed: \(list: payments)
    """
  }

  /// The items were delivered, and another client has consumed the payments.
  package static func deliveredAndConsumedElsewhere(_ payments: [Identifier]) -> Sentence {
    """
    delivered here and consumed elsewhere: \(payments.count); check that each was granted \
    once: \(list: payments)
    """
  }

  /// The journal has payments of the batch under other names of the server.
  package static func otherNames(_ servers: [ServerName]) -> Sentence {
    """
    the journal has payments of this service under another address (same app key): \(list: servers); \
    the same number counts as the same payment
    """
  }

  package static func consumedForAnotherUser(_ payment: Identifier, owner: Identifier) -> Sentence {
    """
    payment \(payment) was consumed by an earlier run for user \(owner): do not grant again
    """
  }

  /// - Parameter only: the payment, if there is only one.
  package static func unknownAndUnlisted(_ count: Int, only: Identifier?, command: String)
    -> Sentence
  {
    let subject: Sentence = only.map { "payment \($0) is" } ?? "\(count) payments are"
    return """
      \(subject) still unknown and in no unconsumed list: do not grant; list such payments with: \
      \(command)
      """
  }

  package static func marketNotAsked(_ market: StoreCode, isAnyDone: Bool, command: String)
    -> Sentence
  {
    let done: Sentence = isAnyDone ? "the payments above are done" : "nothing was consumed"
    return """
      market \(market) could not be asked; \(done); to consume its payments: \(command)
      """
  }

  // Unknown outcomes
  package static func mayHaveBeenConsumed(_ payment: Identifier) -> Sentence {
    "payment \(payment) may have been consumed"
  }

  /// - Parameters:
  ///   - isTokenGone: whether only a list can have the token of the payment.
  ///   - command: settles the payment.
  package static func settle(_ payment: Identifier, isTokenGone: Bool, command: String) -> Sentence
  {
    isTokenGone
      ? """
      \(mayHaveBeenConsumed(payment)), and its token is not kept. If it was not consumed, the list has it, \
      and this settles it: \(command)
      """
      : "\(mayHaveBeenConsumed(payment)); settle it with: \(command)"
  }

  /// The error says what to do.
  package static func settleOtherwise(_ payment: Identifier, _ error: IAPError) -> Sentence {
    "\(mayHaveBeenConsumed(payment)); to settle it, \(error.text().hint)"
  }

  /// - Parameters:
  ///   - consumed: the command if the payment was consumed.
  ///   - notConsumed: the command if it was not.
  package static func lookUp(_ payment: Identifier, consumed: String, notConsumed: String)
    -> Sentence
  {
    """
    \(mayHaveBeenConsumed(payment)), and no unconsumed list has it; look it up in the IAP console \
    (Transaction tab). If it was consumed: \(consumed); if it was not: \(notConsumed)
    """
  }

  package static func settleAll(isTokenGone: Bool, command: String) -> Sentence {
    isTokenGone
      ? """
      their tokens are not kept. What was not consumed, the lists have, and this settles it: \(command)
      """
      : "settle them with: \(command)"
  }

  /// - Parameter command: sends what a stop has left unsent.
  package static func continuation(_ count: Int, command: String) -> Sentence {
    "to continue and consume \(count, "payment", "payments"): \(command)"
  }

  /// - Parameters:
  ///   - consumed: the command if the payment was consumed.
  ///   - notConsumed: the command if it was not.
  package static func ifItStaysUnknown(
    _ payment: Identifier, consumed: String, notConsumed: String
  ) -> Sentence {
    """
    if payment \(payment) stays unknown, look it up in the IAP console (Transaction tab). If it was consumed: \
    \(consumed); if it was not: \(notConsumed)
    """
  }

  package static var listUnknown: Sentence {
    """
    look up what stays unknown in the IAP console (Transaction tab), and enter each outcome with 'journal settle'. \
    To list it: iapctl journal list --unknown
    """
  }

  // Hints for errors
  /// - Parameter command: lists what can be consumed.
  package static func checkPayment(command: String) -> Sentence {
    "check the payment number; list what can be consumed with: \(command)"
  }

  /// `2 consumed, 1 unknown`.
  private static func counts(_ summary: ConsumeSummary) -> Sentence {
    let counted = ConsumeResult.Outcome.allCases.filter { summary[$0] > 0 }
    return "\(sentences: counted.map { count(summary[$0], of: $0) }, separator: ", ")"
  }

  private static func count(_ count: Int, of outcome: ConsumeResult.Outcome) -> Sentence {
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
  private static func alsoUnsent(_ summary: ConsumeSummary, isAfterSentence: Bool = false)
    -> Sentence?
  {
    guard summary.total > 0 else { return nil }
    let isPlain = summary[.notSent] == summary.total
    let reasons: Sentence? = isPlain ? nil : Sentence(" (\(counts(summary)))", context: "reasons")
    return isAfterSentence
      ? Sentence("; \(summary.total) would not be sent\(reasons)", context: "after a sentence")
      : "; \(summary.total) would not be sent\(reasons)"
  }

  /// `3 payments of user alice in market AS (fixture store game.db)`.
  private static func payments(_ scope: Scope) -> Sentence {
    let users = PlaceMessages.users(scope.users.count, scope.users.first)
    guard let payment = scope.payment else {
      let place = PlaceMessages.place(scope.markets, scope.place)
      return "\(scope.count, "payment", "payments")\(users)\(place)"
    }
    let place = PlaceMessages.place(scope.markets, scope.place, isInBrackets: true)
    return "payment \(payment)\(users)\(place)"
  }

  private static func user(_ purchase: Purchase) -> Sentence? {
    purchase.userID.map { Sentence(" of user \($0)", context: "after a payment") }
  }

  /// `product gem.100, KRW 1,500`.
  package static func product(_ purchase: Purchase) -> Sentence {
    let product: Sentence =
      (purchase.productIdentifier?.text ?? purchase.productSeq.map(String.init))
      .map { Sentence(verbatim: $0) } ?? "unknown"
    guard let price = purchase.price else { return "product \(product), price unknown" }
    let amount = AmountText.grouped(price.digits)
    return "product \(product), \(purchase.currency.map { "\($0) \(amount)" } ?? amount)"
  }

  /// `KRW 750,000 (500 payments)`.
  ///
  /// - Parameter all: the number of payments that stands elsewhere: the same one is left out.
  package static func sum(_ sum: Sum, of all: Int? = nil) -> Sentence {
    let payments: Sentence? =
      sum.count == all ? nil : " (\(sum.count, "payment", "payments"))"
    let currency = sum.currency.isEmpty ? nil : sum.currency
    guard let amount = sum.amount.map(AmountText.grouped) else {
      return "\(currency.map { "\($0) " })price unknown\(payments)"
    }
    let name = currency.map { Sentence(verbatim: $0) } ?? ReportPageMessages.noCurrency
    return "\(name) \(amount)\(payments)"
  }
}
