import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Text

/// Writes the command lines that settle unknown payments. They can be pasted: they use the same
/// backend, journal and user as the command that left the payments unknown.
struct SettlingCommands: Sendable {
  private let typed: TypedOptions
  /// Whether a journal recorded the payments as unknown. Without one, the fixture store itself
  /// records every outcome.
  private let isJournaled: Bool
  /// Whether a consume needs a token. Then a payment that was consumed and whose token is lost can
  /// be settled only by a person.
  private let needsToken: Bool
  private let server: ServerName

  init(_ typed: TypedOptions, isJournaled: Bool, needsToken: Bool, server: ServerName) {
    (self.typed, self.isJournaled, self.server) = (typed, isJournaled, server)
    self.needsToken = needsToken
  }

  /// The command line that was typed, so that it skips what is done and consumes the rest. It asks: there may
  /// be more payments by now.
  ///
  /// - Parameters:
  ///   - market: the only market to ask; nil for those that were typed.
  ///   - omitted: options to leave out.
  func repeatedCommand(in market: StoreCode? = nil, without omitted: [OptionSpecification])
    -> String
  {
    // The rejected rows are written already, and their file is not replaced.
    var omitted = omitted + [InputOptions.rejected.specification]
    if market != nil { omitted.append(GlobalOptions.market.specification) }
    let options = ConsumeOptions.specifications + GlobalOptions.all
    let isTyped = [ConsumeOptions.resume, ConsumeOptions.alreadyConsumedOK]
      .contains { repetition == "--\($0.specification.name)" && typed.contains($0.specification) }
    return typed.commandLine(options, without: omitted)
      + (market.map { ShellText.option(GlobalOptions.market.specification.name, $0.text) }
        ?? "")
      + (isTyped || market != nil ? "" : " \(repetition)")
  }

  /// The command lines that record what became of a payment, if ``consume(_:user:ticket:)`` may leave it
  /// unknown. Nil if it cannot.
  func recordsIfStillUnknown(_ payment: Identifier, ticket: String?)
    -> (consumed: String, notConsumed: String)?
  {
    isJournaled && needsToken
      ? (
        record(payment, as: .consumed, ticket: ticket),
        record(payment, as: .notConsumed, ticket: ticket)
      ) : nil
  }

  /// Whether ``consume(_:user:ticket:)`` has to find the token of the payment in a list, which has it only
  /// if the payment was not consumed.
  var losesToken: Bool {
    needsToken && !typed.contains(ConsumeOptions.tokenFile.specification)
  }

  /// The command line that settles one payment.
  ///
  /// - Parameters:
  ///   - user: the user of the payment, if no option names one.
  ///   - ticket: the ticket of the payment, if no option names one.
  func consume(_ payment: Identifier, user: Identifier?, ticket: String? = nil) -> String {
    let namesTicket = typed.contains(ConsumeOptions.ticket.specification)
    let ticket = namesTicket ? nil : ticket.map { ShellText.option("ticket", $0) }
    return "iapctl consume \(payment) \(settling)" + userOption(user)
      + typed.shellText(of: [ConsumeOptions.tokenFile.specification] + Self.shared)
      + (ticket ?? "")
  }

  /// The command line that settles all unknown payments of a file, and sends no other payment.
  ///
  /// - Parameter isInput: whether it is the file that this command read with `--from`, so that the
  ///   options for its format must be repeated.
  func consume(from path: String, isInput: Bool) -> String {
    let isFlag = { (option: OptionSpecification) in option.value == nil }
    let options =
      InputOptions.specifications.filter { $0.name != InputOptions.rejected.specification.name }
      + [InputOptions.exactNumbers.specification]
    return "iapctl consume \(settling)"
      + ShellText.option("from", path)
      + (isInput
        ? typed.shellText(of: options.filter { !isFlag($0) })
          + options.filter(isFlag).map { typed.flag($0) }.joined() : "") + userOption(nil)
      + typed.shellText(of: Self.shared)
  }

  /// The command line that records an outcome that the user found in the IAP console.
  ///
  /// - Parameter known: the ticket of the payment, if no option names one.
  func record(_ payment: Identifier, as outcome: SettledOutcome, ticket known: String? = nil)
    -> String
  {
    let ticket = typed.shellText(of: [ConsumeOptions.ticket.specification])
    return "iapctl journal settle \(payment) --as \(outcome.rawValue)"
      + (ticket.isEmpty ? ShellText.option("ticket", known ?? "TEXT") : ticket)
      + ShellText.option("server", server.text)
      + typed.shellText(of: [GlobalOptions.journal.specification])
  }

  /// The hint for an error that the journal or the user's list explains; nil for other errors.
  static func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    func show(_ payment: Identifier) -> String {
      "iapctl journal show \(payment)" + typed.shellText(of: [GlobalOptions.journal.specification])
    }
    let user = GlobalOptions.user.specification
    return switch error.reason {
    case .payment(_, .notFound) where typed.contains(user):
      ConsumeMessages.checkPayment(
        command: "iapctl unconsumed"
          + typed.shellText(
            of: [user, GlobalOptions.market.specification] + TypedOptions.backend))
    case .payment(let payment, .consumedByRun(let delivery)):
      IAPError.PaymentProblem.consumedEarlier(command: show(payment), after: delivery)
    case .payment(let payment, .heldByRun(_, _, _, _, [])):
      IAPError.PaymentProblem.waitForRun(command: show(payment))
    default: nil
    }
  }

  func hint(for error: IAPError) -> Sentence? { Self.hint(for: error, typed) }

  /// The option that makes a second consume settle the first.
  private var repetition: String { isJournaled ? "--resume" : "--already-consumed-ok" }

  /// The options that settle unknown payments, and send no others.
  private var settling: String {
    isJournaled ? "\(repetition) --\(ConsumeOptions.onlyUnknown.specification.name)" : repetition
  }

  /// The option that names the user of a payment; empty if the token file makes it unnecessary.
  private func userOption(_ user: Identifier?) -> String {
    let option = GlobalOptions.user.specification
    if typed.contains(option) { return typed.shellText(of: [option]) }
    let isNeeded = !typed.contains(ConsumeOptions.tokenFile.specification)
    return user.map { isNeeded ? ShellText.option("user", $0.text) : "" } ?? ""
  }

  /// The options to repeat. The delivery commands are among them: a payment that was not delivered
  /// must not be consumed.
  private static let shared =
    [GlobalOptions.market.specification] + TypedOptions.backend
    + [OptionSpecification].of(
      GlobalOptions.journal, ConsumeOptions.ticket, ConsumeOptions.deliver, ConsumeOptions.undo,
      ConsumeOptions.deliverTimeout)
}
