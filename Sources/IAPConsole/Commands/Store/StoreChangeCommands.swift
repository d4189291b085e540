import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Languages
import Records

/// A command that changes one payment of a store. It lists the events of the change.
protocol PaymentChangeCommand: Command where Inputs == PaymentChangeInputs {}

/// What the commands on one payment of a store share.
enum StorePayments {
  static let payment = Operand(
    .one, .paymentSeq(completedBy: .text), "a payment number")
}

struct PaymentChangeInputs: Equatable, Sendable {
  var payment: Identifier
  var change: PaymentChange
}

extension PaymentChangeCommand {
  static func schema(for inputs: Inputs) -> RecordSchema? { EventRecord.schema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let events = try await context.fixtureStore().apply(inputs.change, to: inputs.payment)
    return EventRecord.report(events)
  }

  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> Sentence? {
    guard case .payment(_, .notFound) = error.reason else { return nil }
    let store = typed.shellText(of: [GlobalOptions.store.specification])
    return StoreMessages.checkPayment(command: "iapctl store dump\(store)")
  }

  static func inputs(
    _ arguments: ParsedArguments, _ settings: Settings, _ change: PaymentChange
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs(payment: try arguments.value(of: StorePayments.payment), change: change)
  }
}

/// `iapctl store refund`
enum StoreRefundCommand: PaymentChangeCommand {
  static let specification = CommandSpecification(
    "refund a payment",
    discussion: [
      "Sets the state of the payment to REFUND, which is final: it leaves the unconsumed list and "
        + "can no longer be consumed, and its subscription is revoked. A payment that is not "
        + "verified (RESERVED, CHARGED) is ended by it as well. A payment that is refunded already "
        + "or was closed by its user is refused (error 13)."
    ],
    operands: [StorePayments.payment.specification],
    examples: [
      Example("iapctl store refund 2026011210000001", "refund alice's payment"),
      Example("iapctl store refund 2026010610000001 -o json", "the event as JSON"),
    ],
    fields: EventRecord.documented, related: ["store set-state", "store log"])

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    try inputs(arguments, settings, .state(.refund))
  }
}

/// `iapctl store set-status`
enum StoreSetStatusCommand: PaymentChangeCommand {
  static let status = Operand(.one, at: 1, .subscriptionStatus, "the new status")
  static let until = Option(
    "until", .clockChange,
    "the new end of the period: an instant, a day, or +30d; default: the old end")

  static let specification = CommandSpecification(
    "set the status of a subscription",
    discussion: [
      "Sets the status of the subscription to which a payment belongs. As the clock advances, "
        + "ACTIVE renews at the end of its period, CANCELED expires, and PAUSED, REVOKED, EXPIRED "
        + "and UNKNOWN stay. IN_GRACE_PERIOD and ON_HOLD end only if the user's billing is set, by "
        + "'store set-billing' or a seed; otherwise they stay.",
      "A payment that is no subscription or was not paid is refused (error 13). A status that gives "
        + "access needs an end after the time of the store: give it with --until.",
    ],
    options: [until.specification],
    operands: [StorePayments.payment.specification, status.specification],
    examples: [
      Example(
        "iapctl store set-status 2026010110000001 CANCELED", "bob cancels: it will expire"),
      Example(
        "iapctl store set-status 2026010110000001 ACTIVE --until +30d",
        "give the period another end"),
    ],
    fields: EventRecord.documented, related: ["subscriptions", "store log"])

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    try inputs(
      arguments, settings,
      .status(try arguments.value(of: status), until: try arguments.value(of: until)))
  }
}

/// `iapctl store approve`
enum StoreApproveCommand: PaymentChangeCommand {
  static let specification = CommandSpecification(
    "approve a pending purchase",
    discussion: [
      "Completes a purchase that waits for approval (Ask to Buy; 'purchase --simulate pending' "
        + "makes one): it is paid at the time of the store. The errors of a purchase apply: the "
        + "user's limit (error 18), an owned subscription (error 5), a market that is switched off "
        + "(error 2). The purchase then stays pending."
    ],
    operands: [StorePayments.payment.specification],
    examples: [
      Example("iapctl store approve 2026011510000003", "a parent approves", status: 3),
      Example("iapctl store approve 2026011510000003 -o json", "the events as JSON", status: 3),
    ],
    fields: EventRecord.documented, related: ["purchase", "store decline"])

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs { try inputs(arguments, settings, .approval) }
}

/// `iapctl store decline`
enum StoreDeclineCommand: PaymentChangeCommand {
  static let specification = CommandSpecification(
    "decline a pending purchase",
    discussion: [
      "Ends a purchase that waits for approval. Nothing is charged."
    ],
    operands: [StorePayments.payment.specification],
    examples: [
      Example("iapctl store decline 2026011510000003", "a parent declines", status: 3),
      Example("iapctl store decline 2026011510000003 -o json", "the event as JSON", status: 3),
    ],
    fields: EventRecord.documented, related: ["purchase", "store approve"])

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs { try inputs(arguments, settings, .refusal) }
}

/// An event of a store's log as a record.
enum EventRecord {
  static let schema = RecordSchema(
    StoreEvent.fields.map(\.name), columns: StoreEvent.fields.map(\.name),
    keys: ["paymentSeq", "userID"])

  static var documented: [FieldSpecification] { schema.documented }

  /// A report of the events that a command caused.
  static func report(_ events: [StoreEvent], notices: [Sentence] = []) -> Report {
    Report(
      .lists([
        RecordSection("events", schema, records: RecordBatch(events, StoreEvent.fields))
      ])
    ) {
      var summary = Report.Summary()
      summary.notices = notices
      return summary
    }
  }
}
