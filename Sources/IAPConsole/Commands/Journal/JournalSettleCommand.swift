import CommandLine
import IAPBatch
import IAPCore
import IAPMessages

/// `iapctl journal settle`
enum JournalSettleCommand: Command {
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
    options: [
      outcome.specification, ticket.specification, JournalFilters.server.specification,
    ],
    operands: [JournalPayments.payment.specification],
    examples: [
      Example(
        "iapctl journal settle 2026011210000001 --as consumed --ticket T-7",
        "the console shows that it was consumed", status: 3),
      Example(
        "iapctl journal settle 2026011210000001 --as not-consumed --ticket T-7",
        "the console shows that it was not consumed", status: 3),
    ],
    fields: JournalRecord.documented)

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> JournalAnnotationInputs {
    guard let outcome = try arguments.value(of: outcome) else {
      throw UsageError(CommandUsage.noOutcome)
    }
    guard let ticket = try arguments.value(of: ticket) else {
      throw UsageError(CommandUsage.noTicketOfSettlement)
    }
    return JournalAnnotationInputs(
      payment: try arguments.value(of: JournalPayments.payment),
      server: try arguments.value(of: JournalFilters.server).map { ServerName(text: $0) },
      annotation: .settled(outcome), ticket: ticket)
  }

  static func schema(for inputs: JournalAnnotationInputs) -> RecordSchema? { JournalRecord.schema }

  static func hasEffect(_ inputs: JournalAnnotationInputs) -> Bool { true }

  static func run(_ inputs: JournalAnnotationInputs, in context: Context) async throws -> Report {
    try await inputs.report(in: context)
  }
}

/// What the commands on one payment of the journal share.
enum JournalPayments {
  static let payment = Operand(
    .one, .paymentSeq(completedBy: .journaledPayments), "a payment number")
}

/// An entry by hand on a payment: a note or an outcome.
struct JournalAnnotationInputs: Equatable, Sendable {
  var payment: Identifier
  var server: ServerName?
  var annotation: JournalAnnotation
  var ticket: String?

  /// Writes the entry and prints it.
  func report(in context: Context) async throws -> Report {
    let (journal, path) = try context.journal()
    let person = context.environment.person
    let entry = try await journal.annotate(
      payment, at: server, annotation,
      by: RunFacts(
        server: server ?? ServerName(text: ""), appKeyFingerprint: "", user: person.user,
        host: person.host, profile: context.settings.profileInUse?.text, ticket: ticket))
    let section = RecordSection(
      "entries", JournalRecord.schema, records: entry.map { [JournalRecord.make($0)] } ?? [])
    return Report(.lists([section])) {
      var summary = Report.Summary()
      summary.done = JournalMessages.entryWritten
      if entry == nil {
        summary.hints = [JournalMessages.outcomeEntered(payment, path: path)]
      }
      return summary
    }
  }
}
