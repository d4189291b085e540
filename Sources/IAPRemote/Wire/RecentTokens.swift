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
  }

  /// A shorter token is not hidden in the messages of other payments: it could be a word.
  private static let shortest = 8

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many tokens are kept.
  init(limit: Int = 4096) { self.limit = limit }

  func add(_ token: String) {
    guard token.utf8.count >= Self.shortest else { return }
    state.withLock { state in
      guard state.tokens.count >= limit else {
        state.tokens.append(token)
        return Self.count(token, by: 1, in: &state)
      }
      Self.count(state.tokens[state.oldest], by: -1, in: &state)
      state.tokens[state.oldest] = token
      state.oldest = (state.oldest + 1) % limit
      Self.count(token, by: 1, in: &state)
    }
  }

  private static func count(_ token: String, by change: Int, in state: inout State) {
    for form in Redactor.forms(of: token) {
      state.forms[form] = changed(state.forms[form], by: change)
      state.lengths[form.count] = changed(state.lengths[form.count], by: change)
    }
  }

  private static func changed(_ count: Int?, by change: Int) -> Int? {
    let sum = (count ?? 0) + change
    return sum > 0 ? sum : nil
  }

  /// The text with `(secret)` in place of each token.
  func redacted(_ text: String) -> String {
    guard text.utf8.count >= Self.shortest else { return text }
    let bytes = Array(text.utf8)
    let clean = state.withLock { state in
      Self.redacted(bytes, state.forms, lengths: state.lengths.keys.sorted(by: >))
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
