import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Records

/// The explanation of an error code, as a record.
struct ExplanationRecord {
  static let schema = RecordSchema(
    ["domain", "code", "name", "meaning", "when", "remedy", "retryable"], isTall: true)

  /// The language of the meaning of an error, in all formats.
  private let language: Language
  private let help: Language

  init(_ settings: Settings) { (language, help) = (settings.language, settings.recordLanguage) }

  /// - Parameter meaning: of an exit status of iapctl.
  func record(exit status: Int, _ meaning: String) -> Record {
    let outcome: ConsumeResult.Outcome? =
      switch status {
      case 7: .unknown
      case 69, 75: .notSent
      default: nil
      }
    return Record([
      .text("exit"), .number(Int64(status)), .text(nil), .text(help.text(meaning)), .null,
      .text(outcome.map { help.text(OutcomeMessages.remedy(after: $0)) }),
      .flag(ExitStatus(code: Int32(clamping: status)).isRetryable),
    ])
  }

  func record(_ outcome: ConsumeResult.Outcome) -> Record {
    Record([
      .text("outcome"), .null, .text(outcome.rawValue),
      .text(language.text(OutcomeMessages.meaning(of: outcome))), .null,
      .text(help.text(OutcomeMessages.remedy(after: outcome))), .flag(outcome == .notSent),
    ])
  }

  /// - Parameter type: its place in ``ProductType/known``.
  func record(type: Int) -> Record {
    Record([
      .text("productType"), .number(Int64(ProductType.ofSDK[type].1)),
      .text(ProductType.known[type].description),
      .text(help.text(ProductRecord.typeMeanings[type])), .null, .null, .flag(false),
    ])
  }

  func record(_ explanation: ErrorExplanation) -> Record {
    let row = explanation.row
    return Record([
      .text(explanation.domain.text), explanation.code.map { .number(Int64($0)) } ?? .null,
      .text(explanation.name), .text(language.text(row.meaning)), .text(help.text(row.when)),
      .text(help.text(row.remedy)), .flag(row.isRetryable),
    ])
  }
}
