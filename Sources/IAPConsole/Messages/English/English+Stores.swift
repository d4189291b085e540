import IAPFixtures
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
    case .servedToOthers:
      """
      other machines can connect, and every client that connects can change the store; app keys \
      and tokens are sent unencrypted
      """
    }
  }

  /// `; did you mean 'alice'?`, or nothing.
  func perhaps(_ closest: String?) -> Sentence? { closest.map { "; did you mean '\($0)'?" } }
}
