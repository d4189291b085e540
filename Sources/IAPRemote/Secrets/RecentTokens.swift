import IAPCore
import Synchronization

/// The tokens that were listed or sent lately. A server can repeat the token of another payment in
/// its message, which must not get into an error or a journal.
final class RecentTokens: Sendable {
  private struct State {
    /// The tokens by their places in ``tokens``, times the spellings of one.
    var index = SecretIndex()
    var tokens: [String] = []
    /// The index of the oldest token, once there are as many as are kept.
    var oldest = 0
    /// How many of the newest tokens are not in ``index`` yet. They get there before a text is redacted,
    /// which is rare.
    var uncounted = 0

    mutating func add(_ token: String, limit: Int) {
      if tokens.count < limit {
        tokens.append(token)
      } else {
        if uncounted < limit { for number in numbers(of: oldest) { index.remove(number) } }
        tokens[oldest] = token
        oldest = (oldest + 1) % limit
      }
      uncounted = min(uncounted + 1, limit)
    }

    mutating func countAll() {
      let newest = oldest + tokens.count - 1
      for age in 0..<uncounted {
        let place = (newest - age) % tokens.count
        for (spelling, number) in zip(SecretIndex.spellings(of: tokens[place]), numbers(of: place))
        where spelling.count >= SecretIndex.shortestCut {
          index.add(spelling, as: number)
        }
      }
      uncounted = 0
    }

    private func numbers(of place: Int) -> Range<Int> {
      let most = DecodedText.mostLayers + 1
      return place * most..<(place + 1) * most
    }
  }

  /// A shorter token is not hidden in the messages of other payments: it could be a word.
  private static let shortest = 8

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many tokens are kept.
  init(limit: Int = 4096) { self.limit = limit }

  func add(_ token: String) {
    guard token.utf8.count >= Self.shortest else { return }
    state.withLock { $0.add(token, limit: limit) }
  }

  /// The text with `(secret)` in place of each token.
  func redacted(_ text: String) -> String {
    guard text.utf8.count >= Self.shortest else { return text }
    return state.withLock { state in
      state.countAll()
      return state.index.redacted(text) ?? text
    }
  }
}
