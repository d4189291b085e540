package import IAPCore
package import Languages

// What to do about a payment after a delivery or an undo of an earlier run.
extension PaymentMessages {
  /// The payment is not consumed.
  package static func consume(after delivery: Delivery) -> Sentence {
    switch delivery {
    case .delivered:
      """
      An earlier run delivered the item. Do not grant it again, unless the player does not have it. Then consume \
      the payment:
      """
    case .failed:
      """
      An earlier run tried to deliver the item, and that failed or its end is not known. Look at what the player \
      has. If the item is not there, grant it. Then consume the payment:
      """
    case .takenBack:
      """
      An earlier run took the item back. If the player does not have it, grant it. Then consume the \
      payment:
      """
    case .undoFailed:
      """
      An earlier run tried to take the item back, and that failed or its end is not known. Look at what the \
      player has. If the item is not there, grant it. Then consume the payment:
      """
    }
  }

  /// The payment is consumed.
  package static func checkItem(after delivery: Delivery) -> Sentence {
    switch delivery {
    case .delivered: grantNothing
    case .failed:
      """
      A run tried to deliver the item before the payment was consumed, and that failed or its end is not known. \
      Look at what the player has, and grant the item only if it is not there.
      """
    case .takenBack:
      "The item was taken back before the payment was consumed. Grant it, unless the player has it."
    case .undoFailed:
      """
      A run tried to take the item back before the payment was consumed, and that failed or its end is \
      not known. Look at what the player has, and grant the item only if it is not there.
      """
    }
  }
}

extension ConsumeMessages {
  /// The payments are consumed, and this run delivered nothing.
  package static func consumed(_ payments: [Identifier], after delivery: Delivery) -> Sentence {
    switch delivery {
    case .delivered:
      """
      delivered by an earlier run and now consumed: \(payments.count); grant no item again, unless the player does \
      not have it: \(list: payments)
      """
    case .failed:
      """
      now consumed, and an earlier delivery failed or its end is not known: \(payments.count); look at what each \
      player has, and grant the item only if it is not there: \(list: payments)
      """
    case .takenBack:
      """
      taken back by an earlier run and now consumed: \(payments.count); grant the item of each if the \
      player does not have it: \(list: payments)
      """
    case .undoFailed:
      """
      now consumed, and an earlier undo failed or its end is not known: \(payments.count); look at what each \
      player has, and grant the item only if it is not there: \(list: payments)
      """
    }
  }
}
