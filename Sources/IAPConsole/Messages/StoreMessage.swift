import IAPCore
import IAPFixtures

/// What the commands on a fixture store note, by its id and its values.
enum StoreMessage: Hashable, Sendable {
  /// A list of a store, by its name in a seed, and its number of rows.
  struct Size: Hashable, Sendable {
    var list: String
    var rows: Int64
  }

  case made(path: String)
  case loaded(path: String)
  case sharedGroup(SharedSubscriptionGroup)
  case clockMoved(to: Instant)
  case noProblems(path: String, checked: [Size])
  case noEvents
  case noPayments
  case newUser(String, Billing, closest: String?)
  /// - Parameter command: writes all payments of the store.
  case checkPayment(command: String)
  case noFaults
  case faultAdded
  case faultsRemoved(Int)
  /// A temporary store has no clock of its own.
  case followsTheDay
  /// Other machines can use the store.
  case servedToOthers
}
