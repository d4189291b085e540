import CommandLine
import IAPCore
import IAPMessages
import Languages
import Records

struct PaymentShowCommand: Command {
  static let payment = Operand(
    .one, .paymentOrTransaction, "a payment number, or the order number of a store")
  /// The operand where the lists have no order numbers.
  static let number = Operand(
    .one, .paymentSeq(completedBy: .allPayments), payment.specification.summary)

  static let specification = CommandSpecification(
    "show all that is known of a payment",
    discussion: [
      "Says what a payment is now (stuck, consumed and by whom, unknown, refunded, …), everything that "
        + "happened to it, and what to do next. It asks the fixture store, or else the unconsumed list "
        + "of each --user, and the journal.",
      "On a fixture store, and over --api fixture, a payment is found by its number or by its order "
        + "number, the store's identifier of the charge. No call of the real service finds a payment "
        + "by either: name the users whose lists could have it.",
      "Over --api gamebase, --token-file also looks up the payment of a token: the answer says whether the "
        + "payment can still be consumed, which proves that it is not consumed.",
      "A source that does not answer is named (exit 5). If no source has the payment, it exits 3, or "
        + "with the error of a source that does not answer. A payment in no unconsumed list may be "
        + "consumed or refunded, another user's or a subscription's, or not verified yet: only the IAP "
        + "console shows that.",
    ],
    options: [ConsumeOptions.tokenFile.specification], operands: [payment.specification],
    examples: [
      Example("iapctl payment show 2026011210000001", "show what happened to a payment"),
      Example(
        "iapctl payment show GPA.3375-2193-1175-57698", "find a payment by its order number"),
      Example("iapctl payment show 2026011210000001 -o json", "the same as one JSON document"),
    ],
    related: ["payment list", "journal show", "unconsumed"])

  static let schema = PaymentRecord.detailedSchema

  let number: Identifier
  /// The users whose unconsumed lists are asked, if payments cannot be looked up otherwise.
  let users: [Identifier]
  let markets: [StoreCode]
  /// The file of the payment's token; nil if the server is not asked by it.
  let tokenFile: String?

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    let traits = try settings.isRemote ? settings.dialect.traits : nil
    let hasTransactions = traits?.listsTransactions ?? true
    // A store finds a payment in each market, and says itself whose it is.
    let findsPayments = traits?.findsPayments ?? true
    if findsPayments {
      try arguments.refuse(
        [GlobalOptions.market.specification, ConsumeOptions.tokenFile.specification],
        by: "payment show --" + (traits == nil ? "store" : "api \(settings.dialect.rawValue)"))
    }
    number = try arguments.value(of: hasTransactions ? Self.payment : Self.number)
    let typed = try arguments.values(of: GlobalOptions.users).unique()
    users = typed.isEmpty && !findsPayments ? [settings.user].compactMap(\.self) : typed
    markets = settings.markets
    tokenFile = try settings.path(ConsumeOptions.tokenFile, arguments)
  }

  func run(in context: Context) async throws -> Report {
    context.noteUnusual(users: users)
    let findings = try await PaymentSearch(inputs: self, context: context).findings()
    var summary = Report.Summary()
    summary.failures = findings.failures
    summary.isPartial = findings.isKnown
    guard findings.isKnown else {
      if summary.failures.isEmpty { summary.failures = [try findings.unknown] }
      summary.notices = findings.ofOtherServers(context.messages.hints)
      return Report(.nothing) { [summary] in summary }
    }
    let answer = PaymentAnswer(findings, self, in: context)
    return Report(answer.content(in: context)) { [summary] in summary }
  }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    if tokenFile != nil, error.serverCode != nil { return PaymentMessages.tokenNotAccepted }
    guard case .payment(_, .nowhere(users: [], _)) = error.reason else { return nil }
    let backendOptions = typed.shellText(of: TypedOptions.backend)
    return PaymentMessages.listPayments(command: "iapctl payment list\(backendOptions)")
  }
}

extension PaymentFindings {
  /// The failures of the sources that did not answer.
  fileprivate var failures: FailureTally {
    var markets = MissingMarkets()
    var others: [IAPError] = []
    for source in sources {
      guard case .failed(let error) = source.answer else { continue }
      if let market = source.market {
        markets.add(MarketFailure(market, error))
      } else {
        others.append(error)
      }
    }
    var failures = markets.failures(isAnswered: isListAnswered)
    for error in others { failures.add(error) }
    return failures
  }

  /// The error of a payment that no source has.
  ///
  /// - Throws: a usage error if no user was named, whose list may have it.
  fileprivate var unknown: IAPError {
    get throws(UsageError) {
      guard !sources.contains(where: { $0.answer == .notAsked }) else {
        throw UsageError(PlaceUsage.noUser(canListAll: false))
      }
      let users = sources.compactMap { $0.kind == .unconsumed ? $0.user : nil }
      return .iapctl(
        .paymentNotFound, .payment(operand, .nowhere(users: users, markets: askedMarkets)))
    }
  }
}
