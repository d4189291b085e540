import CommandLine
import IAPBatch
import IAPCore
import IAPMessages

struct JournalSettleCommand: Command {
  static let outcome = Option<SettledOutcome>(
    "as", .choice("OUTCOME"), "the outcome that the IAP console shows")
  static let ticket = Option(
    "ticket", .ticket, "the ticket that documents the check")

  static let specification = CommandSpecification(
    "settle an unknown outcome by hand",
    discussion: [
      "If the answer to a consume and its token are lost, iapctl cannot find out whether the "
        + "payment was consumed. Look the payment up in the IAP console, then enter the "
        + "outcome. It is recorded as a separate entry with your name.",
      "A payment that is settled as consumed is never sent again. A payment that is settled as "
        + "not-consumed can be consumed again. Only an unknown outcome can be settled, and a "
        + "settlement by hand can be corrected by another one; both stay in the journal. "
        + "Also, after --as not-consumed the values of a delivery are no longer compared: if it was wrong, "
        + "a corrected row is accepted again.",
    ],
    options: .of(outcome, ticket, JournalFilters.server),
    operands: [EntryByHand.payment.specification],
    examples: [
      Example(
        "iapctl journal settle 2026011210000001 --as consumed --ticket T-7",
        "the console shows that it was consumed", status: 3),
      Example(
        "iapctl journal settle 2026011210000001 --as not-consumed --ticket T-7",
        "the console shows that it was not consumed", status: 3),
    ])

  static let schema = JournalRecord.schema
  var hasEffect: Bool { true }

  let entry: EntryByHand

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    guard let outcome = try arguments.value(of: Self.outcome) else {
      throw UsageError(CommandUsage.noOutcome)
    }
    guard let ticket = try arguments.value(of: Self.ticket) else {
      throw UsageError(CommandUsage.noTicketOfSettlement)
    }
    entry = try EntryByHand(.settled(outcome), ticket: ticket, arguments)
  }

  func run(in context: Context) async throws -> Report { try await entry.report(in: context) }
}

/// An entry by hand on a payment of the journal: a note or an outcome.
struct EntryByHand: Equatable, Sendable {
  static let payment = Operand(
    .one, .paymentSeq(completedBy: .journaledPayments), "a payment number")

  let payment: Identifier
  let server: ServerName?
  let annotation: JournalAnnotation
  let ticket: String?

  init(
    _ annotation: JournalAnnotation, ticket: String?, _ arguments: ParsedArguments
  ) throws(UsageError) {
    (self.annotation, self.ticket) = (annotation, ticket)
    payment = try arguments.value(of: Self.payment)
    server = try JournalFilters.server(arguments)
  }

  /// Writes the entry and prints it.
  func report(in context: Context) async throws -> Report {
    let (journal, path) = try context.journal()
    let person = context.environment.person
    let server = try context.server(server)
    let entry = try await journal.annotate(
      payment, at: server, annotation,
      by: RunFacts(
        server: server ?? ServerName(text: ""), appKeyFingerprint: "", user: person.user,
        host: person.host, profile: context.settings.source.profileOfPlace?.text, ticket: ticket))
    let section = RecordSection(
      "entries", JournalRecord.schema, records: entry.map { [JournalRecord.make($0)] } ?? [])
    return Report(.lists([section])) { summary in
      summary.done = JournalMessages.entryWritten
      if entry == nil {
        summary.hints = [JournalMessages.outcomeEntered(payment, path: path)]
      }
    }
  }
}
