import CommandLine
import IAPBatch
import IAPCore

/// Enters a remark on a payment.
enum JournalNoteCommand: Command {
  static let text = Operand(.one, at: 1, .name("TEXT"), "the remark")
  static let ticket = Option("ticket", .name("TEXT"), "the ticket that it belongs to")

  static let specification = CommandSpecification(
    "note", "enter a remark on a payment",
    discussion: [
      "Enters a remark, with your name. 'iapctl journal show' and 'iapctl journal export' show it; "
        + "what is known of the payment stays as it is."
    ],
    options: [ticket.specification, JournalFilters.server.specification],
    operands: [JournalPayments.payment.specification, text.specification],
    examples: [
      Example(
        "iapctl journal note 2026011210000001 'granted by hand'",
        "what the next colleague should know", status: 3),
      Example(
        "iapctl journal note 2026011210000001 'refunded' --ticket T-7",
        "the same, with the ticket that it belongs to", status: 3),
    ],
    fields: JournalRecord.documented)

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> JournalAnnotationInputs {
    JournalAnnotationInputs(
      payment: try arguments.value(of: JournalPayments.payment),
      server: try arguments.value(of: JournalFilters.server).map { ServerName(text: $0) },
      annotation: .note(try arguments.value(of: text)),
      ticket: try arguments.value(of: ticket))
  }

  static func schema(for inputs: JournalAnnotationInputs) -> RecordSchema? { JournalRecord.schema }

  static func hasEffect(_ inputs: JournalAnnotationInputs) -> Bool { true }

  static func run(_ inputs: JournalAnnotationInputs, in context: Context) async throws -> Report {
    try await inputs.report(in: context)
  }
}
