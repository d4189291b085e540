import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Text

/// What to do next with a payment: a sentence, and the commands to choose from.
struct PaymentAdvice: Equatable, Sendable {
  let message: Sentence
  let commands: [String]

  private init(_ message: Sentence, _ commands: String...) {
    (self.message, self.commands) = (message, commands)
  }

  /// - Parameters:
  ///   - typed: the options of the command line, which the commands repeat.
  ///   - hints: completes the commands.
  ///   - isStore: whether the payment is in a fixture store of this machine.
  init(
    _ situation: PaymentSituation, _ findings: PaymentFindings, _ typed: TypedOptions,
    _ hints: HintText, isStore: Bool
  ) {
    let commands = PaymentCommands(findings: findings, typed: typed, hints: hints)
    self =
      switch situation {
      case .stuck where findings.claim?.isUnknown == true,
        .consumed where findings.claim?.isUnknown == true, .unknown where findings.isUnconsumed:
        PaymentAdvice(PaymentMessages.settleIt, commands.consume(resumes: true))
      case .stuck: Self.stuck(findings, commands)
      case .unknown:
        PaymentAdvice(
          PaymentMessages.lookUpAndSettle, commands.settle(as: .consumed),
          commands.settle(as: .notConsumed))
      case .consumed(let entry):
        Self.consumed(
          by: entry, isListed: findings.listed != nil, after: findings.claim?.earlierDelivery,
          commands)
      case .inProgress: PaymentAdvice(PaymentMessages.waitAndLookAgain, commands.again)
      case .refunded: PaymentAdvice(PaymentMessages.revokeIfGranted)
      case .interrupted: PaymentAdvice(PaymentMessages.completeIt, commands.ofUser("reprocess"))
      case .reserved: PaymentAdvice(PaymentMessages.completeOrClose, commands.ofUser("reprocess"))
      case .pending where isStore:
        PaymentAdvice(
          PaymentMessages.endApproval, commands.store("approve"), commands.store("decline"))
      case .pending: PaymentAdvice(PaymentMessages.waitForApproval)
      case .closed: PaymentAdvice(PaymentMessages.nothingToDo)
      case .failed: PaymentAdvice(PaymentMessages.refundIfCharged)
      case .subscription:
        PaymentAdvice(PaymentMessages.checkAccess, commands.ofUser("subscriptions"))
      case .withheld where findings.purchase.productType?.isSubscription == true:
        PaymentAdvice(PaymentMessages.checkAccess, commands.ofUser("subscriptions"))
      case .withheld: PaymentAdvice(PaymentMessages.grantNothingNow)
      case .absent where findings.hasNoFullAnswer(from: .unconsumed),
        .unclear where findings.hasNoFullAnswer(from: .unconsumed),
        .unclear where findings.hasNoFullAnswer(from: .store):
        PaymentAdvice(PaymentMessages.askAgain, commands.again)
      case .absent, .unclear: PaymentAdvice(PaymentMessages.lookInConsole, commands.ofAnotherUser)
      }
  }

  /// For a stuck payment that no run has left unsettled.
  private static func stuck(_ findings: PaymentFindings, _ commands: PaymentCommands)
    -> PaymentAdvice
  {
    if findings.hasNoFullAnswer(from: .journal) {
      return PaymentAdvice(PaymentMessages.askAgain, commands.again)
    }
    return PaymentAdvice(
      findings.claim?.earlierDelivery.map(PaymentMessages.consume)
        ?? PaymentMessages.grantAndConsume,
      commands.consume(resumes: false))
  }

  /// - Parameters:
  ///   - entry: the one that says that the payment is consumed; nil if another source says it.
  ///   - isListed: whether the unconsumed list still has the payment.
  ///   - delivery: what the last command did with the item.
  private static func consumed(
    by entry: JournalEntry?, isListed: Bool, after delivery: Delivery?, _ commands: PaymentCommands
  ) -> PaymentAdvice {
    if isListed {
      return entry?.action == .settle
        ? PaymentAdvice(PaymentMessages.lookUpAndSettle, commands.settle(as: .notConsumed))
        : PaymentAdvice(PaymentMessages.checkConsumed)
    }
    if let delivery, entry?.outcome == .consume(.consumed) {
      return PaymentAdvice(PaymentMessages.checkItem(after: delivery))
    }
    return PaymentAdvice(
      entry?.isConsumedElsewhere == true
        ? PaymentMessages.checkGrantedOnce : PaymentMessages.grantNothing)
  }
}

/// The commands for a payment. They can be pasted: they act at the same place as the command that was
/// typed.
private struct PaymentCommands {
  let findings: PaymentFindings
  let typed: TypedOptions
  let hints: HintText

  private var market: String { typed.shellText(of: [GlobalOptions.market.specification]) }

  /// The option that says whose payment it is, or that has its token.
  private var userOrToken: String {
    let token = typed.shellText(of: [ConsumeOptions.tokenFile.specification])
    return owner == nil && !token.isEmpty ? token : user(owner)
  }

  private func user(_ user: Identifier?) -> String {
    ShellText.option("user", user?.text ?? "ID")
  }

  /// The user as commands take it. The answer for a token can have a prefix before it.
  private var owner: Identifier? {
    let listing = findings.sources.first { $0.kind == .unconsumed && $0.answer == .found }
    let known = findings.transaction == nil ? findings.purchase.userID : nil
    return findings.history?.payment.purchase.userID ?? listing?.user ?? known
      ?? findings.entries.lazy.compactMap(\.payment.anyUser).last
  }

  func consume(resumes: Bool) -> String {
    let ticket = resumes ? findings.entries.lazy.compactMap(\.ticket).last : nil
    return hints.placed(
      "iapctl consume \(findings.number)" + (resumes ? " --resume --only-unknown" : "")
        + userOrToken + market + (ticket.map { ShellText.option("ticket", $0) } ?? ""))
  }

  func settle(as outcome: SettledOutcome) -> String {
    hints.placed(
      "iapctl journal settle \(findings.number) --as \(outcome.rawValue)"
        + ShellText.option("ticket", findings.entries.lazy.compactMap(\.ticket).last ?? "TEXT")
        + (findings.otherServers.isEmpty
          ? "" : ShellText.option("server", findings.server.text)))
  }

  /// A command on the purchases of the user, which takes no token.
  func ofUser(_ name: String) -> String {
    hints.placed("iapctl \(name)" + user(owner ?? findings.purchase.userID))
  }

  /// A command on the payment in a fixture store.
  func store(_ name: String) -> String {
    hints.placed("iapctl store \(name) \(findings.number)")
  }

  var again: String {
    typed.commandLine(PaymentShowCommand.specification.options + GlobalOptions.all)
  }

  var ofAnotherUser: String {
    hints.placed("iapctl payment show \(findings.number)\(user(nil))\(market)")
  }
}
