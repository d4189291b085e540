import CommandLine
import IAPCore
import JSON
import Records

/// A payment as a record: the fields of a purchase, and more.
enum PaymentRecord {
  /// A payment of a list: with its state.
  static let schema = RecordSchema(
    StoredPayment.fields.map(\.name),
    columns: [
      "paymentSeq", "userID", "productIdentifier", "price", "currency", "storeCode", "state",
      "consumed", "purchaseTime",
    ], keys: PurchaseRecord.keys)

  /// All that is known of one payment.
  static let detailedSchema = RecordSchema(
    schema.fields + [
      "status", "isConsumable", "situation", "alsoTransactionOf", "hint", "commands", "sources",
      "timeline",
    ], columns: schema.columns + ["situation"], keys: PurchaseRecord.keys)

  static func batch(_ answer: PaymentAnswer) -> RecordBatch {
    let (findings, situation) = (answer.findings, answer.situation)
    var records = RecordBatch(width: detailedSchema.fields.count)
    records.append(findings.purchase, Purchase.fields)
    records.append(.text(findings.history?.payment.state.rawValue))
    let isConsumed = findings.wasConsumed ? true : situation.isConsumed
    records.append(isConsumed.map(FieldValue.flag) ?? .null)
    records.append(.text(findings.history?.status?.name))
    records.append(findings.transaction.map { FieldValue.flag($0.isConsumable) } ?? .null)
    records.append(.text, situation.name)
    records.append(.text(findings.namesake?.text))
    records.append(.text, ErrorRecord.language.text(answer.advice.message))
    let commands = answer.advice.commands
    records.append(.nested(.array(commands.map(JSONValue.string)), short: commands.first ?? ""))
    records.append(list(findings.sources.map(\.document)))
    records.append(list(findings.timeline.map(\.document)))
    return records
  }

  private static func list(_ elements: [JSONValue]) -> FieldValue {
    .nested(.array(elements), short: String(elements.count))
  }
}

extension PaymentSituation {
  /// Nil if it is not known, or has no meaning because no money was taken.
  fileprivate var isConsumed: Bool? {
    switch self {
    case .consumed: true
    case .unknown, .inProgress, .absent, .unclear: nil
    default: false
    }
  }
}
