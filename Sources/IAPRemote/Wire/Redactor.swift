import IAPCore
import JSON

/// Removes secrets from texts of the server or of libcurl: a server may echo the request.
struct Redactor: Sendable {
  /// Each secret as plain text, in JSON and in a URL; the longest first.
  private let forms: [[UInt8]]

  private static let mark = Array(Secret("").description.utf8)

  init(_ secrets: [Secret]) {
    let forms = Set(secrets.flatMap { Self.forms(of: $0.revealed) })
    self.forms = forms.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  private static func forms(of text: String) -> [[UInt8]] {
    let json = Array(JSONValue.string(text).line.utf8.dropFirst().dropLast())
    return [
      Array(text.utf8), json, json.replacing("/".utf8, with: "\\/".utf8),
      Array(RequestMaker.pathComponent(text).utf8),
    ]
  }

  /// The text with `(secret)` in place of each secret. It compares bytes, because a combining
  /// character after a secret would hide it from a comparison of characters.
  func redacted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let clean = forms.reduce(bytes, Self.hide)
    return clean == bytes ? text : String(decoding: clean, as: UTF8.self)
  }

  /// A secret shorter than this is replaced only as a whole word, because a few letters occur in
  /// many words.
  private static let shortest = 4

  private static func hide(_ bytes: [UInt8], _ form: [UInt8]) -> [UInt8] {
    guard form.count < shortest else { return bytes.replacing(form, with: mark) }
    return bytes.ranges(of: form).reversed().reduce(into: bytes) { clean, range in
      let before = bytes[..<range.lowerBound].last, after = bytes[range.upperBound...].first
      if !isOfWord(before), !isOfWord(after) { clean.replaceSubrange(range, with: mark) }
    }
  }

  private static func isOfWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }

  func redacted(_ text: String?) -> String? {
    text.map { text -> String in redacted(text) }
  }

  /// The value with its texts redacted, except the codes in `domain` and `outcome`.
  func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(redacted(text))
    case .array(let elements): .array(elements.map { redacted($0) })
    case .object(let members):
      .object(
        members.map { member in
          let isCode = member.name == "domain" || member.name == "outcome"
          return isCode ? member : .init(member.name, redacted(member.value))
        })
    default: value
    }
  }

  func redacted(_ failure: TransportFailure) -> TransportFailure {
    TransportFailure(
      failure.kind, isSent: failure.isSent, response: failure.response,
      detail: redacted(failure.detail))
  }
}
