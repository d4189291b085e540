package import IAPCore
import SQLite

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

extension StoreSession {
  package func standings() throws -> [Identifier: PaymentStanding] {
    let rows = try connection.all(
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
