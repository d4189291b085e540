import Languages
import Text

extension IAPError {
  package enum PaymentProblem: Hashable, Sendable {
    case notFound
    case isTransaction(of: Identifier)
    /// - Parameter markets: those that were asked; empty for all.
    case notListed(user: Identifier, markets: [StoreCode] = [], isMarketOfRow: Bool = false)
    /// Neither a payment number nor a transaction that a source has.
    ///
    /// - Parameter users: whose unconsumed lists were asked; empty if a store was asked.
    case nowhere(users: [Identifier], markets: [StoreCode] = [])
    case inAnotherMarket(StoreCode)
    case ofAnotherUser
    /// Neither a token nor a user whose list could contain the payment.
    case ownerMissing
    case productSeqMissing
    case tokenWrong
    case receiptRejected
    /// The market verifies receipts in a way that this version of the SDK does not know.
    case sdkCannotVerify(SDKVersion, Verification)
    case receiptOfAnotherProduct(bought: Identifier, receipt: Identifier)
    /// A file of the old SDK names another product or market than the payment has.
    case loggedForAnotherProduct(
      bought: Identifier, market: StoreCode, logged: Identifier, loggedMarket: StoreCode)
    case periodOver(since: Instant)
    case renewalWithoutReceipt
    case notConsumable(ProductType, SubscriptionStatus? = nil)
    case notPaid(PaymentState)
    case notPending(PaymentState)
    case notSubscription(ProductType)
    case changeRefused(from: PaymentState, to: PaymentState, in: StoreCode?)
    case subscriptionRevoked
    case subscriptionWithheld(SubscriptionStatus)

    case consumedBefore
    case consumedByRun(after: Delivery? = nil)
    /// Already consumed, after an attempt of iapctl whose response was lost.
    case consumedAfterUnknown
    case leftUnknown
    case unlisted
    /// Another run has claimed the payment.
    ///
    /// - Parameter commands: the processes of the run's commands that are still at work after the run
    ///   itself has ended; empty while the run exists.
    case heldByRun(
      user: String, host: String, process: Int32, since: Instant, commands: [Int32])
    case commandOpen(user: String, host: String, process: Int32, since: Instant)
    case contradictsJournal(LineProblem)

    case deliveryFailed(CommandFailure, said: String?)
    case undoFailed(CommandFailure, said: String?)

    case outcomeUnrecorded(outcome: String)
    case notInJournal(path: String), notUnknown
    case onServers([ServerName])
    /// Writing a journal entry failed; the entry may be on disk.
    case entryUncertain(path: String, why: String)
    /// A person tried to settle an outcome that is known.
    ///
    /// - Parameter outcome: nil if the payment is known not to be consumed.
    case outcomeKnown(_ outcome: String?)
  }
}

extension IAPError.PaymentProblem {
  func text(of payment: Identifier, for count: Int) -> ErrorText {
    switch self {
    case .notFound:
      ErrorText(
        "no payment \(payment)",
        hint: "list what can be consumed with: iapctl unconsumed --user ID",
        several: "\(count) payments do not exist")
    case .isTransaction(let owner):
      ErrorText(
        "\(payment) is the transaction of payment \(owner), not a payment number",
        hint: "give the payment number instead: \(owner)")
    case .nowhere(let users, _) where users.isEmpty:
      ErrorText(
        "neither the store nor the journal has a payment or an order number \(payment)",
        hint: "check the number")
    case .nowhere(let users, let markets):
      ErrorText(
        """
        payment \(payment) is neither in the journal nor in the unconsumed \
        \(plural: users.count, "list", "lists") of \(list: users)\(PlaceMessages.place(markets, nil, isInBrackets: true))
        """,
        hint: Self.hint(payment) ?? """
          it may be consumed or refunded, another user's payment, a subscription's payment, or paid and not verified \
          yet: only the IAP console shows that (Transaction tab)\(Self.otherMarkets(markets))
          """)
    case .notListed(let user, let markets, let isMarketOfRow):
      ErrorText(
        "payment \(payment) is not in the unconsumed list of \(user)\(PlaceMessages.place(markets, nil, isInBrackets: true))",
        hint: Self.hint(payment, Self.finding(order: payment.text)) ?? """
          neither grant nor revoke yet: check the payment number, the user and the markets, then look the \
          payment up in the IAP console (Transaction tab); it may be consumed or refunded\
          \(isMarketOfRow ? nil : Self.otherMarkets(markets))
          """,
        several:
          "\(count) payments are not in the unconsumed list of \(user)\(PlaceMessages.place(markets, nil, isInBrackets: true))"
      )
    case .inAnotherMarket(let market):
      ErrorText(
        "payment \(payment) belongs to market \(market), which was not given",
        hint: "add --market \(market)",
        several: "\(count) payments belong to market \(market), which was not given")
    case .ofAnotherUser:
      ErrorText(
        "payment \(payment) belongs to another user",
        hint: "grant nothing; check the payment number and the user",
        several: "\(count) payments belong to another user")
    case .ownerMissing:
      ErrorText("whose payment is \(payment)?", hint: "add --user ID (or --token-file FILE)")
    case .productSeqMissing:
      ErrorText(
        "no productSeq of payment \(payment) given, which the legacy API needs",
        hint: "add the column productSeq to the file of --from, or use --api service")
    case .tokenWrong: ErrorText("the token does not belong to payment \(payment)")
    case .receiptRejected:
      ErrorText(
        "the receipt of payment \(payment) is invalid",
        hint: "grant nothing; if the app store shows that it took the money, refund it there")
    case .sdkCannotVerify(let sdk, let verification):
      ErrorText(
        """
        the market verifies by \(verification.rawValue), which SDK \(sdk) cannot do, so payment \
        \(payment) failed
        """,
        hint: """
          the store has taken the money: complete the purchase with an SDK that fits (SDK 1.8 and later \
          verify V1 and V2, 1.7 only V2, earlier ones only V1), or refund it
          """)
    case .receiptOfAnotherProduct(let bought, let receipt):
      ErrorText("payment \(payment) is for \(bought), its receipt for \(receipt)")
    case .loggedForAnotherProduct(let bought, let market, let logged, let loggedMarket):
      ErrorText(
        """
        payment \(payment) is for \(bought) in market \(market), but the file names \(logged) in \
        market \(loggedMarket)
        """, hint: "nothing was changed: correct the row in the file, then reprocess it again")
    case .periodOver(let since):
      ErrorText(
        """
        the subscription of payment \(payment) expired at \(since); the payment has failed, and its \
        money is still to be refunded
        """)
    case .renewalWithoutReceipt:
      ErrorText("payment \(payment) is a renewal, but no receipt contains its transaction")
    case .notConsumable(let type, let status):
      ErrorText(
        "payment \(payment) is for a product of type \(type), which cannot be consumed",
        hint: Self.access(by: payment, status),
        several: "\(count) payments are for products of type \(type), which cannot be consumed")
    case .notPaid(let state):
      ErrorText(
        "payment \(payment) is in state \(state.rawValue)",
        hint: Self.unpaid(state),
        several: "\(count) payments are in state \(state.rawValue)")
    case .notPending(let state):
      ErrorText(
        "payment \(payment) does not wait for approval; its state is \(state.rawValue)",
        hint: Self.unchanged)
    case .notSubscription(let type):
      ErrorText(
        "payment \(payment) is for a product of type \(type), which is no subscription",
        hint: Self.unchanged)
    case .changeRefused(let old, let new, let market):
      Self.changeRefused(payment, old, new, market)
    case .subscriptionRevoked:
      ErrorText(
        "the subscription of payment \(payment) was revoked",
        several: "\(count) payments belong to revoked subscriptions")
    case .subscriptionWithheld(let status):
      ErrorText("Google Play withholds payment \(payment): its subscription is \(status.name)")
    case .consumedBefore:
      ErrorText(
        "payment \(payment) was already consumed, not by this call",
        hint: """
          Do not grant, and revoke nothing: another client may have granted the item under this \
          payment number. Check your records first.
          """,
        several: "\(count) payments were already consumed, not by this call")
    case .consumedByRun(let delivery):
      ErrorText(
        "payment \(payment) is consumed according to the journal",
        hint: Self.consumedEarlier(command: Self.showing(payment), after: delivery),
        several: "\(count) payments are consumed according to the journal")
    case .consumedAfterUnknown:
      ErrorText(
        """
        payment \(payment) was already consumed, most likely by an earlier attempt of iapctl whose \
        answer was lost
        """, hint: "check your own records, and grant only if the item was not granted")
    case .leftUnknown:
      ErrorText(
        "payment \(payment) may have been consumed: an earlier run did not receive the answer",
        several:
          "\(count) payments may have been consumed: an earlier run did not receive the answers")
    case .unlisted:
      ErrorText(
        "payment \(payment) is in no unconsumed list; it may have been consumed",
        several: "\(count) payments are in no unconsumed list; they may have been consumed")
    case .heldByRun(let user, let host, let process, let since, let commands)
    where !commands.isEmpty:
      ErrorText(
        """
        a command of an earlier run is still at work for payment \(payment): \
        \(plural: commands.count, "process", "processes") \(list: commands); \(user) began the run \
        on \(host) at \(since), and its process \(process) has ended
        """,
        hint: """
          wait for the command to end, or end it with: kill \
          \(commands.map(String.init).joined(separator: " "))
          """)
    case .heldByRun(let user, let host, let process, let since, _):
      ErrorText(
        """
        payment \(payment) is being consumed by \(user) on \(host), process \(process), since \
        \(since)
        """, hint: Self.waitForRun(command: Self.showing(payment)))
    case .commandOpen(let user, let host, let process, let since):
      ErrorText(
        """
        a delivery or undo command for payment \(payment) may still be at work: \(user) began its run on \
        \(host) at \(since), process \(process), and no end of the command is recorded
        """,
        hint: """
          make sure on \(host) that nothing of the command runs any more; then run again with --take-over
          """)
    case .contradictsJournal(let problem) where problem.isOfDelivery:
      ErrorText(
        "payment \(payment) differs from its delivery: \(problem.sentence)",
        hint: """
          check whose payment it is before anything is delivered or consumed: iapctl journal show \(payment). \
          If the delivery was wrong, look at what the player has, then: iapctl journal settle \(payment) --as \
          not-consumed --ticket TEXT
          """)
    case .contradictsJournal(let problem):
      ErrorText(
        "payment \(payment) is another one than the journal knows: \(problem.sentence)",
        hint: """
          check whose payment it is before anything is delivered or consumed: iapctl journal show \(payment)
          """)
    case .undoFailed(let failure, let lastLine):
      ErrorText(
        "the undo command for payment \(payment) \(failure.end(lastLine))",
        hint: """
          fix the undo command: the payment is not consumed, and the player may still have the item. The next \
          run delivers it again before it consumes the payment
          """)
    case .deliveryFailed(let failure, let lastLine):
      ErrorText(
        "the delivery of payment \(payment) \(failure.end(lastLine))",
        hint: """
          fix the delivery command, then run iapctl again, which delivers again; however often the command \
          runs, the player must have the item once
          """)
    case .outcomeUnrecorded(let outcome):
      ErrorText(
        "the outcome of payment \(payment) (\(outcome)) could not be written to the journal",
        hint: "fix the journal's disk, then run again with --resume")
    case .notInJournal(let path):
      ErrorText(
        "no payment \(payment) in the journal \(path)",
        hint: Self.hint(payment) ?? "list the payments in the journal with: iapctl journal list")
    case .notUnknown: Self.notUnknown(payment)
    case .onServers(let servers):
      ErrorText(
        """
        the journal has payment \(payment) of \(servers.count) servers: \(list: servers.map(\.text))
        """,
        hint: """
          choose one of the servers: \
          \(sentences: servers.map { "--server \($0)" }, separator: ", or ")
          """)
    case .entryUncertain(let path, let why):
      ErrorText(
        "writing the entry on payment \(payment) to \(path) failed: \(why); it may have been made",
        hint: """
          check the disk, then check the journal: iapctl journal show \(payment) --journal \
          \(ShellText.quoted(path))
          """)
    case .outcomeKnown(let outcome):
      ErrorText(
        """
        the outcome of payment \(payment) is already known: it is \
        \(outcome.map { Sentence(verbatim: $0) } ?? "not consumed")
        """,
        hint: """
          to see it: iapctl journal show \(payment); to add a note: iapctl journal note \(payment) \
          TEXT
          """)
    }
  }
}
