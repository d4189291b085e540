/// A service that can consume the payments of its unconsumed list in one step, such as a fixture
/// store.
package protocol PlainConsumer: IAPService {
  /// Consumes the next payments of an unconsumed list together. It consumes only payments that
  /// ``IAPService/consume(_:)`` would consume as well, with the same result.
  ///
  /// - Parameters:
  ///   - isOrdered: whether the oldest payments are consumed first. If not, the service can choose
  ///     an order that is faster.
  ///   - place: the end of the group before; nil for the first group.
  ///   - most: the maximum number of payments.
  /// - Returns: nil if no payment is left, or if none was consumed because of a failure. The
  ///   unconsumed list has what is left, and consuming that one by one finds the reason.
  func consumePlain(
    _ query: UnconsumedQuery, isOrdered: Bool, after place: ConsumedGroup.Place?, most: Int
  ) async -> ConsumedGroup?
}

/// Payments that were consumed together.
package struct ConsumedGroup: Hashable, Sendable {
  package struct Payment: Hashable, Sendable {
    package let paymentSeq: Identifier
    package let receipt: ConsumeReceipt

    package init(_ paymentSeq: Identifier, _ receipt: ConsumeReceipt) {
      (self.paymentSeq, self.receipt) = (paymentSeq, receipt)
    }
  }

  /// Where the next group begins.
  package enum Place: Hashable, Sendable {
    /// With the oldest payment that is not consumed.
    case oldest
    /// After a row of the service's table.
    case row(Int64)
  }

  package var payments: [Payment] = []
  /// If it is not nil, the payments may or may not have been consumed, for this reason.
  package var failure: IAPError?
  package var end: Place

  package init(end: Place) { self.end = end }
}
