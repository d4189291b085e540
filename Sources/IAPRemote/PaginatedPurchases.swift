import IAPCore
import Synchronization

/// An unconsumed list of which the first pieces are there. The others are asked for when it is
/// their turn, so that a list of any length passes in little memory.
final class PaginatedPurchases: Pages {
  private enum Step {
    case elements([Purchase])
    case pull(APICall<ResponsePage<Purchase>>)
  }

  private struct Progress {
    var failures: ArraySlice<MarketFailure>
    var steps: [Step]
    /// How many may still be given; nil for any number.
    var left: Int?
  }

  private let caller: RequestExecutor
  /// The payments that are asked for; empty for all of them.
  private let wanted: Set<Identifier>
  private let progress: Mutex<Progress>

  /// - Parameters:
  ///   - pieces: the first of each list, in the order of the lists.
  ///   - failures: the markets that did not answer.
  init(
    _ pieces: [ResponsePage<Purchase>], failures: [MarketFailure], of query: UnconsumedQuery,
    by caller: RequestExecutor
  ) {
    self.caller = caller
    wanted = Set(query.payments)
    let all = pieces.flatMap(\.answer.failures) + failures
    progress = Mutex(
      Progress(failures: all[...], steps: pieces.flatMap(Self.steps), left: query.limit))
  }

  private static func steps(_ piece: ResponsePage<Purchase>) -> [Step] {
    (piece.answer.isAnswered ? [.elements(piece.answer.elements)] : [])
      + (piece.next.map { [.pull($0())] } ?? [])
  }

  func next() async throws(IAPError) -> Page<Purchase>? {
    while true {
      if let failure = progress.withLock({ $0.failures.popFirst() }) { return .failure(failure) }
      switch progress.withLock({ $0.steps.isEmpty ? nil : $0.steps.removeFirst() }) {
      case nil: return nil
      case .elements(let purchases): return .elements(chosen(of: purchases))
      case .pull(let call):
        if progress.withLock({ $0.left == 0 }) { continue }
        if let failure = try await pull(call) { return .failure(failure) }
      }
    }
  }

  private func chosen(of purchases: [Purchase]) -> [Purchase] {
    let purchases =
      wanted.isEmpty ? purchases : purchases.filter { wanted.contains($0.paymentSeq) }
    return progress.withLock { progress in
      guard let left = progress.left else { return purchases }
      let chosen = purchases.prefix(left)
      progress.left = left - chosen.count
      return Array(chosen)
    }
  }

  /// Asks for a piece, whose turn is now.
  ///
  /// - Returns: the failure of a market that is asked alone.
  private func pull(_ call: APICall<ResponsePage<Purchase>>) async throws(IAPError)
    -> MarketFailure?
  {
    switch (await caller.call(call).result, call.market) {
    case (.failure(let error), let market?): return MarketFailure(market, error)
    case (.failure(let error), nil): throw error
    case (.success(let piece), _):
      progress.withLock { progress in
        progress.failures += piece.answer.failures
        progress.steps.insert(contentsOf: Self.steps(piece), at: 0)
      }
      return nil
    }
  }
}
