/// A way to consume many payments.
package protocol BatchRunner {
  /// Runs through all payments. Once it is stopped, what is in flight is finished and the rest is
  /// told as not sent.
  ///
  /// - Parameters:
  ///   - source: the next payments, at most as many as it is told; nil at the end.
  ///   - emit: takes results. If it throws, what is in flight is finished and nothing more is sent;
  ///     it is still called with the rest of the results, and what it throws then is ignored.
  /// - Throws: what `source` or `emit` threw, when nothing is in flight any more.
  func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws
}
