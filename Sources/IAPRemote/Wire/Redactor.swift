import IAPCore
import IAPWire
import JSON

/// Removes secrets from texts of the server or of libcurl: a server may echo the request.
struct Redactor: Sendable {
  private let secrets: [Secret]
  /// The tokens of other payments, which a message of the server can repeat too.
  private let others: RecentTokens?

  static let mark = Array(Secret("").description.utf8)

  /// The length of the shortest secret. A shorter text has none in it.
  private let shortestSecret: Int

  init(_ secrets: [Secret], others: RecentTokens? = nil) {
    self.others = others
    self.secrets = secrets.filter { !$0.revealed.isEmpty }
    shortestSecret = self.secrets.map(\.revealed.utf8.count).min() ?? .max
  }

  /// Each secret as plain text, in JSON and in a URL; the longest first. Made only if there is a
  /// text to redact, because most responses have none.
  private var forms: [[UInt8]] {
    let forms = Set(secrets.flatMap { Self.forms(of: $0.revealed) })
    return forms.sorted { $0.count > $1.count }
  }

  /// The forms of a secret, each once.
  static func forms(of text: String) -> Set<[UInt8]> {
    // Most tokens have only letters, digits and dashes, which are the same in every form.
    if text.utf8.allSatisfy(PercentEncoding.isUnreserved) { return [Array(text.utf8)] }
    let json = Array(JSONValue.string(text).line.utf8.dropFirst().dropLast())
    return [
      Array(text.utf8), json, json.replacing("/".utf8, with: "\\/".utf8),
      Array(PercentEncoding.encoded(text).utf8),
    ]
  }

  /// The text with `(secret)` in place of each secret. It compares bytes, because a combining
  /// character after a secret would hide it from a comparison of characters.
  func redacted(_ text: String) -> String {
    guard text.utf8.count >= shortestSecret else { return text }
    let bytes = Array(text.utf8)
    let clean = forms.reduce(bytes, Self.hide)
    return clean == bytes ? text : String(decoding: clean, as: UTF8.self)
  }

  /// A secret shorter than this is replaced only as a whole word, because a few letters occur in
  /// many words.
  private static let shortest = 4

  private static func hide(_ bytes: [UInt8], _ form: [UInt8]) -> [UInt8] {
    guard occurs(form, in: bytes) else { return bytes }
    guard form.count < shortest else { return bytes.replacing(form, with: mark) }
    return bytes.ranges(of: form).reversed().reduce(into: bytes) { clean, range in
      let before = bytes[..<range.lowerBound].last, after = bytes[range.upperBound...].first
      if !isOfWord(before), !isOfWord(after) { clean.replaceSubrange(range, with: mark) }
    }
  }

  /// The library's search is generic, and takes a fifth of the work for a payment. Almost no text
  /// contains a secret.
  private static func occurs(_ form: [UInt8], in bytes: [UInt8]) -> Bool {
    guard let first = form.first, form.count <= bytes.count else { return false }
    for start in 0...(bytes.count - form.count) where bytes[start] == first {
      var length = 1
      while length < form.count, bytes[start + length] == form[length] { length += 1 }
      if length == form.count { return true }
    }
    return false
  }

  private static func isOfWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }

  func redacted(_ text: String?) -> String? {
    text.map { text -> String in redacted(text) }
  }

  /// The members whose texts stay as they are, beside secrets: iapctl sends them back or compares
  /// them.
  private static let kept: Set = ["paymentSeq", "cursor", "domain", "outcome"]

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
    let text = redacted(String(decoding: text.utf8.prefix(8_192), as: UTF8.self))
    return others?.redacted(text) ?? text
  }

  func redacted(_ failure: TransportFailure) -> TransportFailure {
    TransportFailure(
      failure.kind, isSent: failure.isSent, response: failure.response,
      detail: redacted(failure.detail))
  }
}
