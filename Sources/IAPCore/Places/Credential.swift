/// The secret of an app that a server asks for.
package enum Credential: Hashable, Sendable, CaseIterable {
  /// Of the IAP service.
  case appKey
  /// Of a game on Gamebase.
  case secretKey
}
