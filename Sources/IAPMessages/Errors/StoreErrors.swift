import IAPCore
import IAPFixtures
import Languages

/// Why a fixture store refuses a change or a seed: one row for each problem.
package enum StoreErrors {
  static func text(of problem: IAPError.ChangeProblem) -> ErrorText {
    switch problem {
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
        "\(end) is not after the time of the store, \(now)", hint: giveLaterEnd)
    case .periodEnded(let end, let payment):
      ErrorText(
        "the period of payment \(payment) ended at \(end), so the status would end at once",
        hint: giveLaterEnd)
    case .noVerification(let market):
      ErrorText(
        "market \(market) has no verification V1 or V2: only the App Store has",
        hint: "use market \(StoreCode.appStore)")
    }
  }

  static func seed(_ problem: Sentence, _ code: IAPError.Code) -> ErrorText {
    ErrorText(
      problem,
      hint: code == .iapctl(.seedContradicts)
        ? "remove it from the seed, or load the seed into a new store"
        : """
        the manual page iapctl-fixture(5) describes every key; for a complete example: iapctl store \
        dump
        """)
  }

  private static var giveLaterEnd: Sentence {
    "give a later end with --until, such as --until +30d"
  }

  /// `; did you mean 'alice'?`, or nothing.
  static func perhaps(_ closest: String?) -> Sentence? {
    closest.map { Sentence("; did you mean '\($0)'?", context: "after a sentence") }
  }
}
