import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages

/// Counts the results of a consume, for the summary and the exit status.
struct ConsumeTally {
  private let plan: ConsumePlan
  private let commands: SettlingCommands
  private(set) var summary = ConsumeSummary()
  private(set) var failures: FailureTally = []
  /// Whether at least one payment succeeded.
  private(set) var isAnyFine = false
  /// The results of payments that may or may not have been consumed, each with its error.
  private var unknown: [(result: ConsumeResult, error: IAPError)] = []
  private var unknownPayments: Set<Identifier> = []
  /// The number of unknown payments that turned out to be consumed.
  private var settled = 0
  /// The payments whose items were delivered and that are not consumed.
  private var delivered: [Identifier] = []
  /// The payments that are consumed, by what an earlier run did with their items.
  private var handled: [Delivery: [Identifier]] = [:]
  /// The payments whose items were delivered and that another client has consumed.
  private var consumedElsewhere: [Identifier] = []
  /// The payments whose items were delivered, and that were refused, if no command takes the items back.
  private var deliveredAndRefused: [Identifier] = []
  /// The payments that were refused and whose undo command ran, and whether it succeeded. The hint of such a
  /// payment does not say to revoke its item.
  private var takenBack: [Identifier: Bool] = [:]
  /// Whether the batch was stopped before all payments were sent.
  private var isStopped = false

  init(_ plan: ConsumePlan, _ commands: SettlingCommands) {
    (self.plan, self.commands) = (plan, commands)
  }

  mutating func count(_ result: ConsumeResult) {
    summary.count(result)
    if result.isUnsentRest { isStopped = true }
    if isSettled(result) { settled += 1 }
    if result.isDeliveredOnly { delivered.append(result.paymentSeq) }
    if let delivery = result.earlierDelivery {
      handled[delivery, default: []].append(result.paymentSeq)
    }
    if result.isConsumedElsewhere { consumedElsewhere.append(result.paymentSeq) }
    if result.outcome == .refused {
      switch result.delivery {
      case .delivered: deliveredAndRefused.append(result.paymentSeq)
      case .takenBack: takenBack[result.paymentSeq] = true
      case .undoFailed: takenBack[result.paymentSeq] = false
      default: break
      }
    }
    if let error = result.undoError { failures.add(error, of: result.paymentSeq) }
    if isSuccess(result) {
      isAnyFine = true
    } else if let error = result.error {
      add(error, of: result)
    }
  }

  /// Adds a failure that does not concern a payment.
  mutating func add(_ error: IAPError) { failures.add(error) }

  mutating func add(_ error: IAPError, of result: ConsumeResult) {
    failures.add(
      error, of: result.paymentSeq, line: result.claimed.payment.line, user: result.user)
    guard result.outcome == .unknown else { return }
    unknownPayments.insert(result.paymentSeq)
    unknown.append((result, error.about(paymentSeq: result.paymentSeq)))
  }

  func isUnknown(_ payment: Identifier) -> Bool { unknownPayments.contains(payment) }

  /// Whether the result is a success. An already consumed payment is one with `--already-consumed-ok`,
  /// and if `--resume` settles its unknown outcome. `--settle` alone does not make it one, because a
  /// script would grant what another run may have consumed.
  private func isSuccess(_ result: ConsumeResult) -> Bool {
    switch result.outcome {
    case .consumed, .skipped: true
    case .alreadyConsumed: plan.acceptsConsumed || (plan.rules.resumes && isSettled(result))
    case .refused, .notSent, .unknown: false
    }
  }

  /// Whether this run settled an unknown outcome of the payment, as it was told to.
  private func isSettled(_ result: ConsumeResult) -> Bool {
    result.outcome == .alreadyConsumed && result.priorUnknown
      && (plan.rules.resumes || plan.rules.settleLimit != nil)
  }

  /// What the user must do, apart from the counts.
  var notices: [Sentence] {
    var notices: [Sentence] = []
    if settled > 0, plan.deliver == nil {
      notices.append(ConsumeMessages.alreadyConsumedByOwnAttempt(settled))
    }
    if !delivered.isEmpty { notices.append(ConsumeMessages.deliveredOnly(delivered)) }
    return notices
  }

  /// Payments whose players may have nothing, or have the item twice. A person must check them.
  var warnings: [Sentence] {
    var warnings: [Sentence] = []
    for delivery in Delivery.allCases {
      if let payments = handled[delivery] {
        warnings.append(ConsumeMessages.consumed(payments, after: delivery))
      }
    }
    if !consumedElsewhere.isEmpty {
      warnings.append(ConsumeMessages.deliveredAndConsumedElsewhere(consumedElsewhere))
    }
    if !deliveredAndRefused.isEmpty {
      warnings.append(ConsumeMessages.deliveredAndRefused(deliveredAndRefused))
    }
    return warnings
  }

  /// The command that sends the rest after a stop. Nil if nothing is left.
  var continuation: Sentence? {
    // If payments are in the file of --keep-unknown, the next run needs another file.
    let omitted = summary[.unknown] > 0 ? [ConsumeOptions.keepUnknown.specification] : []
    guard isStopped else { return nil }
    return ConsumeMessages.continuation(
      summary[.notSent] + summary[.unknown], command: commands.repeatedCommand(without: omitted))
  }

  /// The hint for a failure that depends on what else happened; nil to use that of the error.
  func hint(afterRun error: IAPError) -> Sentence? {
    if error.code != .iapctl(.undoFailed),
      let isTakenBack = error.subject.paymentSeq.flatMap({ takenBack[$0] })
    {
      return ConsumeMessages.refused(isTakenBack: isTakenBack)
    }
    return hint(forMissing: error)
  }

  /// The hint for a market that was not asked, which depends on what was consumed in the others.
  private func hint(forMissing error: IAPError) -> Sentence? {
    guard let market = error.missing?.market, error.code != .iapctl(.productUnlisted) else {
      return nil
    }
    return ConsumeMessages.marketNotAsked(
      market, isAnyDone: summary[.consumed] > 0,
      command: commands.repeatedCommand(in: market, without: []))
  }

  // MARK: What is unknown

  /// The hint for the error of a result; nil to use the hint of the error itself.
  func hint(for result: ConsumeResult) -> Sentence? {
    if let isTakenBack = takenBack[result.paymentSeq] {
      return ConsumeMessages.refused(isTakenBack: isTakenBack)
    }
    if let error = result.error, let hint = commands.hint(for: error) { return hint }
    guard result.outcome == .unknown, let error = result.error else { return nil }
    return hint(for: result, error, by: command(for: result), isTokenGone: commands.losesToken)
  }

  private func command(for result: ConsumeResult) -> String {
    commands.consume(result.paymentSeq, user: result.listedUser, ticket: result.ticket)
  }

  /// The unknown payments with their hints.
  ///
  /// - Parameter input: the file that settles all of them; nil if each needs its own command.
  func unsettled(by input: SettlingInput?) -> [UnsettledPayment] {
    let isTokenGone = commands.losesToken && input?.hasTokens != true
    return unknown.map { result, error in
      let own = command(for: result)
      let common = input?.command(commands)
      return UnsettledPayment(
        error: error,
        notice: common == nil || isUnlisted(error)
          ? hint(for: result, error, by: own, isTokenGone: isTokenGone)
          : ConsumeMessages.mayHaveBeenConsumed(result.paymentSeq),
        hint: hint(
          for: result, error, by: common ?? own, isTokenGone: isTokenGone),
        followUp: isUnlisted(error)
          ? nil : followUp(of: result.paymentSeq, ticket: result.ticket))
    }
  }

  private func followUp(of payment: Identifier, ticket: String?) -> Sentence? {
    commands.recordsIfStillUnknown(payment, ticket: ticket).map {
      ConsumeMessages.ifItStaysUnknown(
        payment, consumed: $0.consumed, notConsumed: $0.notConsumed)
    }
  }

  /// The hint with one command for all unknown payments. Nil if there is no such command, or
  /// nothing to settle.
  func settlingHint(by input: SettlingInput?) -> Sentence? {
    guard let input, unknown.contains(where: { !isUnlisted($0.error) }) else { return nil }
    return ConsumeMessages.settleAll(
      isTokenGone: commands.losesToken && !input.hasTokens, command: input.command(commands))
  }

  /// - Parameter isTokenGone: whether the command has to find the token in a list.
  private func hint(
    for result: ConsumeResult, _ error: IAPError, by command: String, isTokenGone: Bool
  ) -> Sentence {
    let (number, ticket) = (result.paymentSeq, result.ticket)
    if isUnlisted(error) {
      return ConsumeMessages.lookUp(
        number, consumed: commands.record(number, as: .consumed, ticket: ticket),
        notConsumed: commands.record(number, as: .notConsumed, ticket: ticket))
    }
    // The same command would fail in the same way.
    return error.code == .iapctl(.usage)
      ? ConsumeMessages.settleOtherwise(number, error)
      : ConsumeMessages.settle(number, isTokenGone: isTokenGone, command: command)
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
  /// The file that the command read.
  case file(String, hasTokens: Bool)

  var hasTokens: Bool {
    switch self {
    case .kept: true
    case .file(_, let hasTokens): hasTokens
    }
  }

  func command(_ commands: SettlingCommands) -> String {
    switch self {
    case .kept(let path): commands.consume(from: path, isInput: false)
    case .file(let path, _): commands.consume(from: path, isInput: true)
    }
  }
}
