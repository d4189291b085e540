/// What became of the item of a payment, as far as iapctl's commands tell. The raw values are those of the
/// output.
package enum Delivery: String, Sendable, CaseIterable {
  /// The item was delivered, and not taken back.
  case delivered
  /// The delivery failed, or its end is not known: the player may have the item.
  case failed
  case takenBack = "taken-back"
  /// The item was to be taken back, and that failed, or its end is not known: the player may still have it.
  case undoFailed = "undo-failed"
}
