import CommandLine
import IAPCore

/// The explanation of an error code, as a record.
enum ExplanationRecord {
  private static let fields = [
    "domain", "code", "name", "meaning", "when", "remedy", "retryable",
  ]

  static let schema = RecordSchema(fields, columns: fields, isTall: true)

  /// - Parameter language: the language of the field `meaning`. All other fields are English.
  static func make(_ explanation: ErrorExplanation, in language: Language) -> Record {
    Record([
      .text(explanation.domain.text), .number(Int64(explanation.code)), .text(explanation.name),
      .text(explanation.meaning[language]), .text(explanation.when), .text(explanation.remedy),
      .flag(explanation.isRetryable),
    ])
  }
}
