import IAPCore
import Synchronization

/// The tokens that were listed or sent lately. A server can repeat the token of another payment in
/// its message, which must not get into an error or a journal.
final class RecentTokens: Sendable {
  private struct State {
    var tokens: [String] = []
    var index = SecretIndex()
    /// How many of the tokens are in ``index``. The others get there before a text is redacted, which
    /// is rare.
    var indexed = 0

    /// - Parameter limit: how many of the tokens before are kept.
    mutating func add(_ token: String, limit: Int) {
      if tokens.count == 2 * limit {
        tokens.removeFirst(limit)
        (index, indexed) = (SecretIndex(), 0)
      }
      tokens.append(token)
    }

    mutating func indexAll() {
      for spelling in tokens[indexed...].flatMap(SecretIndex.spellings)
      where spelling.count >= SecretIndex.shortestCut {
        index.add(spelling)
      }
      indexed = tokens.count
    }
  }

  /// A shorter token is not hidden in the messages of other payments: it could be a word.
  private static let shortest = 8

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many tokens are kept at least; at most, it is twice as many.
  init(limit: Int = 4096) { self.limit = limit }

  func add(_ token: String) {
    guard token.utf8.count >= Self.shortest else { return }
    state.withLock { $0.add(token, limit: limit) }
  }

  /// The text with `(secret)` in place of each token.
  func redacted(_ text: String) -> String {
    guard text.utf8.count >= Self.shortest else { return text }
    return state.withLock { state in
      state.indexAll()
      return state.index.redacted(text) ?? text
    }
  }
}
