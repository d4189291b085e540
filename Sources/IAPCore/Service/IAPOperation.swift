/// The operations of IAP. The raw values are the names of the commands.
package enum IAPOperation: String, Sendable, CaseIterable {
  case products, purchase, unconsumed, consume, subscriptions, restore, reprocess
  /// The payment of a token: only Gamebase has a call for it.
  case transaction = "payment/transaction"

  /// The operation of a command, or of a call of Gamebase.
  package init?(name: String) {
    switch name {
    case "consumable": self = .unconsumed
    case "active-subscriptions", "subscriptions/status": self = .subscriptions
    default: self.init(rawValue: name)
    }
  }

  /// All names of operations: of commands, and of calls of Gamebase.
  package static let names =
    allCases.map(\.rawValue) + ["consumable", "active-subscriptions", "subscriptions/status"]

  /// True for an operation that changes nothing.
  package var isQuery: Bool {
    [.products, .unconsumed, .subscriptions, .transaction].contains(self)
  }

  /// True if a call of the operation concerns one payment.
  package var hasPayment: Bool { self == .consume || self == .transaction }

  /// True if a call of the operation concerns one product.
  package var hasProduct: Bool { self == .purchase || self == .consume }
}
