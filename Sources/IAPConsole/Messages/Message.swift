import CommandLine
import IAPCore
import IAPRemote
import Languages
import Text

/// What a person reads beside the records, by its id and its values. It becomes text where it is
/// written, by the table of the language.
enum Message: Equatable, Sendable {
  case report(ReportMessage)
  case list(ListMessage)
  case consume(ConsumeMessage)
  case purchase(PurchaseMessage)
  case payment(PaymentMessage)
  case input(InputMessage)
  case journal(JournalMessage)
  case store(StoreMessage)
  case rehearse(RehearseMessage)
  case config(ConfigMessage)
  case setup(SetupMessage)
  case check(CheckMessage)
  /// Information that a response contains in addition to the result.
  case remote(RemoteNotice)
  case error(IAPError)
  /// What to do about an error; empty if there is nothing to do.
  case hint(IAPError)
  /// Failures that differ only in the payment.
  case failures(FailureTally.Group)
  /// `serve` could not answer a request.
  case unanswered(IAPError)
  /// An invalid setting, which does not end the command.
  case usage(UsageError)
}

extension Language {
  func text(_ message: Message) -> String { text(sentence(message)) }

  func text(_ place: PlaceName) -> String { text(English().text(place)) }

  private func sentence(_ message: Message) -> Sentence {
    let table = English()
    return switch message {
    case .report(let message): table.text(message)
    case .list(let message): table.text(message)
    case .consume(let message): table.text(message)
    case .purchase(let message): table.text(message)
    case .payment(let message): table.text(message)
    case .input(let message): table.text(message)
    case .journal(let message): table.text(message)
    case .store(let message): table.text(message)
    case .rehearse(let message): table.text(message)
    case .config(let message): table.text(message)
    case .setup(let message): table.text(message)
    case .check(let message): table.text(message)
    case .remote(let notice): table.text(notice)
    case .error(let error): ErrorMessages.message(of: error)
    case .hint(let error): ErrorMessages.hint(of: error) ?? ""
    case .failures(let group): ErrorMessages.message(of: group)
    case .unanswered(let error): table.unanswered(ErrorMessages.message(of: error))
    case .usage(let error): table.text(of: error).message
    }
  }
}
