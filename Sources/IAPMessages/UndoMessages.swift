package import IAPCore
package import Languages

// What to do about a payment after an undo, if nothing was delivered since.
extension PaymentMessages {
  /// - Parameter undo: of an earlier run.
  package static func grantAndConsume(after undo: UndoEnd) -> Sentence {
    switch undo {
    case .done:
      """
      An earlier run took the item back. If the player does not have it, grant it. Then consume the \
      payment:
      """
    case .failed:
      """
      An earlier run tried to take the item back, and that failed or its end is not known. Look at what the \
      player has. If the item is not there, grant it. Then consume the payment:
      """
    }
  }

  /// The payment is consumed, and the journal has no delivery after an undo.
  package static func grantIfTakenBack(_ undo: UndoEnd) -> Sentence {
    switch undo {
    case .done:
      "The item was taken back before the payment was consumed. Grant it, unless the player has it."
    case .failed:
      """
      A run tried to take the item back before the payment was consumed, and that failed or its end is \
      not known. Look at what the player has, and grant the item only if it is not there.
      """
    }
  }
}

extension ConsumeMessages {
  /// The payments are consumed, and an earlier run took their items back.
  package static func consumed(_ payments: [Identifier], after undo: UndoEnd) -> Sentence {
    switch undo {
    case .done:
      """
      taken back by an earlier run and now consumed: \(payments.count); grant the item of each if the \
      player does not have it: \(list: payments)
      """
    case .failed:
      """
      now consumed, and an earlier undo failed or its end is not known: \(payments.count); look at what each \
      player has, and grant the item only if it is not there: \(list: payments)
      """
    }
  }
}
