import IAPBatch
import IAPCore
import SafeText

/// What became of a payment, as a record.
enum ConsumeRecord {
  static let schema = RecordSchema(
    [
      "paymentSeq", "outcome", "priorUnknown", "price", "currency", "productSeq", "attempts",
      "error",
    ],
    columns: ["paymentSeq", "outcome", "price", "currency", "error"], keys: ["paymentSeq"])

  static func make(_ result: ConsumeResult, in language: Language) -> Record {
    Record([
      .text(result.paymentSeq.text), .text(result.outcome.rawValue), .flag(result.priorUnknown),
      .price(result.receipt?.price), .text(result.receipt?.currency),
      .number(result.receipt?.productSeq), .number(Int64(result.attempts)),
      result.error.map { error($0.about(paymentSeq: result.paymentSeq), in: language) } ?? .null,
    ])
  }

  /// The counts of every outcome.
  static func make(_ summary: ConsumeSummary) -> (RecordSchema, Record) {
    let outcomes = ConsumeResult.Outcome.allCases
    let names = outcomes.map(\.rawValue)
    return (
      RecordSchema(names, columns: names),
      Record(outcomes.map { .number(String(summary[$0])) })
    )
  }

  private static func error(_ error: IAPError, in language: Language) -> FieldValue {
    let code = error.number.map { "\(error.domain) \($0) " } ?? ""
    let members = ErrorRecord.members(of: error, in: language, exit: ExitStatus(of: error))
    return .nested(.object(members), short: code + error.name)
  }
}
