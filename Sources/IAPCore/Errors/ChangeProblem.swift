import Languages

extension IAPError {
  /// Why a fixture store does not make a change.
  package enum ChangeProblem: Hashable, Sendable {
    /// - Parameter missing: the options that say what was charged: `--receipt ID`.
    case chargeUnknown(Identifier, PaymentState, missing: [String])
    case transactionOfOther(
      transaction: Identifier, payment: Identifier, instead: Identifier)
    case periodBegins(at: Instant, Identifier, after: Instant)
    /// Another payment of the same subscription ends later.
    case otherEnds(at: Instant, Identifier, after: Instant)
    /// - Parameter now: the time of the store.
    case endNotLater(Instant, now: Instant)
    case periodEnded(at: Instant, Identifier)
    /// Only the App Store has the verifications V1 and V2.
    case noVerification(StoreCode)
  }
}

extension IAPError.ChangeProblem {
  var text: ErrorText {
    switch self {
    case .chargeUnknown(let payment, let state, let missing):
      ErrorText(
        """
        payment \(payment) is \(state.rawValue), and the store does not know what was charged for it
        """,
        hint: "add \(missing.joined(separator: " ")), from the receipt of the app store")
    case .transactionOfOther(let transaction, let payment, let instead):
      ErrorText(
        "transaction \(transaction) is that of payment \(payment)",
        hint: "give the transaction that the store charged for \(instead)")
    case .periodBegins(let start, let payment, let end):
      ErrorText(
        "the period of payment \(payment) begins at \(start), after \(end)",
        hint: "give a later --until")
    case .otherEnds(let last, let other, let end):
      ErrorText(
        "payment \(other) of the same subscription ends at \(last), after \(end)",
        hint: "give a later --until")
    case .endNotLater(let end, let now):
      ErrorText(
        "\(end) is not after the time of the store, \(now)", hint: Self.giveLaterEnd)
    case .periodEnded(let end, let payment):
      ErrorText(
        "the period of payment \(payment) ended at \(end), so the status would end at once",
        hint: Self.giveLaterEnd)
    case .noVerification(let market):
      ErrorText(
        "market \(market) has no verification V1 or V2: only the App Store has",
        hint: "use market \(StoreCode.appStore)")
    }
  }

  private static var giveLaterEnd: Sentence {
    "give a later end with --until, such as --until +30d"
  }
}
