/// Whether a user's subscriptions can be paid for when they renew.
package enum Billing: String, Sendable, CaseIterable {
  case ok, failing
}
