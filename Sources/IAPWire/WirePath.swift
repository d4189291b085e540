import JSON

/// The path of an operation. The names of its parameters are in braces:
/// `/inapp/v3/consume/{paymentSeq}/items/{itemSeq}`.
package struct WirePath: Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// The names of the parameters, in their order.
  package let parameters: [String]
  private let parts: [Substring]

  package init(_ text: String) {
    description = text
    parts = Self.parts(text)
    parameters = parts.compactMap(Self.parameter)
  }

  /// The values of the parameters by their names; nil if it is the path of another operation.
  package func values(in path: String) -> [String: String]? {
    let texts = Self.parts(path)
    guard parts.count == texts.count else { return nil }
    var values: [String: String] = [:]
    for (part, text) in zip(parts, texts) {
      if let name = Self.parameter(part) {
        guard !text.isEmpty else { return nil }
        values[name] = String(text)
      } else if !part.utf8.elementsEqual(text.utf8) {
        return nil
      }
    }
    return values
  }

  /// The path with values in place of its parameters.
  ///
  /// - Parameter values: an object with the parameters as texts or numbers.
  func filled(with values: JSONValue) -> String {
    parts.map { part in
      guard let value = Self.parameter(part).flatMap({ values[$0] }) else { return String(part) }
      return PercentEncoding.encoded(value.text ?? value.line)
    }.joined(separator: "/")
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The name of a parameter: `paymentSeq` for `{paymentSeq}`.
  private static func parameter(_ part: Substring) -> String? {
    part.hasPrefix("{") && part.hasSuffix("}") ? String(part.dropFirst().dropLast()) : nil
  }
}

/// Texts in a URL.
package enum PercentEncoding {
  /// Whether a URL has the byte as it is.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
  }

  /// The text for one segment of a path, or for a name or a value of a query.
  package static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let isPlain = isUnreserved(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      result += isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
  }
}
