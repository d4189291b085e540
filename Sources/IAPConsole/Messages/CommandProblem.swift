import CommandLine
import IAPCore
import IAPFixtures

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
  case pageExists(path: String)
  case pageToOutput
  case notAFile(path: String)
  // rehearse
  case noGrantedCommand
  /// - Parameter requests: the last request of each operation in the first run: `consume[2]`.
  case caseUnknown(String, requests: [String])
  // store
  case ofStateSuccess(option: String)
  case followsWithoutEnd
  case noOperation(operations: [String])
  /// Nothing says how the operation fails.
  case noFaultCode
  case faultOfNoProduct(operation: String)
  case faultOfNoPayment(operation: String)
  case faultOfNoUser
  /// - Parameter owner: the domain that has the code.
  case faultCodeUnknown(Int, PlannedFault.Domain, owner: PlannedFault.Domain?)
  /// A query applies nothing, so that its answer alone cannot be lost.
  case faultAfterQuery
}
