import CommandLine
import IAPBatch
import IAPCore

/// `iapctl journal note`
enum JournalNoteCommand: Command {
  static let text = Operand(.one, at: 1, .name("TEXT"), "the note")
  static let ticket = Option("ticket", .ticket, "the ticket of the note")

  static let specification = CommandSpecification(
    "add a note to a payment",
    discussion: [
      "Adds a note with your name to the journal. 'iapctl journal show' and 'iapctl journal "
        + "export' show it. The outcome of the payment does not change."
    ],
    options: [ticket.specification, JournalFilters.server.specification],
    operands: [JournalPayments.payment.specification, text.specification],
    examples: [
      Example(
        "iapctl journal note 2026011210000001 'granted by hand'",
        "leave a note for your colleagues", status: 3),
      Example(
        "iapctl journal note 2026011210000001 'refunded' --ticket T-7",
        "leave a note with its ticket", status: 3),
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
