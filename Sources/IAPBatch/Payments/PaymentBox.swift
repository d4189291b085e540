import IAPCore

/// A payment behind one reference: what contains it is small, and costs little to pass on.
final class PaymentBox: Hashable, Sendable {
  let payment: Payment

  init(_ payment: Payment) { self.payment = payment }

  static func == (left: PaymentBox, right: PaymentBox) -> Bool {
    left === right || left.payment == right.payment
  }

  func hash(into hasher: inout Hasher) { hasher.combine(payment) }
}
