import CommandLine
import IAPBatch
import IAPCore

/// What the commands on one payment of the journal share.
enum JournalPayments {
  static let payment = Operand(
    .one,
    ValueParser(
      "PAYMENT_SEQ", expectation: "a payment number, which is made of digits", kind: .text
    ) { word in
      let number = Identifier(word)
      return number.isDigits ? number : nil
    }, "a payment number")
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
    let person = context.environment.host.operator
    let entry = try await journal.annotate(
      payment, at: server, annotation,
      by: RunFacts(
        server: server ?? ServerName(text: ""), appKeyFingerprint: "", user: person.user,
        host: person.host, profile: context.settings.profileInUse?.text, ticket: ticket))
    let section = RecordSection(
      "entries", JournalRecord.schema, records: entry.map { [JournalRecord.make($0)] } ?? [])
    return Report(.lists([section])) {
      var summary = Report.Summary()
      summary.done = "the entry was written"
      if entry == nil {
        summary.hints = [
          "payment \(payment) already has this outcome in the journal \(path); nothing was entered"
        ]
      }
      return summary
    }
  }
}
