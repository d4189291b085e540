import CommandLine
import IAPBatch
import IAPCore
import JSON
import Records

enum JournalRecord {
  static let schema = RecordSchema(
    [
      "paymentSeq", "action", "outcome", "began", "ended", "attempts", "priorUnknown", "userID",
      "claimedUserID", "storeCode", "productSeq", "price", "currency", "error", "operator", "host",
      "process", "profile", "server", "appKeyFingerprint", "ticket", "note",
    ],
    columns: [
      "paymentSeq", "action", "outcome", "began", "userID", "price", "currency", "operator",
      "ticket", "error",
    ],
    narrowColumns: ["paymentSeq", "outcome", "began", "userID", "price", "currency"],
    keys: ["paymentSeq"], marks: Mark.outcomes, meanings: meanings)

  /// For the entries of one payment: with the text of notes.
  static let shown = RecordSchema(
    schema.fields, columns: schema.columns + ["note"], keys: ["paymentSeq"],
    marks: Mark.outcomes, meanings: meanings)

  private static let meanings = [
    "outcome":
      "consumed, already-consumed, refused, not-sent or unknown (it may or may not have "
      + "happened); not-consumed (entered by hand); done or failed (a delivery or an undo); "
      + "open (still running)",
    "error": "the error: name, domain, code, serverCode, httpStatus and message; or null",
  ]

  static func make(_ entry: JournalEntry) -> Record {
    let (payment, run) = (entry.payment, entry.run)
    return Record([
      .text(payment.paymentSeq.text), .text(entry.action.rawValue), .text(entry.outcome.name),
      .instant(entry.began), .instant(entry.ended), .number(Int64(entry.attempts)),
      .flag(entry.priorUnknown), .text(payment.confirmedUser?.text),
      .text(payment.claimedUser?.text),
      .text(payment.storeCode?.text), .number(payment.productSeq), .price(payment.purchase.price),
      .text(payment.purchase.currency),
      entry.error.map { .nested($0.document, short: $0.short) } ?? .null, .text(run.user),
      .text(run.host),
      .number(Int64(entry.process)), .text(run.profile), .text(run.server.text),
      .text(run.appKeyFingerprint.isEmpty ? nil : run.appKeyFingerprint), .text(entry.ticket),
      .text(entry.note),
    ])
  }
}

extension JournalError {
  var document: JSONValue {
    .object([
      .init("name", .string(name)), .init("domain", .string(domain)),
      .init("code", code.map(JSONValue.integer) ?? .null),
      .init("serverCode", serverCode.map(JSONValue.integer) ?? .null),
      .init("httpStatus", httpStatus.map(JSONValue.integer) ?? .null),
      .init("message", .string(message)),
    ])
  }

  /// `com.nhncloud.http 102 requestTimeout`.
  var short: String { (code.map { "\(domain) \($0) " } ?? "") + name }
}
