import IAPCore
import SafeText

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
    guard forms.contains(where: { !bytes.ranges(of: $0).isEmpty }) else { return text }
    let clean = forms.reduce(bytes) { $0.replacing($1, with: Self.mark) }
    return String(decoding: clean, as: UTF8.self)
  }

  func redacted(_ text: String?) -> String? {
    text.map { text -> String in redacted(text) }
  }

  func redacted(_ failure: TransportFailure) -> TransportFailure {
    TransportFailure(
      failure.kind, isSent: failure.isSent, response: failure.response,
      detail: redacted(failure.detail))
  }
}
