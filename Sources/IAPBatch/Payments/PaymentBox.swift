import IAPCore

/// A payment behind one reference: what contains it is small, and costs little to pass on. (A generic box
/// of another target would copy the whole payment for each value that is read.)
final class PaymentBox: Hashable, Sendable {
  let payment: Payment

  init(_ payment: Payment) { self.payment = payment }

  static func == (left: PaymentBox, right: PaymentBox) -> Bool {
    left === right || left.payment == right.payment
  }

  func hash(into hasher: inout Hasher) { hasher.combine(payment) }
}
