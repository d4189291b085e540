/// How the undo ended that was the last command of a payment.
package enum UndoEnd: Hashable, Sendable {
  /// The item was taken back.
  case done
  /// It failed, or its end is not known: the player may still have the item.
  case failed
}
