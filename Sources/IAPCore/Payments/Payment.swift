/// A payment to consume: what is asked for, and what is known of its purchase. The same value goes
/// from the command or the input through the journal to the service.
package struct Payment: Hashable, Sendable {
  private struct Fields: Hashable, Sendable {
    var paymentSeq: Identifier
    var user: Identifier?
    var markets: [StoreCode]
    var purchase: Purchase
    var isConfirmed = false
    var ticket: String?
    var line: Int?
    var purchaseDay: Int64?
    var productName: String?
    var isSaidUnknown = false
  }

  private var box: Boxed<Fields>

  private var fields: Fields {
    @inline(__always) _read { yield box.wrappedValue }
    @inline(__always) _modify { yield &box.wrappedValue }
  }

  /// The number as it was given, which is also how it is sent.
  package var paymentSeq: Identifier {
    _read { yield fields.paymentSeq }
    _modify { yield &fields.paymentSeq }
  }

  /// The user that the caller expects; a fixture store refuses the payment of another user.
  package var user: Identifier? {
    _read { yield fields.user }
    _modify { yield &fields.user }
  }

  /// The markets in which to look for the payment; empty for all.
  package var markets: [StoreCode] {
    _read { yield fields.markets }
    _modify { yield &fields.markets }
  }

  /// What a list, a store or the input says of the purchase.
  package var purchase: Purchase {
    _read { yield fields.purchase }
    _modify { yield &fields.purchase }
  }

  /// Whether ``purchase`` is as a list or a store has it, and not as the input says.
  package var isConfirmed: Bool {
    _read { yield fields.isConfirmed }
    _modify { yield &fields.isConfirmed }
  }

  /// The ticket of this payment, for the journal; nil if the ticket of the run applies.
  package var ticket: String? {
    _read { yield fields.ticket }
    _modify { yield &fields.ticket }
  }

  /// The line of the input; nil if the payment is of no file.
  package var line: Int? {
    get { fields.line }
    set { fields.line = newValue }
  }

  /// The day of the purchase, if the input says no time of it: days since 1970-01-01 in the time zone of the
  /// input.
  package var purchaseDay: Int64? {
    get { fields.purchaseDay }
    set { fields.purchaseDay = newValue }
  }

  /// What the input calls the product.
  package var productName: String? {
    get { fields.productName }
    set { fields.productName = newValue }
  }

  /// Whether the input says that the outcome of the payment is unknown. The journal may not have
  /// that attempt.
  package var isSaidUnknown: Bool {
    get { fields.isSaidUnknown }
    set { fields.isSaidUnknown = newValue }
  }

  package init(
    _ paymentSeq: Identifier, user: Identifier? = nil, markets: [StoreCode] = [],
    accessToken: Secret? = nil, productSeq: Int64? = nil
  ) {
    var purchase = Purchase(paymentSeq: paymentSeq)
    (purchase.accessToken, purchase.productSeq) = (accessToken, productSeq)
    box = Boxed(
      wrappedValue: Fields(
        paymentSeq: paymentSeq, user: user, markets: markets, purchase: purchase))
  }

  /// A payment of an unconsumed list.
  package init(_ purchase: Purchase) {
    box = Boxed(
      wrappedValue: Fields(
        paymentSeq: purchase.paymentSeq, user: purchase.userID, markets: [], purchase: purchase,
        isConfirmed: true))
  }

  /// A payment of which an input says this, without proof.
  package init(said purchase: Purchase, ticket: String?) {
    box = Boxed(
      wrappedValue: Fields(
        paymentSeq: purchase.paymentSeq, user: purchase.userID,
        markets: purchase.storeCode.map { [$0] } ?? [], purchase: purchase, ticket: ticket))
  }

  /// The number by which payments are compared: `007` and `7` are one payment.
  package var number: Identifier { paymentSeq.withoutLeadingZeros }

  package var accessToken: Secret? {
    get { fields.purchase.accessToken }
    set { fields.purchase.accessToken = newValue }
  }

  /// The console's number of the product; the legacy API requires it.
  package var productSeq: Int64? {
    get { fields.purchase.productSeq }
    set { fields.purchase.productSeq = newValue }
  }

  package var price: Price? { fields.purchase.price }
  package var currency: String? { fields.purchase.currency }

  /// The market of the purchase, else the only one in which to look for it.
  package var storeCode: StoreCode? {
    purchase.storeCode ?? (markets.count == 1 ? markets.first : nil)
  }

  /// The user, if a list or a store says whose the payment is.
  package var confirmedUser: Identifier? { isConfirmed ? anyUser : nil }
  /// The user, if only the input or the command says whose the payment is.
  package var claimedUser: Identifier? { isConfirmed ? nil : anyUser }
  /// The user, confirmed or not.
  package var anyUser: Identifier? { purchase.userID ?? user }

  /// All that is known of the purchase.
  package var known: Purchase {
    var purchase = purchase
    (purchase.userID, purchase.storeCode) = (anyUser, storeCode)
    return purchase
  }

  /// The same payment, as a list or a store has its purchase.
  package func confirmed(by found: Purchase) -> Payment {
    var payment = self
    payment.purchase = found
    payment.accessToken = accessToken ?? found.accessToken
    payment.productSeq = found.productSeq ?? productSeq
    payment.isConfirmed = true
    return payment
  }
}
