package import IAPCore

/// Compares what the rows of an input say with their payments, and with what was delivered for them,
/// before the first one is sent.
///
/// Over an API that needs tokens, the payments are those of the users' lists that are asked anyway. A
/// store is asked about each payment.
package struct RowComparison {
  private let preview: BatchPreview
  private let source: LineProblem.PaymentSource

  /// - Parameter source: where the payments are found.
  package init(_ preview: BatchPreview, source: LineProblem.PaymentSource) {
    (self.preview, self.source) = (preview, source)
  }

  /// Refuses the rows that differ from their payments, and starts the input again.
  ///
  /// - Parameters:
  ///   - asks: whether the payments are looked up; otherwise only the journal is asked.
  ///   - advance: is called with the number of rows that were compared.
  /// - Throws: `inputInvalid` with the rows that differ, unless bad lines are skipped.
  package func check(
    _ input: BatchInput, asks: Bool, advance: (_ done: Int) throws(IAPError) -> Void
  ) async throws(IAPError) {
    // The list of one user can contain the payment that a row gives to another.
    if preview.lookup.lists.areNeeded, asks {
      try await each(input, asks) { _ in }
    }
    var done = 0
    try await each(input, asks) { rows throws(IAPError) in
      let payments = asks ? await preview.lookup.actual(rows.map(\.payment)) : rows.map { _ in nil }
      for (row, payment) in zip(rows, payments) {
        if let problem = problem(row, payment) { try input.refuse(row.payment.paymentSeq, problem) }
      }
      done += rows.count
      try advance(done)
    }
    try input.endComparison()
  }

  private func problem(_ row: ClaimedPayment, _ payment: Purchase?) -> LineProblem? {
    let said = row.payment.purchase
    if let payment, let difference = RowDifference(row: said, payment: payment) {
      return difference.problem(source)
    }
    let known = payment.map(said.filled) ?? said
    return row.delivery.flatMap { RowDifference(row: known, payment: $0)?.problem(.delivery) }
  }

  /// Asks for the lists of all rows that would be sent, group by group.
  private func each(
    _ input: BatchInput, _ asks: Bool, _ body: ([ClaimedPayment]) async throws(IAPError) -> Void
  ) async throws(IAPError) {
    input.rewind()
    while preview.lookup.stopReason == nil {
      // Then nothing but what was delivered is compared.
      if !asks, try await input.skip(Intake.groupSize, unless: preview.knows) {
        try await body([])
        continue
      }
      let rows = try input.next(Intake.groupSize)
      // If the service refuses everything, the run says so of each payment.
      guard !rows.isEmpty else { return }
      let sent = try await preview.sendable(rows)
      if asks { await preview.lookup.ask(for: sent.map(\.payment)) }
      try await body(sent)
    }
  }
}
