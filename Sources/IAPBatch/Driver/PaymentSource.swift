package import IAPCore

/// Where a batch takes its payments from.
package protocol PaymentSource {
  /// The next payments; nil at the end. A stop signal does not end them: the remaining payments are
  /// reported as not sent.
  func next(_ limit: Int) async throws -> [Payment]?

  /// Consumes the next payments together; nil if ``next(_:)`` must give them.
  func consumeNext(_ limit: Int) async -> ConsumedGroup?
}

extension PaymentSource {
  package func consumeNext(_ limit: Int) async -> ConsumedGroup? { nil }
}
