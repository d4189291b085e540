import IAPCore
import IAPFixtures
import Languages
import Text

extension English {
  func text(_ message: StoreMessage) -> Sentence {
    switch message {
    case .made(let path): "made \(path)"
    case .loaded(let path): "loaded \(path)"
    case .sharedGroup(let group):
      """
      subscription group \(group.group) of market \(group.market): has several products: \
      \(list: group.products); the stores allow one product per group
      """
    case .clockMoved(let instant): "the clock was moved to \(instant)"
    case .noProblems(let path, let sizes):
      "\(path) has no problems; checked: \(list: sizes.map { "\($0.list) \($0.rows)" })"
    case .noEvents: "the log is empty"
    case .noPayments: "no payments"
    case .newUser(let user, let billing, let closest):
      "user \(user) is new: added with billing \(billing.rawValue)\(perhaps(closest))"
    case .checkPayment(let command):
      "check the payment number; a dump contains all payments of the store: \(command)"
    case .noFaults: "no faults"
    case .faultAdded: "the fault was added"
    case .faultsRemoved(let count): "removed \(count, "fault", "faults")"
    case .followsTheDay:
      """
      the seed has no clock: payment numbers and times follow the day; for the same ones on each \
      day, add "clock": "2026-01-01T00:00:00.000Z" to the seed
      """
    case .servedToOthers:
      """
      other machines can connect, and every client that connects can change the store; app keys \
      and tokens are sent unencrypted
      """
    }
  }

  func text(_ problem: IAPError.ChangeProblem) -> ErrorText {
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

  func seed(_ problem: Sentence, _ code: IAPError.Code) -> ErrorText {
    ErrorText(
      problem,
      hint: code == .iapctl(.seedContradicts)
        ? "remove it from the seed, or load the seed into a new store"
        : """
        the manual page iapctl-fixture(5) describes every key; for a complete example: iapctl store \
        dump
        """)
  }

  private var giveLaterEnd: Sentence {
    "give a later end with --until, such as --until +30d"
  }

  /// `; did you mean 'alice'?`, or nothing.
  func perhaps(_ closest: String?) -> Sentence? {
    closest.map { Sentence("; did you mean '\($0)'?", context: "after a sentence") }
  }
}
