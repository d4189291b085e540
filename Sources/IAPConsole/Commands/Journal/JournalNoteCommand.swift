import CommandLine
import IAPBatch
import IAPCore

struct JournalNoteCommand: Command {
  static let text = Operand(.one, at: 1, .name("TEXT"), "the note")
  static let ticket = Option("ticket", .ticket, "the ticket of the note")

  static let specification = CommandSpecification(
    "add a note to a payment",
    discussion: [
      "Adds a note with your name to the journal. 'iapctl journal show' and 'iapctl journal "
        + "export' show it. The outcome of the payment does not change."
    ],
    options: [ticket.specification, JournalFilters.server.specification],
    operands: [EntryByHand.payment.specification, text.specification],
    examples: [
      Example(
        "iapctl journal note 2026011210000001 'granted by hand'",
        "leave a note for your colleagues", status: 3),
      Example(
        "iapctl journal note 2026011210000001 'refunded' --ticket T-7",
        "leave a note with its ticket", status: 3),
    ])

  static let schema = JournalRecord.schema
  var hasEffect: Bool { true }

  let entry: EntryByHand

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    entry = try EntryByHand(
      .note(try arguments.value(of: Self.text)), ticket: try arguments.value(of: Self.ticket),
      arguments)
  }

  func run(in context: Context) async throws -> Report { try await entry.report(in: context) }
}
