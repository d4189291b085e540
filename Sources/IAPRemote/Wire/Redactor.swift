import IAPCore
import JSON

/// Takes secrets out of texts that others wrote: a server may echo what it was sent.
struct Redactor: Sendable {
  /// Each secret as it is, and as JSON and a URL write it; the longest first.
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

  /// The text with `(secret)` in place of each secret. Bytes are compared: a mark that combines
  /// with the last letter of a secret does not hide it.
  func redacted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let clean = forms.reduce(bytes, Self.hide)
    return clean == bytes ? text : String(decoding: clean, as: UTF8.self)
  }

  /// A few letters are in every other word: so short a secret shows only where it stands alone.
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

  /// A value with each of its texts redacted, but for those that only programs read.
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
