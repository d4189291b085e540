import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Text

/// What `payment show` answers: a page for people, a record for programs.
struct PaymentAnswer {
  let findings: PaymentFindings
  let situation: PaymentSituation
  let advice: PaymentAdvice
  /// The users that were named.
  private let users: [Identifier]
  private let journal: String

  init(_ findings: PaymentFindings, _ inputs: PaymentShowCommand, in context: Context) {
    self.findings = findings
    users = inputs.users
    journal = (try? context.settings.journalPath(in: context.environment.folders)) ?? ""
    situation = PaymentSituation(findings)
    advice = PaymentAdvice(
      situation, findings, context.typed, context.messages.hints,
      isStore: (try? context.settings.isRemote) == false)
  }

  func content(in context: Context) -> Content {
    let output = context.settings.output
    guard output.format == .table, output.fields == nil else {
      return .single(key: "payment", PaymentRecord.detailedSchema, PaymentRecord.batch(self))
    }
    let page = PaymentPage(answer: self, context: context).text
    return .text { sink in try sink(Array(page.utf8)) }
  }

  // MARK: Sentences

  /// - Parameter zone: the time zone of the reader.
  func sentence(in zone: TimeZone) -> Sentence {
    let number = findings.number
    func deed(_ entry: JournalEntry) -> PaymentMessages.Deed {
      PaymentMessages.Deed(entry, at: entry.began.toTheSecond(in: zone))
    }
    return switch situation {
    case .stuck: PaymentMessages.stuck(number)
    case .consumed(nil): PaymentMessages.consumed(number, at: consumedTime?.toTheSecond(in: zone))
    case .consumed(let entry?) where entry.action == .settle:
      PaymentMessages.settledAsConsumed(number, deed(entry))
    case .consumed(let entry?) where entry.outcome == .consume(.alreadyConsumed):
      PaymentMessages.consumedBefore(number, deed(entry), isOwnLikely: entry.priorUnknown)
    case .consumed(let entry?): PaymentMessages.consumedBy(number, deed(entry))
    case .unknown(let entry) where findings.listed != nil:
      PaymentMessages.stillListed(number, entry.map(deed))
    case .unknown(let entry): PaymentMessages.mayBeConsumed(number, entry.map(deed))
    case .inProgress(let holder):
      PaymentMessages.beingConsumed(
        number,
        .init(person: holder.user, host: holder.host, time: holder.since.toTheSecond(in: zone)))
    case .refunded: PaymentMessages.refunded(number, wasConsumed: findings.wasConsumed)
    case .interrupted: PaymentMessages.interrupted(number)
    case .reserved: PaymentMessages.reserved(number)
    case .pending: PaymentMessages.pending(number)
    case .closed: PaymentMessages.closed(number)
    case .failed: PaymentMessages.failed(number)
    case .subscription: PaymentMessages.ofSubscription(number)
    case .withheld(let error): PaymentMessages.withheld(number, error)
    case .absent: PaymentMessages.absent(number)
    case .unclear: PaymentMessages.unclear(number)
    }
  }

  private var consumedTime: Instant? {
    findings.history?.events.last { $0.kind == "consumed" }?.time
  }

  /// What the sources say besides what happened: what has the payment, and what does not.
  ///
  /// - Parameter hints: completes the commands.
  func remarks(_ hints: HintText) -> [Sentence] {
    var remarks = findings.sources.compactMap(remark) + findings.ofOtherServers(hints)
    if let namesake = findings.namesake {
      remarks.append(
        PaymentMessages.alsoTransaction(
          findings.number, of: namesake,
          command: hints.placed("iapctl payment show \(namesake)")))
    }
    if findings.purchase.userID == nil, let user = findings.claimedUser {
      remarks.append(PaymentMessages.claimed(user))
    }
    if let owner = findings.purchase.userID, !users.isEmpty, !users.contains(owner) {
      remarks.append(PaymentMessages.ofAnotherUser(owner: owner))
    }
    return remarks
  }

  private func remark(_ source: AskedSource) -> Sentence? {
    switch (source.kind, source.answer) {
    case (.transaction, .found):
      PaymentMessages.ofToken(isConsumable: findings.transaction?.isConsumable == true)
    case (.unconsumed, .found): source.user.map { PaymentMessages.inList(of: $0) }
    case (.unconsumed, .absent): source.user.map { PaymentMessages.notInList(of: $0) }
    case (.unconsumed, .notAsked): PaymentMessages.noListAsked
    case (.journal, .absent): PaymentMessages.notInJournal(path: journal)
    case (.store, .absent): PaymentMessages.notInStore
    default: nil
    }
  }
}

extension PaymentFindings {
  /// Says that the journal has the number for other servers: these are other payments.
  func ofOtherServers(_ hints: HintText) -> [Sentence] {
    otherServers.map { server in
      let command = hints.placed(
        "iapctl journal show \(number)" + ShellText.option("server", server.text))
      return PaymentMessages.ofAnotherServer(server, command: command)
    }
  }
}

extension PaymentMessages.Deed {
  init(_ entry: JournalEntry, at time: String?) {
    self.init(
      person: entry.run.user, host: entry.run.host, ticket: entry.ticket, time: time)
  }
}
