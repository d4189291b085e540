package import IAPCore
import SQLite
import System

/// What has become of a payment in a store.
package enum PaymentStanding: Sendable, CaseIterable {
  case consumed
  case refunded
  /// Paid, and it can be consumed.
  case unconsumed
  /// Paid, and its product is never consumed.
  case permanent
  /// Not paid, or not verified yet.
  case unpaid
}

/// A store for one test, and what has become of its payments.
extension FixtureStore {
  /// Copies a store that no process has open.
  package static func copy(_ path: String, to new: String) throws(IAPError) {
    do {
      try Files.copy(path, to: new)
    } catch {
      throw .iapctl(.storeNotWritten, .file(new, .cannotWrite(why: error.text)))
    }
  }

  /// All payments.
  package func standings() throws(IAPError) -> [Identifier: PaymentStanding] {
    try look { session in
      let rows = try session.connection.all(
        "SELECT paymentSeq, state, consumed, productType FROM purchase"
      ) { row in
        (
          Identifier(row.text(0) ?? ""),
          PaymentStanding(
            PaymentState(rawValue: row.text(1) ?? ""), isConsumed: row.flag(2),
            ProductType(row.text(3) ?? ""))
        )
      }
      return Dictionary(rows) { first, _ in first }
    }
  }
}

extension PaymentStanding {
  fileprivate init(_ state: PaymentState?, isConsumed: Bool, _ type: ProductType) {
    switch state {
    case .refund: self = .refunded
    case .success:
      self = isConsumed ? .consumed : type.isConsumed ? .unconsumed : .permanent
    case .reserved, .charged, .userClose, .failure, nil: self = .unpaid
    }
  }
}
