import CommandLine
import IAPBatch
import IAPCore

/// The commands that settle payments whose outcome is unknown. They can be pasted: they name the
/// same place, journal and user as the command line that left the payments unknown.
struct SettlingCommands: Sendable {
  private let typed: TypedOptions
  /// Whether a journal knows the payments as unknown; else a fixture store knows what it did.
  private let isJournaled: Bool
  private let server: ServerName

  init(_ typed: TypedOptions, isJournaled: Bool, server: ServerName) {
    (self.typed, self.isJournaled, self.server) = (typed, isJournaled, server)
  }

  /// Settles one payment.
  ///
  /// - Parameter user: whose payment it is, if no option says so.
  func consume(_ payment: Identifier, user: Identifier?) -> String {
    "iapctl consume \(payment) \(repetition)" + whose(user)
      + typed.words([ConsumeOptions.tokenFile.specification] + Self.shared)
      + typed.flag(GlobalOptions.yes.specification)
  }

  /// Settles all unknown payments of a file.
  ///
  /// - Parameter isInput: whether it is the file that this command read, as it was told to.
  func consume(from path: String, isInput: Bool) -> String {
    let format = [
      ConsumeOptions.inputFormat.specification, ConsumeOptions.skipBadLines.specification,
    ]
    return "iapctl consume \(repetition)" + TypedOptions.words("from", path)
      + (isInput ? typed.words([format[0]]) + typed.flag(format[1]) : "") + whose(nil)
      + typed.words(Self.shared) + typed.flag(GlobalOptions.yes.specification)
  }

  /// Records what a person found out.
  ///
  /// - Parameter isConsumed: whether the payment was consumed.
  func record(_ payment: Identifier, isConsumed: Bool) -> String {
    let conclusion: JournalRecord.SettledOutcome = isConsumed ? .consumed : .notConsumed
    return "iapctl journal settle \(payment) --as \(conclusion.rawValue) --ticket TEXT"
      + TypedOptions.words("server", server.text) + journal
  }

  private var journal: String { typed.words([GlobalOptions.journal.specification]) }

  /// What to do about an error that the journal explains; nil if it is another.
  static func hint(for error: IAPError, _ typed: TypedOptions) -> String? {
    func show(_ payment: Identifier) -> String {
      "iapctl journal show \(payment)" + typed.words([GlobalOptions.journal.specification])
    }
    return switch error.reason {
    case .consumedByRun(let payment):
      "nothing was sent; to see when and by whom: \(show(payment))"
    case .heldByRun(let payment, _, _, _, _):
      "wait for that run to end; to see what it did: \(show(payment))"
    default: nil
    }
  }

  func hint(for error: IAPError) -> String? { Self.hint(for: error, typed) }

  /// What makes a second consume settle the first.
  private var repetition: String { isJournaled ? "--resume" : "--already-consumed-ok" }

  private func whose(_ user: Identifier?) -> String {
    let option = GlobalOptions.user.specification
    if typed.contains(option) { return typed.words([option]) }
    let isNeeded = !typed.contains(ConsumeOptions.tokenFile.specification)
    return user.map { isNeeded ? TypedOptions.words("user", $0.text) : "" } ?? ""
  }

  /// What was not delivered must not be consumed: the commands that deliver are repeated too.
  private static let shared =
    [GlobalOptions.market.specification] + TypedOptions.backend + [
      GlobalOptions.journal.specification, ConsumeOptions.ticket.specification,
      ConsumeOptions.deliver.specification,
      ConsumeOptions.undo.specification, ConsumeOptions.deliverTimeout.specification,
    ]
}

extension ConsumeCommand {
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> String? {
    SettlingCommands.hint(for: error, typed)
  }
}
