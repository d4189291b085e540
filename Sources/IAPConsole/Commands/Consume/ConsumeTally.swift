import CommandLine
import IAPBatch
import IAPCore

/// Counts the results of a consume, for the summary and the exit status.
struct ConsumeTally {
  /// A payment that may or may not have been consumed.
  private struct Unknown {
    let payment: Identifier
    let user: Identifier?
    let error: IAPError
  }

  private let plan: ConsumePlan
  private let commands: SettlingCommands
  private(set) var summary = ConsumeSummary()
  private(set) var failures: FailureTally = []
  /// Whether at least one payment succeeded.
  private(set) var isAnyFine = false
  private var unknown: [Unknown] = []
  private var unknownPayments: Set<Identifier> = []
  /// The number of unknown payments that turned out to be consumed.
  private var settled = 0
  private var delivered: [Identifier] = []

  init(_ plan: ConsumePlan, _ commands: SettlingCommands) {
    (self.plan, self.commands) = (plan, commands)
  }

  mutating func count(_ result: ConsumeResult) {
    summary.count(result)
    if isSettled(result) { settled += 1 }
    if result.isDeliveredOnly { delivered.append(result.paymentSeq) }
    if let error = result.undoError { failures.add(error, of: result.paymentSeq) }
    if isFine(result) {
      isAnyFine = true
    } else if let error = result.error {
      add(error, of: result)
    }
  }

  /// Adds a failure that does not concern a payment.
  mutating func add(_ error: IAPError) { failures.add(error) }

  /// Adds a failure of a payment.
  mutating func add(_ error: IAPError, of result: ConsumeResult) {
    failures.add(error, of: result.paymentSeq)
    guard result.outcome == .unknown else { return }
    unknownPayments.insert(result.paymentSeq)
    unknown.append(Unknown(payment: result.paymentSeq, user: result.userID, error: error))
  }

  func isUnknown(_ payment: Identifier) -> Bool { unknownPayments.contains(payment) }

  /// Whether the result is a success. An already consumed payment is one with `--already-consumed-ok`,
  /// and if `--resume` settles its unknown outcome. `--settle` alone does not make it one, because a
  /// script would grant what another run may have consumed.
  private func isFine(_ result: ConsumeResult) -> Bool {
    switch result.outcome {
    case .consumed, .skipped: true
    case .alreadyConsumed: plan.acceptsConsumed || (plan.resumes && isSettled(result))
    case .refused, .notSent, .unknown: false
    }
  }

  /// Whether this run settled an unknown outcome of the payment, as it was told to.
  private func isSettled(_ result: ConsumeResult) -> Bool {
    result.outcome == .alreadyConsumed && result.priorUnknown
      && (plan.resumes || plan.settle != nil)
  }

  /// What the user must do, apart from the counts.
  var notices: [String] {
    var notices: [String] = []
    if settled > 0, plan.deliver == nil {
      let payments = settled == 1 ? "1 payment was" : "\(settled) payments were"
      notices.append(
        "\(payments) already consumed, most likely by an earlier attempt of your own: check your own "
          + "records, and grant only if the item was not granted")
    }
    if !delivered.isEmpty {
      notices.append(
        "delivered but not consumed: \(delivered.map(\.text).joined(separator: ", ")); the next run "
          + "with --resume consumes them and does not deliver again")
    }
    return notices
  }

  /// The counts as text: `2 consumed, 1 unknown`.
  var words: String {
    ConsumeResult.Outcome.allCases.filter { summary[$0] > 0 }
      .map { "\(summary[$0]) \($0.rawValue)" }.joined(separator: ", ")
  }

  // MARK: What is unknown

  /// The hint for the error of a result; nil to use the hint of the error itself.
  func hint(for result: ConsumeResult) -> String? {
    if let error = result.error, let hint = hint(for: error) { return hint }
    guard result.outcome == .unknown, let error = result.error else { return nil }
    return hint(
      for: Unknown(payment: result.paymentSeq, user: result.userID, error: error),
      by: commands.consume(result.paymentSeq, user: result.userID))
  }

  /// The hint for an error that the journal explains; nil for other errors.
  func hint(for error: IAPError) -> String? { commands.hint(for: error) }

  /// The unknown payments with their hints.
  ///
  /// - Parameter input: the file that settles all of them; nil if each needs its own command.
  func unsettled(by input: SettlingInput?) -> [UnsettledPayment] {
    unknown.map { payment in
      let own = commands.consume(payment.payment, user: payment.user)
      let common = input?.command(commands)
      return UnsettledPayment(
        payment.error,
        notice: common == nil || isUnlisted(payment.error)
          ? hint(for: payment, by: own) : Self.notice(payment.payment),
        hint: hint(for: payment, by: common ?? own))
    }
  }

  /// The hint with one command for all unknown payments. Nil if there is no such command, or
  /// nothing to settle.
  func settlingHint(by input: SettlingInput?) -> String? {
    guard let input, unknown.contains(where: { !isUnlisted($0.error) }) else { return nil }
    let isMore = input.isWhole && summary[.notSent] > 0
    return "settle them\(isMore ? ", and consume the rest," : "")\(input.words) with: "
      + input.command(commands)
  }

  private func hint(for payment: Unknown, by command: String) -> String {
    if isUnlisted(payment.error) {
      return "\(Self.notice(payment.payment)), and no unconsumed list has it; look it up in the "
        + "IAP console. If it was consumed: \(commands.record(payment.payment, as: .consumed)); if it "
        + "was not: \(commands.record(payment.payment, as: .notConsumed))"
    }
    // The same command would fail in the same way.
    if case .usage(_, let hint?) = payment.error.reason {
      return "\(Self.notice(payment.payment)); to settle it, \(hint)"
    }
    return "\(Self.notice(payment.payment)); settle it with: \(command)"
  }

  private static func notice(_ payment: Identifier) -> String {
    "payment \(payment) may have been consumed"
  }

  /// Whether the payment is in no unconsumed list, so that its token cannot be looked up.
  private func isUnlisted(_ error: IAPError) -> Bool {
    if case .payment(_, .unlisted) = error.reason { true } else { false }
  }
}

/// A file with all unknown payments and their tokens. One command with this file settles them.
enum SettlingInput {
  /// The file of `--keep-unknown`: it contains only unknown payments.
  case kept(String)
  /// The file that the command read; `-` is standard input.
  case file(String)

  /// Whether the file also contains other payments.
  var isWhole: Bool { if case .file = self { true } else { false } }

  var words: String {
    if case .file("-") = self { " by the same input" } else { "" }
  }

  func command(_ commands: SettlingCommands) -> String {
    switch self {
    case .kept(let path): commands.consume(from: path, isInput: false)
    case .file(let path): commands.consume(from: path, isInput: true)
    }
  }
}

/// Writes the command lines that settle unknown payments. They can be pasted: they use the same
/// backend, journal and user as the command that left the payments unknown.
struct SettlingCommands: Sendable {
  private let typed: TypedOptions
  /// Whether a journal recorded the payments as unknown. Without one, the fixture store itself
  /// records every outcome.
  private let isJournaled: Bool
  private let server: ServerName

  init(_ typed: TypedOptions, isJournaled: Bool, server: ServerName) {
    (self.typed, self.isJournaled, self.server) = (typed, isJournaled, server)
  }

  /// The command line that settles one payment.
  ///
  /// - Parameter user: the user of the payment, if no option names one.
  func consume(_ payment: Identifier, user: Identifier?) -> String {
    "iapctl consume \(payment) \(repetition)" + whose(user)
      + typed.words([ConsumeOptions.tokenFile.specification] + Self.shared)
      + typed.flag(GlobalOptions.yes.specification)
  }

  /// The command line that settles all unknown payments of a file.
  ///
  /// - Parameter isInput: whether it is the file that this command read with `--from`, so that the
  ///   options for its format must be repeated.
  func consume(from path: String, isInput: Bool) -> String {
    let format = [
      ConsumeOptions.inputFormat.specification, ConsumeOptions.skipBadLines.specification,
    ]
    return "iapctl consume \(repetition)" + TypedOptions.words("from", path)
      + (isInput ? typed.words([format[0]]) + typed.flag(format[1]) : "") + whose(nil)
      + typed.words(Self.shared) + typed.flag(GlobalOptions.yes.specification)
  }

  /// The command line that records an outcome that the user found in the IAP console.
  func record(_ payment: Identifier, as outcome: SettledOutcome) -> String {
    "iapctl journal settle \(payment) --as \(outcome.rawValue) --ticket TEXT"
      + TypedOptions.words("server", server.text) + journal
  }

  private var journal: String { typed.words([GlobalOptions.journal.specification]) }

  /// The hint for an error that the journal or the user's list explains; nil for other errors.
  static func hint(for error: IAPError, _ typed: TypedOptions) -> String? {
    func show(_ payment: Identifier) -> String {
      "iapctl journal show \(payment)" + typed.words([GlobalOptions.journal.specification])
    }
    let user = GlobalOptions.user.specification
    return switch error.reason {
    case .payment(_, .notFound) where typed.contains(user):
      "check the payment number; list what can be consumed with: iapctl unconsumed"
        + typed.words([user, GlobalOptions.market.specification] + TypedOptions.backend)
    case .payment(let payment, .consumedByRun):
      "do not grant again; to see when and by whom it was consumed: \(show(payment))"
    case .payment(let payment, .heldByRun(_, _, _, _, [])):
      "wait for that run to end; to see what it did: \(show(payment))"
    default: nil
    }
  }

  func hint(for error: IAPError) -> String? { Self.hint(for: error, typed) }

  /// The option that makes a second consume settle the first.
  private var repetition: String { isJournaled ? "--resume" : "--already-consumed-ok" }

  private func whose(_ user: Identifier?) -> String {
    let option = GlobalOptions.user.specification
    if typed.contains(option) { return typed.words([option]) }
    let isNeeded = !typed.contains(ConsumeOptions.tokenFile.specification)
    return user.map { isNeeded ? TypedOptions.words("user", $0.text) : "" } ?? ""
  }

  /// The options to repeat. The delivery commands are among them: a payment that was not delivered
  /// must not be consumed.
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
