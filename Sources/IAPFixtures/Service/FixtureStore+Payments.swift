package import IAPCore

/// Payments in any state.
extension FixtureStore {
  /// Each page is a transaction of its own.
  package func payments(
    _ query: PaymentQuery
  ) async throws(IAPError) -> PageSequence<[StoredPayment]> {
    let query = query.fixed(at: try currentTime())
    return PageSequence(from: PaymentCursor.start) { cursor async throws(IAPError) in
      let (payments, next) = try await self.payments(query, after: cursor)
      return (payments, next)
    }
  }

  /// The next page of a list of payments, and the position after it, which is nil on the last page.
  package func payments(
    _ query: PaymentQuery, after cursor: PaymentCursor
  ) throws(IAPError) -> (payments: [StoredPayment], next: PaymentCursor?) {
    try look { try $0.payments(query, after: cursor) }
  }

  /// The time of the store.
  package func currentTime() throws(IAPError) -> Instant { try look { $0.now } }

  package func histories(of number: Identifier) throws(IAPError) -> [PaymentHistory] {
    try look { try $0.histories(of: number) }
  }
}
