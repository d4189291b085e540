import IAPCore
import Text

extension IAPError.SecretKind {
  /// Reads a secret from a file that contains nothing else. A byte-order mark before it and a line
  /// break behind it are ignored.
  ///
  /// - Parameter file: the path of the source; `-` is standard input.
  /// - Throws: `inputInvalid` if the bytes are empty, not UTF-8, or contain other characters.
  func read(_ bytes: [UInt8], from file: String) throws(IAPError) -> Secret {
    guard let text = String(validating: Self.trimmed(bytes), as: UTF8.self) else {
      throw .iapctl(.inputInvalid, .input(file, .notUTF8))
    }
    guard !text.isEmpty else { throw .iapctl(.inputInvalid, .input(file, .empty)) }
    var byte = bytes.starts(with: Self.byteOrderMark) ? 4 : 1
    for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      let isAtEdge =
        index == text.unicodeScalars.startIndex
        || text.unicodeScalars.index(after: index) == text.unicodeScalars.endIndex
      if let found = trouble(scalar, isAtEdge: isAtEdge) {
        throw .iapctl(
          .inputInvalid, .input(file, .secretNotAlone(self, found, byte: byte)))
      }
      byte += scalar.utf8.count
    }
    return Secret(text)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var trimmed = bytes[...]
    if trimmed.starts(with: byteOrderMark) { trimmed = trimmed.dropFirst(byteOrderMark.count) }
    if trimmed.last == UInt8(ascii: "\n") {
      trimmed = trimmed.dropLast()
      if trimmed.last == UInt8(ascii: "\r") { trimmed = trimmed.dropLast() }
    }
    return trimmed
  }

  /// The kind of an invalid character, or nil.
  private func trouble(_ scalar: Unicode.Scalar, isAtEdge: Bool) -> IAPError.ForeignText? {
    switch scalar {
    case "\0": .nullCharacter
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": .lineBreak
    case _ where VisibleText.isHazardous(scalar): .control
    case _ where scalar.properties.isWhitespace && (isAtEdge || self != .accessToken): .space
    case _ where self != .accessToken && !scalar.isASCII: .notInAppKey
    default: nil
    }
  }
}
