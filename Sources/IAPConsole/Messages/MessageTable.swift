import CommandLine
import IAPBatch
import IAPCore
import IAPRemote
import JSON
import Text

/// Everything that people read, in one language. A table is an exhaustive `switch`, so that the compiler
/// finds a message that has no row.
protocol MessageTable: Sendable {
  /// The row of an error, by its reason.
  func text(of error: IAPError) -> ErrorText

  func text(_ problem: ArgumentProblem) -> ErrorText
  func text(_ problem: PlaceProblem) -> ErrorText
  func text(_ problem: SettingProblem) -> ErrorText
  func text(_ problem: ConsumeProblem) -> ErrorText
  func text(_ problem: CommandProblem) -> ErrorText

  func text(_ label: MessageLabel) -> Sentence
  func text(_ message: ReportMessage) -> Sentence
  func text(_ message: ListMessage) -> Sentence
  func text(_ message: ConsumeMessage) -> Sentence
  func text(_ message: PurchaseMessage) -> Sentence
  func text(_ message: PaymentMessage) -> Sentence
  func text(_ message: InputMessage) -> Sentence
  func text(_ message: JournalMessage) -> Sentence
  func text(_ message: ReportPageMessage) -> Sentence
  func text(_ message: StoreMessage) -> Sentence
  func text(_ message: RehearseMessage) -> Sentence
  func text(_ message: ConfigMessage) -> Sentence
  func text(_ message: SetupMessage) -> Sentence
  func text(_ message: CheckMessage) -> Sentence
  func text(_ message: TourMessage) -> Sentence
  /// Information that a response contains in addition to the result.
  func text(_ notice: RemoteNotice) -> Sentence
  func text(_ place: PlaceName) -> Sentence
  /// What is wrong with a line of an input.
  func text(_ problem: LineProblem) -> Sentence
  /// What is wrong with a JSON text.
  func sentence(_ problem: JSONProblem.Kind) -> Sentence

  /// A message that holds for a number of payments.
  func repeated(_ message: Sentence, _ count: Int) -> Sentence

  /// The message of several payments, with the numbers of all or of the first ones.
  func examples(_ message: Sentence, _ payments: [Identifier], of count: Int) -> Sentence

  /// The error of a market, if the other markets were listed.
  func incomplete(without market: StoreCode, _ error: Sentence) -> Sentence

  /// The error of a request that `serve` could not answer.
  func unanswered(_ error: Sentence) -> Sentence

  /// What to do about an error, by its code alone.
  func remedy(of error: IAPError) -> Sentence

  /// What to do if the outcome is unknown.
  var checkOutcome: Sentence { get }
  /// What to do if nothing was applied.
  var repeatCommand: Sentence { get }
}

extension MessageTable {
  /// Quotes a path for a shell.
  func quoted(_ path: String) -> String { TypedOptions.quoted(path) }

  /// The option that enters what a person found: `--as consumed`.
  func option(_ outcome: SettledOutcome) -> String { "--as \(outcome.rawValue)" }

  /// The row of an invalid command line or setting.
  func text(of error: UsageError) -> ErrorText {
    switch error.problem {
    case let problem as PlaceProblem: text(problem)
    case let problem as SettingProblem: text(problem)
    case let problem as ConsumeProblem: text(problem)
    case let problem as CommandProblem: text(problem)
    case let problem as ArgumentProblem: text(problem)
    case let problem: ErrorText(Sentence(verbatim: "\(problem)"))
    }
  }
}

extension Language {
  /// The table of the language.
  var messages: any MessageTable {
    switch self {
    case .english: English()
    case .korean: Korean()
    case .japanese: Japanese()
    }
  }
}
