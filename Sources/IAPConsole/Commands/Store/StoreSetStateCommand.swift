import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Records

/// `iapctl store set-state`
enum StoreSetStateCommand: PaymentChangeCommand {
  static let state = Operand<PaymentState>(
    .one, at: 1, .choice("STATE"), "the new state")
  static let receipt = Option(
    "receipt", .identifier("ID", kind: .text), fallback: "that of the payment",
    "with SUCCESS: the transaction that the app store charged")
  static let price = Option(
    "price", .price, fallback: "the price of the payment", "with SUCCESS: what was charged")
  static let currency = Option(
    "currency", .currency, fallback: "that of the payment",
    "with SUCCESS: the currency of the price")

  static let specification = CommandSpecification(
    "set the state of a payment, as in the IAP console",
    discussion: [
      "The IAP console allows these changes, and all others are refused (error 13): SUCCESS to REFUND; "
        + "RESERVED and CHARGED to REFUND, and to SUCCESS except on Google Play; FAILURE to SUCCESS "
        + "or REFUND. The console shows RESERVED and CHARGED alike, as 'Reserved': payments that "
        + "were not verified.",
      "SUCCESS needs the receipt, the price and the currency if the store does not know them. A "
        + "RESERVED payment needs --receipt, unless the user's store account has its transaction.",
      "A refund is final. The payment leaves the unconsumed list, and its subscription is revoked. "
        + "A payment that becomes successful is unconsumed, and its subscription begins.",
    ],
    options: [receipt.specification, price.specification, currency.specification],
    operands: [StorePayments.payment.specification, state.specification],
    examples: [
      Example("iapctl store set-state 2026011410000001 REFUND", "refund alice's payment"),
      Example(
        "iapctl store set-state 2026011510000001 SUCCESS",
        "frank's interrupted payment was charged"),
      Example(
        "iapctl store set-state 2026011510000009 SUCCESS --receipt 777",
        "a failed payment was charged after all", status: 3),
    ],
    fields: EventRecord.documented, related: ["store refund", "store log"])

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let state = try arguments.value(of: state)
    let charge = Charge(
      receipt: try arguments.value(of: receipt), price: try arguments.value(of: price),
      currency: try arguments.value(of: currency))
    if charge != Charge(), state != .success {
      let given = specification.options.first { arguments.values[$0.name] != nil }
      let name = "--\(given?.name ?? receipt.specification.name)"
      throw UsageError(CommandUsage.ofStateSuccess(option: name))
    }
    return try inputs(arguments, settings, .state(state, charge))
  }
}
