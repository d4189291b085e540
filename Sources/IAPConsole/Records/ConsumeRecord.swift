import CommandLine
import IAPBatch
import IAPCore
import JSON

/// The result of consuming a payment, as a record.
enum ConsumeRecord {
  static let schema = RecordSchema(
    [
      "paymentSeq", "userID", "outcome", "priorUnknown", "price", "currency", "productSeq",
      "attempts", "error",
    ],
    columns: ["paymentSeq", "outcome", "price", "currency", "error"], keys: ["paymentSeq"])

  /// - Parameter hint: replaces the hint of the error. Nil to use that one.
  static func make(
    _ result: ConsumeResult, in language: Language, hint: String? = nil
  ) -> Record {
    Record([
      .text(result.paymentSeq.text), .text(result.userID?.text), .text(result.outcome.rawValue),
      .flag(result.priorUnknown),
      .price(result.receipt?.price), .text(result.receipt?.currency),
      .number(result.receipt?.productSeq), .number(Int64(result.attempts)),
      result.error.map {
        error($0.about(paymentSeq: result.paymentSeq), in: language, hint: hint)
      } ?? .null,
    ])
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
  static func document(_ summary: ConsumeSummary) -> JSONValue {
    .object(
      ConsumeResult.Outcome.allCases.map { .init($0.rawValue, .integer(summary[$0])) })
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
