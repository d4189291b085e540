import CommandLine
import IAPCore
import Text

/// Reads a secret from a file that contains nothing else. A byte-order mark before it and a line
/// break behind it are ignored.
enum SecretText {
  case accessToken, appKey

  /// The name in messages.
  private var name: String {
    switch self {
    case .accessToken: "access token"
    case .appKey: "app key"
    }
  }

  var nameWithArticle: String { "an " + name }

  /// - Parameter file: the name of the source in messages.
  /// - Throws: `inputInvalid` if the bytes are empty, not UTF-8, or contain other characters.
  func read(_ bytes: [UInt8], from file: String) throws(IAPError) -> Secret {
    guard let text = String(validating: Self.core(bytes), as: UTF8.self) else {
      throw .iapctl(.inputInvalid, .input(file, .notUTF8))
    }
    guard !text.isEmpty else { throw .iapctl(.inputInvalid, .input(file, .empty)) }
    var byte = bytes.starts(with: Self.mark) ? 4 : 1
    for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      let isAtEdge =
        index == text.unicodeScalars.startIndex
        || text.unicodeScalars.index(after: index) == text.unicodeScalars.endIndex
      if let found = trouble(scalar, isAtEdge: isAtEdge) {
        throw .iapctl(
          .inputInvalid, .input(file, .secretNotAlone(what: name, found: found, byte: byte)))
      }
      byte += scalar.utf8.count
    }
    return Secret(text)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func core(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var core = bytes[...]
    if core.starts(with: mark) { core = core.dropFirst(mark.count) }
    if core.last == UInt8(ascii: "\n") {
      core = core.dropLast()
      if core.last == UInt8(ascii: "\r") { core = core.dropLast() }
    }
    return core
  }

  /// The kind of an invalid character, or nil. It never contains the character, which may belong to
  /// the secret.
  private func trouble(_ scalar: Unicode.Scalar, isAtEdge: Bool) -> String? {
    switch scalar {
    case "\0": "a null character"
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": "a line break"
    case _ where VisibleText.isHazardous(scalar): "a control or invisible character"
    case _ where scalar.properties.isWhitespace && (isAtEdge || self == .appKey): "a space"
    case _ where self == .appKey && !scalar.isASCII: "a character that an app key cannot contain"
    default: nil
    }
  }
}
