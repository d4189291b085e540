import IAPBatch
import IAPCore

/// What becomes of the payments of a command, counted: what to tell in the end, and what to exit
/// with.
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
  /// Whether any payment is as it should be.
  private(set) var isAnyFine = false
  private var unknown: [Unknown] = []
  private var unknownPayments: Set<Identifier> = []
  /// How many unknown payments turned out to be consumed.
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

  /// A failure that is of no payment.
  mutating func add(_ error: IAPError) { failures.add(error) }

  /// A failure of a payment that is none of the results.
  mutating func add(_ error: IAPError, of result: ConsumeResult) {
    failures.add(error, of: result.paymentSeq)
    guard result.outcome == .unknown else { return }
    unknownPayments.insert(result.paymentSeq)
    unknown.append(Unknown(payment: result.paymentSeq, user: result.userID, error: error))
  }

  func isUnknown(_ payment: Identifier) -> Bool { unknownPayments.contains(payment) }

  /// That it was consumed before is fine if that is accepted, or if it settles what was unknown.
  private func isFine(_ result: ConsumeResult) -> Bool {
    switch result.outcome {
    case .consumed, .skipped: true
    case .alreadyConsumed: plan.acceptsConsumed || isSettled(result)
    case .refused, .notSent, .unknown: false
    }
  }

  /// Whether it was unknown, and this run was told to settle that, and did.
  private func isSettled(_ result: ConsumeResult) -> Bool {
    result.outcome == .alreadyConsumed && result.priorUnknown && plan.settlesUnknown
  }

  /// What a person has to know beside the counts.
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

  /// The counts, in a few words.
  var words: String {
    ConsumeResult.Outcome.allCases.filter { summary[$0] > 0 }
      .map { "\(summary[$0]) \($0.rawValue)" }.joined(separator: ", ")
  }

  // MARK: What is unknown

  /// What to do about the error of a result; nil if the error itself says it.
  func hint(for result: ConsumeResult) -> String? {
    if let error = result.error, let hint = hint(for: error) { return hint }
    guard result.outcome == .unknown, let error = result.error else { return nil }
    return hint(
      for: Unknown(payment: result.paymentSeq, user: result.userID, error: error),
      by: commands.consume(result.paymentSeq, user: result.userID))
  }

  /// What to do about an error that the journal explains; nil if it is another.
  func hint(for error: IAPError) -> String? { commands.hint(for: error) }

  /// - Parameter input: what settles all of them at once; nil if each needs its own command.
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

  /// One command for all of them; nil if there is none, or none to settle.
  func settlingHint(by input: SettlingInput?) -> String? {
    guard let input, unknown.contains(where: { !isUnlisted($0.error) }) else { return nil }
    let isMore = input.isWhole && summary[.notSent] > 0
    return "settle them\(isMore ? ", and consume the rest," : "")\(input.words) with: "
      + input.command(commands)
  }

  private func hint(for payment: Unknown, by command: String) -> String {
    if isUnlisted(payment.error) {
      return "\(Self.notice(payment.payment)), and no unconsumed list has it; look it up in the "
        + "console. If it was consumed: \(commands.record(payment.payment, as: .consumed)); if it "
        + "was not: \(commands.record(payment.payment, as: .notConsumed))"
    }
    return "\(Self.notice(payment.payment)); settle it with: \(command)"
  }

  private static func notice(_ payment: Identifier) -> String {
    "payment \(payment) may have been consumed"
  }

  /// Whether asking again needs a token that no list has.
  private func isUnlisted(_ error: IAPError) -> Bool {
    if case .payment(_, .unlisted) = error.reason { true } else { false }
  }
}

/// What has all unknown payments of a command with their tokens, so that one command settles them.
enum SettlingInput {
  /// A file that has them and no others.
  case kept(String)
  /// The file that the command read; `-` is standard input.
  case file(String)

  /// Whether it has other payments too.
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
