package import Languages
import Text

// What to do about a payment.
extension IAPError.PaymentProblem {
  /// - Parameter command: shows the entries of the payment in the journal.
  package static func consumedEarlier(command: String, after delivery: Delivery?) -> Sentence {
    switch delivery {
    case nil, .delivered:
      "do not grant again; to see when and by whom it was consumed: \(command)"
    case .takenBack:
      """
      its item was taken back before: grant it if the player does not have it; to see when and by whom the \
      payment was consumed: \(command)
      """
    case .failed:
      """
      a delivery of its item failed or its end is not known: look at what the player has, and grant the item only \
      if it is not there; to see when and by whom the payment was consumed: \(command)
      """
    case .undoFailed:
      """
      an undo of its item failed or its end is not known: look at what the player has, and grant the item only \
      if it is not there; to see when and by whom the payment was consumed: \(command)
      """
    }
  }

  /// Whether a payment that is never consumed gives access.
  ///
  /// - Parameter status: of its subscription; nil if that is not known.
  static func access(by payment: Identifier, _ status: SubscriptionStatus?) -> Sentence {
    switch status {
    case SubscriptionStatus.active?, .canceled?, .inGracePeriod?:
      """
      a subscription is never consumed: it is \(status?.name ?? "") and gives access, so revoke nothing; to see \
      it: iapctl payment show \(payment) --user ID
      """
    case let status?:
      """
      a subscription is never consumed: it is \(status.name) and gives no access now; to see it: iapctl \
      payment show \(payment) --user ID
      """
    case nil:
      """
      do not grant and do not revoke before you know what was paid for: iapctl payment show \(payment) --user ID
      """
    }
  }

  static func unpaid(_ state: PaymentState) -> Sentence? {
    switch state {
    case .refund: "the money was refunded: do not grant the item"
    case .charged: "it is not verified yet: complete the purchase first: iapctl reprocess --user ID"
    default: nil
    }
  }

  package static func waitForRun(command: String) -> Sentence {
    "wait for that run to end; to see what it did: \(command)"
  }

  /// What to do if a number looks like an order number, and not like that of a payment.
  ///
  /// - Parameter remedy: nil for the usual one.
  static func hint(_ payment: Identifier, _ remedy: Sentence? = nil) -> Sentence? {
    guard OrderNumber.mayBeTransaction(payment) else { return nil }
    return """
      it looks like a transaction of the App Store, not like a payment number: \(remedy ?? lookingUpOrder)
      """
  }

  /// What to do with an order number. The lists of Gamebase have it.
  package static func finding(order number: String) -> Sentence {
    """
    \(lookingUpOrder). Gamebase finds it in the user's list: iapctl payment show \
    \(ShellText.quoted(number)) --user ID --api gamebase --app-id ID --secret-key-file FILE
    """
  }

  /// What to do with an order number.
  package static var lookingUpOrder: Sentence {
    """
    in the IAP console, open the Transaction tab and search by Store Reference Key; the row has the \
    payment number
    """
  }

  static var unchanged: Sentence {
    "nothing was changed; to see what happened in the store: iapctl store log"
  }

  /// - Parameter markets: those that were asked; empty for all.
  static func otherMarkets(_ markets: [StoreCode]) -> Sentence? {
    markets.isEmpty
      ? nil
      : """
      . Only these markets were asked: \(list: markets); if it may be of another one, add --market CODE
      """
  }

  /// Only an unknown outcome was to be settled.
  static func notUnknown(_ payment: Identifier) -> ErrorText {
    ErrorText(
      "payment \(payment) is not unknown, so there is nothing to settle; nothing was sent",
      hint: "see what the journal has: iapctl journal show \(payment)")
  }

  static func changeRefused(
    _ payment: Identifier, _ old: PaymentState, _ new: PaymentState, _ market: StoreCode?
  ) -> ErrorText {
    let dependsOnMarket = [.reserved, .charged].contains(old) && new == .success
    let place: Sentence? =
      dependsOnMarket ? PlaceMessages.place(market.map { [$0] } ?? [], nil) : nil
    return ErrorText(
      """
      the IAP console cannot change payment \(payment) from \(old.rawValue) to \(new.rawValue)\
      \(place)
      """,
      hint: old == .refund
        ? "a refund is final"
        : """
        the IAP console allows SUCCESS to REFUND; RESERVED and CHARGED to REFUND, and to SUCCESS \
        except on Google Play; FAILURE to SUCCESS or REFUND
        """)
  }

  /// The command that shows the entries of a payment in the journal.
  static func showing(_ payment: Identifier) -> String { "iapctl journal show \(payment)" }
}
