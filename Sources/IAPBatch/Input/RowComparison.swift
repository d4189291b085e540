package import IAPCore

/// Compares what the rows of an input say with their payments, before the first one is sent.
///
/// Over an API that needs tokens, the payments are those of the users' lists that are asked anyway. A
/// store is asked about each payment.
package struct RowComparison {
  private let preview: BatchPreview
  private let stop: BatchStop
  private let source: LineProblem.PaymentSource

  /// - Parameter source: where the payments are found.
  package init(_ preview: BatchPreview, stop: BatchStop, source: LineProblem.PaymentSource) {
    (self.preview, self.stop, self.source) = (preview, stop, source)
  }

  /// Refuses the rows that differ from their payments, and starts the input again.
  ///
  /// - Parameter advance: is called with the number of rows that were compared.
  /// - Throws: `inputInvalid` with the rows that differ, unless bad lines are skipped.
  package func check(
    _ input: BatchInput, advance: (_ done: Int) throws(IAPError) -> Void
  ) async throws(IAPError) {
    // The list of one user can contain the payment that a row gives to another.
    if preview.lookup.needsToken {
      try await each(input) { _ in }
    }
    var done = 0
    try await each(input) { rows throws(IAPError) in
      let payments = await preview.lookup.actual(rows)
      for (row, payment) in zip(rows, payments) {
        guard let payment, let difference = RowDifference(row: row.purchase, payment: payment)
        else { continue }
        try input.refuse(row.paymentSeq, difference.problem(source))
      }
      done += rows.count
      try advance(done)
    }
    try input.endComparison()
  }

  /// Asks for the lists of all rows that would be sent, group by group.
  private func each(
    _ input: BatchInput, _ body: ([Payment]) async throws(IAPError) -> Void
  ) async throws(IAPError) {
    input.rewind()
    while true {
      let rows = try input.next(ClaimStage.groupSize)
      // If the service refuses everything, the run says so of each payment.
      guard !rows.isEmpty, stop.reason == nil else { return }
      let sent = try await preview.sendable(rows)
      await preview.lookup.ask(for: sent)
      let numbers = Set(sent.map(\.paymentSeq))
      try await body(rows.filter { numbers.contains($0.paymentSeq) })
    }
  }
}
