import CommandLine
import IAPBatch
import IAPCore
import JSON
import Records

/// Converts values of IAPCore to fields of records.
extension FieldValue {
  static func price(_ price: Price?) -> FieldValue { price.map { .amount($0.digits) } ?? .null }

  static func instant(_ instant: Instant?) -> FieldValue {
    instant.map { .instant($0.description) } ?? .null
  }

  static func number(_ number: Int64?) -> FieldValue {
    number.map { .number(String($0)) } ?? .null
  }
}

extension RecordBatch {
  init<Owner>(_ owners: [Owner], _ fields: [Field<Owner>]) {
    self.init(width: fields.count)
    for owner in owners { append(owner, fields) }
  }
}

/// A purchase as a record, with the SDK's property names.
enum PurchaseRecord {
  static let schema = schema(product: "productIdentifier")

  /// For a list with `productSeq` and without `productIdentifier`, as the legacy API returns it.
  static let numberedSchema = schema(product: "productSeq")

  private static func schema(product: String) -> RecordSchema {
    RecordSchema(
      Purchase.fields.map(\.name),
      columns: [
        "paymentSeq", "userID", product, "price", "currency", "storeCode", "purchaseTime",
      ], keys: keys)
  }

  static let subscriptionSchema = RecordSchema(
    Subscription.fields.map(\.name),
    columns: [
      "paymentSeq", "userID", "productIdentifier", "price", "currency", "storeCode", "status",
      "expiryTime", "renewTime",
    ], keys: keys)

  private static let keys: Set = ["paymentSeq", "userID", "productIdentifier"]

  static func batch(_ purchases: [Purchase]) -> RecordBatch {
    RecordBatch(purchases, Purchase.fields)
  }

  static func batch(_ subscriptions: [Subscription]) -> RecordBatch {
    RecordBatch(subscriptions, Subscription.fields)
  }
}

/// A product as a record, with the SDK's property names.
enum ProductRecord {
  static let schema = RecordSchema(
    Product.fields.map(\.name),
    columns: [
      "productIdentifier", "productType", "price", "currency", "storeCode", "productName",
      "active", "valid",
    ], keys: ["productIdentifier"])

  static func batch(_ products: [Product]) -> RecordBatch {
    RecordBatch(products, Product.fields)
  }
}

/// The result of consuming a payment, as a record.
enum ConsumeRecord {
  static let schema = RecordSchema(
    [
      "paymentSeq", "userID", "claimedUserID", "outcome", "priorUnknown", "price", "currency",
      "productSeq", "attempts", "error",
    ],
    columns: ["paymentSeq", "outcome", "price", "currency", "error"], keys: ["paymentSeq"])

  /// Adds a result to the records of a list.
  ///
  /// - Parameter hint: replaces the hint of the error. Nil to use that one.
  static func append(
    _ result: ConsumeResult, to records: inout RecordBatch, in language: Language,
    hint: String? = nil
  ) {
    records.append(.text, result.paymentSeq.text)
    records.append(.text(result.userID?.text))
    records.append(.text(result.claimedUserID?.text))
    records.append(.text, result.outcome.rawValue)
    records.append(result.priorUnknown)
    records.append(.price(result.receipt?.price))
    records.append(.text(result.receipt?.currency))
    records.append(.number(result.receipt?.productSeq))
    records.append(Int64(result.attempts))
    let error = result.error.map {
      self.error($0.about(paymentSeq: result.paymentSeq), in: language, hint: hint)
    }
    records.append(error ?? .null)
  }

  /// The number of payments with each outcome, for the JSON document.
  static func make(_ summary: ConsumeSummary) -> (RecordSchema, Record) {
    let outcomes = ConsumeResult.Outcome.allCases
    let names = outcomes.map(\.rawValue)
    return (
      RecordSchema(names, columns: names),
      Record(outcomes.map { .number(String(summary[$0])) })
    )
  }

  /// The same counts, for the last line on standard error.
  ///
  /// - Parameter place: where the payments were consumed.
  static func document(_ summary: ConsumeSummary, at place: String?) -> JSONValue {
    let counts = ConsumeResult.Outcome.allCases.map {
      JSONValue.Member($0.rawValue, .integer(summary[$0]))
    }
    return .object([.init("summary", .object(counts)), .init("place", .text(place))])
  }

  private static func error(
    _ error: IAPError, in language: Language, hint: String?
  ) -> FieldValue {
    let code = error.number.map { "\(error.domain) \($0) " } ?? ""
    let members = ErrorRecord.members(
      of: error, in: language, exit: ExitStatus(of: error),
      hint: hint ?? ErrorMessages.hint(of: error))
    return .nested(.object(members), short: code + error.name)
  }
}

/// An entry of the journal, as a record.
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
    ], keys: ["paymentSeq"])

  /// For the entries of one payment: with the text of notes.
  static let shown = RecordSchema(
    schema.fields, columns: schema.columns + ["note"], keys: ["paymentSeq"])

  /// The fields with their meanings. `outcome` and `error` mean something else than in other
  /// records.
  static var documented: [FieldSpecification] {
    schema.documented.map { field in
      meanings[field.name].map { FieldSpecification(field.name, $0) } ?? field
    }
  }

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
      .flag(entry.priorUnknown), .text(payment.user?.text), .text(payment.claimedUser?.text),
      .text(payment.storeCode?.text), .number(payment.productSeq), .price(payment.price),
      .text(payment.currency),
      entry.error.map(error) ?? .null, .text(run.user), .text(run.host),
      .number(Int64(entry.process)), .text(run.profile), .text(run.server.text),
      .text(run.appKeyFingerprint.isEmpty ? nil : run.appKeyFingerprint), .text(entry.ticket),
      .text(entry.note),
    ])
  }

  private static func error(_ error: JournalError) -> FieldValue {
    let members: [JSONValue.Member] = [
      .init("name", .string(error.name)), .init("domain", .string(error.domain)),
      .init("code", error.code.map(JSONValue.integer) ?? .null),
      .init("serverCode", error.serverCode.map(JSONValue.integer) ?? .null),
      .init("httpStatus", error.httpStatus.map(JSONValue.integer) ?? .null),
      .init("message", .string(error.message)),
    ]
    let code = error.code.map { "\(error.domain) \($0) " } ?? ""
    return .nested(.object(members), short: code + error.name)
  }
}

/// The explanation of an error code, as a record.
enum ExplanationRecord {
  private static let fields = [
    "domain", "code", "name", "meaning", "when", "remedy", "retryable",
  ]

  static let schema = RecordSchema(fields, columns: fields, isTall: true)

  /// - Parameter language: the language of the field `meaning`. All other fields are English.
  static func make(_ explanation: ErrorExplanation, in language: Language) -> Record {
    Record([
      .text(explanation.domain.text), explanation.code.map { .number(Int64($0)) } ?? .null,
      .text(explanation.name),
      .text(explanation.meaning[language]), .text(explanation.when), .text(explanation.remedy),
      .flag(explanation.isRetryable),
    ])
  }
}
