import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import JSON
import Languages
import Records

/// The result of consuming a payment, as a record.
enum ConsumeRecord {
  static let schema = RecordSchema(
    [
      "paymentSeq", "userID", "claimedUserID", "outcome", "priorUnknown", "delivery", "price",
      "currency",
      "productSeq", "attempts", "error",
    ],
    columns: ["paymentSeq", "outcome", "price", "currency", "error"], keys: ["paymentSeq"],
    marks: Mark.outcomes)

  /// Adds a result to the records of a list.
  ///
  /// - Parameter hint: replaces the hint of the error. Nil to use that one.
  static func append(
    _ result: ConsumeResult, to records: inout RecordBatch, hint: Sentence? = nil
  ) {
    records.append(.text, result.paymentSeq.text)
    records.append(.text(result.userID?.text))
    records.append(.text(result.claimedUserID?.text))
    records.append(.text, result.outcome.rawValue)
    records.append(result.priorUnknown)
    records.append(.text((result.earlierDelivery ?? result.delivery)?.rawValue))
    records.append(.price(result.receipt?.price))
    records.append(.text(result.receipt?.currency))
    records.append(.number(result.receipt?.productSeq))
    records.append(Int64(result.attempts))
    let error = result.error.map {
      self.error($0.about(paymentSeq: result.paymentSeq), of: result.user, hint: hint)
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
  static func document(_ summary: ConsumeSummary, at place: PlaceName?) -> JSONValue {
    let counts = ConsumeResult.Outcome.allCases.map {
      JSONValue.Member($0.rawValue, .integer(summary[$0]))
    }
    return .object([
      .init("summary", .object(counts)),
      .init("place", .text(place.map { ErrorRecord.language.text(PlaceMessages.name($0)) })),
    ])
  }

  private static func error(_ error: IAPError, of user: Identifier?, hint: Sentence?)
    -> FieldValue
  {
    let code = error.number.map { "\(error.domain) \($0) " } ?? ""
    let members = ErrorRecord.members(
      of: error, exit: ExitStatus(of: error),
      hint: hint.map(ErrorRecord.language.text)
        ?? ErrorMessages.hint(of: error).map {
          ErrorMessages.naming(
            error.subject.paymentSeq, of: user, in: ErrorRecord.language.text($0))
        })
    return .nested(.object(members), short: code + error.name)
  }
}
