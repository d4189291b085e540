package import IAPCore
import IAPWire
import Synchronization

/// Removes secrets from texts of the server or of libcurl: a server may echo the request.
package struct Redactor: Sendable {
  private let secrets: [Secret]
  private let index = Index()
  /// The length of the shortest text that can have one of the secrets in it, or a part of it.
  private let shortest: Int
  /// The tokens of other payments, which a message of the server can repeat too.
  private let others: RecentTokens?

  static let mark = Array(Secret("").description.utf8)

  package init(_ secrets: [Secret]) { self.init(secrets, others: nil) }

  init(_ secrets: [Secret], others: RecentTokens?) {
    (self.secrets, self.others) = (secrets, others)
    let lengths = secrets.lazy.map(\.revealed.utf8.count).filter { $0 > 0 }
    shortest = lengths.min().map { min($0, SecretIndex.shortestCut) } ?? .max
  }

  /// The index of the secrets, made when there is a text to redact: most responses have none.
  private final class Index: Sendable {
    private let made = Mutex<SecretIndex?>(nil)

    func get(_ secrets: [Secret]) -> SecretIndex {
      made.withLock { made in
        if let made { return made }
        let index = SecretIndex(
          secrets.reduce(into: Set<[UInt8]>()) { spellings, secret in
            if secret.revealed.isEmpty { return }
            spellings.formUnion(SecretIndex.spellings(of: secret.revealed))
            spellings.formUnion(Base64.spellings(of: Array(secret.revealed.utf8)))
          })
        made = index
        return index
      }
    }
  }

  /// The text with `(secret)` in place of each secret.
  package func redacted(_ text: String) -> String {
    guard text.utf8.count >= shortest else { return text }
    return index.get(secrets).redacted(text) ?? text
  }

  package func redacted(_ text: String?) -> String? {
    text.map { text -> String in redacted(text) }
  }

  /// The members whose texts stay as they are, beside secrets: iapctl sends them back or compares
  /// them.
  private static let kept = ["paymentSeq", "cursor", "domain", "outcome"]

  /// A text of a response as it may be printed and stored: without secrets, and not longer than
  /// such a text can be.
  func cleaned(key: String, _ text: String, isSecret: Bool) -> String {
    if isSecret {
      others?.add(text)
      return text
    }
    if Self.kept.contains(key) { return text }
    let isMessage = key == "resultMessage"
    let limit = key == "currency" ? 16 : isMessage ? 1_000 : 16_384
    let text = isMessage ? redactedMessage(text) : redacted(text)
    guard text.utf8.count > limit else { return text }
    let bytes = Array(text.utf8.prefix(limit + 1))
    // Not inside a character.
    let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }

  /// The message without secrets and without the tokens of other payments.
  private func redactedMessage(_ text: String) -> String {
    // A long message is cut in any case, so its end is not searched.
    let text = redacted(
      text.utf8.count > 8_192 ? String(decoding: text.utf8.prefix(8_192), as: UTF8.self) : text)
    return others?.redacted(text) ?? text
  }
}

enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// What stands for some bytes inside of a longer text in base64, in both alphabets: other letters at
  /// the three places where the bytes can begin. Empty for a few bytes.
  static func spellings(of bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count >= SecretIndex.shortestCut else { return [] }
    return (0..<3).flatMap { skipped in
      // The letters at the edges stand for other bytes, too.
      let text = encoded(bytes[(3 - skipped) % 3..<bytes.count])
      return Set([text, text.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }])
    }
  }

  /// The letters of whole groups of three bytes.
  private static func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (text, start) = ([UInt8](), bytes.startIndex)
    while start + 3 <= bytes.endIndex {
      let group = bytes[start..<(start + 3)].reduce(0) { $0 << 8 | Int($1) }
      text += [18, 12, 6, 0].map { letters[group >> $0 & 63] }
      start += 3
    }
    return text
  }
}
