import CommandLine
import IAPCore

/// The options of a command line as they were typed, to be repeated in a command that can be pasted.
struct TypedOptions: Equatable, Sendable {
  private let values: [String: [String]]

  init(_ arguments: ParsedArguments = ParsedArguments()) { values = arguments.values }

  func contains(_ option: OptionSpecification) -> Bool { values[option.name] != nil }

  /// The options that say where purchases are kept, and as whom: never the app key itself, which no
  /// option takes.
  static let backend = [
    GlobalOptions.store.specification, GlobalOptions.url.specification,
    GlobalOptions.api.specification, GlobalOptions.appKeyFile.specification,
    GlobalOptions.appSeq.specification, GlobalOptions.profile.specification,
  ]

  /// Those of some options that were typed, quoted for a shell, with a space before each.
  func words(_ options: [OptionSpecification]) -> String {
    options.flatMap { option in
      (values[option.name] ?? []).map { value in
        let isStream = option.value?.kind == .file && Self.isStream(value)
        return Self.words(option.name, isStream ? "FILE" : value)
      }
    }.joined()
  }

  /// Whether a path is standard input or a pipe of the shell's, which are read up by now.
  static func isStream(_ path: String) -> Bool {
    path == "-" || path.hasPrefix("/dev/fd/") || path == "/dev/stdin"
      || path.hasPrefix("/proc/self/fd/")
  }

  /// The command line of a command for a user, in the same place.
  func command(_ name: String, of user: Identifier) -> String {
    "iapctl \(name)" + Self.words("user", user.text)
      + words([GlobalOptions.market.specification] + Self.backend)
  }

  /// A flag, if it was typed, with a space before it.
  func flag(_ option: OptionSpecification) -> String {
    contains(option) ? " --\(option.name)" : ""
  }

  /// An option and its value, quoted for a shell, with a space before it.
  static func words(_ name: String, _ value: String) -> String {
    // A word that begins with a dash is a value only behind an equals sign.
    value.isEmpty || value.utf8.first == UInt8(ascii: "-") && value != "-"
      ? " --\(name)=\(quoted(value))" : " --\(name) \(quoted(value))"
  }

  /// A word as a shell takes it for exactly this text.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte > 0x7F || "_./,:=@%+-".utf8.contains(byte)
        || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
