import CommandLine
import IAPCore

/// What is wrong with the arguments of a command other than `consume`.
enum CommandProblem: UsageProblem {
  case exclusive(String, String)
  /// An option that has no meaning without another one.
  ///
  /// - Parameter value: the other option as it is to be added: `--legacy-db FILE`.
  case optionNeeds(option: String, other: String, value: String)
  // purchase
  /// - Parameter other: the option that was given too.
  case deferredBuysNothing(other: String)
  // subscriptions
  case noSubscriptionsApp(StoreCode)
  case noSubscriptionsPage(StoreCode)
  // journal
  case noOutcome
  case noTicketOfSettlement
  // store
  case ofStateSuccess(option: String)
  case followsWithoutEnd
  case noOperation(operations: [String])
  case noFaultCode
  case faultOfNoProduct(operation: String)
  case faultOfNoUser
  case faultInvalid(option: String, problem: String, hint: String)
}
