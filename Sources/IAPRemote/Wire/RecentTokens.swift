import IAPCore
import Synchronization

/// The tokens that were listed or sent lately. A server can repeat the token of another payment in
/// its message, which must not get into an error or a journal.
final class RecentTokens: Sendable {
  private struct State {
    /// The forms of the tokens, each with the number of tokens that have it.
    var forms: [[UInt8]: Int] = [:]
    /// The lengths of the forms, each with the number of forms.
    var lengths: [Int: Int] = [:]
    var tokens: [String] = []
    /// The index of the oldest token, once there are as many as are kept.
    var oldest = 0
    /// How many of the newest tokens are not in ``forms`` yet. They get there before a text is redacted,
    /// which is rare.
    var uncounted = 0

    mutating func add(_ token: String, limit: Int) {
      if tokens.count < limit {
        tokens.append(token)
      } else {
        if uncounted < limit { count(tokens[oldest], by: -1) }
        tokens[oldest] = token
        oldest = (oldest + 1) % limit
      }
      uncounted = min(uncounted + 1, limit)
    }

    mutating func countAll() {
      let newest = oldest + tokens.count - 1
      for age in 0..<uncounted { count(tokens[(newest - age) % tokens.count], by: 1) }
      uncounted = 0
    }

    private mutating func count(_ token: String, by change: Int) {
      for form in Redactor.forms(of: token) {
        forms[form] = Self.changed(forms[form], by: change)
        lengths[form.count] = Self.changed(lengths[form.count], by: change)
      }
    }

    private static func changed(_ count: Int?, by change: Int) -> Int? {
      let sum = (count ?? 0) + change
      return sum > 0 ? sum : nil
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
    let bytes = Array(text.utf8)
    let clean = state.withLock { state in
      state.countAll()
      return Self.redacted(bytes, state.forms, lengths: state.lengths.keys.sorted(by: >))
    }
    return clean == bytes ? text : String(decoding: clean, as: UTF8.self)
  }

  private static func redacted(
    _ bytes: [UInt8], _ forms: [[UInt8]: Int], lengths: [Int]
  ) -> [UInt8] {
    guard let shortest = lengths.last, bytes.count >= shortest else { return bytes }
    var clean: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let found = lengths.first { length in
        index + length <= bytes.count && forms[Array(bytes[index..<index + length])] != nil
      }
      clean += found == nil ? [bytes[index]] : Redactor.mark
      index += found ?? 1
    }
    return clean
  }
}
