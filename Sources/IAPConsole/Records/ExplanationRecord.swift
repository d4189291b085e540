import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Records

/// The explanation of an error code, as a record.
enum ExplanationRecord {
  private static let fields = [
    "domain", "code", "name", "meaning", "when", "remedy", "retryable",
  ]

  static let schema = RecordSchema(fields, columns: fields, isTall: true)

  /// - Parameter meaning: of an exit status of iapctl.
  static func make(
    exit status: Int, _ meaning: String, in language: Language, for format: OutputFormat
  ) -> Record {
    Record([
      .text("exit"), .number(Int64(status)), .text(nil),
      .text((format == .table ? language : .english).text(meaning)), .null, .null,
      .flag(ExitStatus(code: Int32(clamping: status)).isRetryable),
    ])
  }

  static func make(
    _ outcome: ConsumeResult.Outcome, in language: Language, for format: OutputFormat
  ) -> Record {
    let help = format == .table ? language : .english
    return Record([
      .text("outcome"), .null, .text(outcome.rawValue),
      .text(language.text(OutcomeMessages.meaning(of: outcome))), .null,
      .text(help.text(OutcomeMessages.remedy(after: outcome))), .flag(outcome == .notSent),
    ])
  }

  /// - Parameter language: the language of the meaning. A table is for people, who read when the error
  ///   occurs and its remedy in the same language; the other formats have them in English.
  static func make(
    _ explanation: ErrorExplanation, in language: Language, for format: OutputFormat
  ) -> Record {
    let help = format == .table ? language : .english
    return Record([
      .text(explanation.domain.text), explanation.code.map { .number(Int64($0)) } ?? .null,
      .text(explanation.name),
      .text(language.text(explanation.row.meaning)), .text(help.text(explanation.row.when)),
      .text(help.text(explanation.row.remedy)),
      .flag(explanation.row.isRetryable),
    ])
  }
}
