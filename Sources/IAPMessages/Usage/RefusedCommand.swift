/// Commands that people look for after a mistake. A hint says what they can do instead.
package enum RefusedCommand: String, CaseIterable {
  case undo, unconsume, revert, refund
}
