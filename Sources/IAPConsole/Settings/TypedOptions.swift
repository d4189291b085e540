import CommandLine
import IAPBatch
import IAPCore
import Text

/// The options of a command line as they were typed. Hints repeat them in commands that can be
/// pasted.
struct TypedOptions: Equatable, Sendable {
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments = ParsedArguments()) { self.arguments = arguments }

  /// The same command line again. It never has `--yes`: what is printed asks before it changes anything.
  ///
  /// - Parameters:
  ///   - options: the options of the command, in the order to print them in.
  ///   - omitted: the options to leave out.
  func commandLine(_ options: [OptionSpecification], without omitted: [OptionSpecification] = [])
    -> String
  {
    let omitted = omitted + [GlobalOptions.yes.specification]
    let kept = options.filter { option in !omitted.contains { $0.name == option.name } }
    let texts = kept.map { $0.takesValue ? shellText(of: [$0]) : flag($0) }
    let words = arguments.path + arguments.operands.map(ShellText.quoted)
    return "iapctl " + words.joined(separator: " ") + texts.joined()
  }

  func contains(_ option: OptionSpecification) -> Bool { arguments.values[option.name] != nil }

  /// The options that choose the backend. The app key itself is not among them: no option takes it.
  static let backend =
    SharedOptions.place.subtracting(.package).own + [GlobalOptions.profile.specification]

  /// The typed ones of these options, quoted for a shell, with a space before each. The path of a
  /// stream is replaced by `FILE`. A value with a password is left out.
  func shellText(of options: [OptionSpecification]) -> String {
    options.flatMap { option in
      (arguments.values[option.name] ?? []).filter { PostgresJournal.secret(in: $0) == nil }
        .map { value in
          ShellText.option(option.name, isSpent(value, of: option) ? "FILE" : value)
        }
    }.joined()
  }

  private func isSpent(_ path: String, of option: OptionSpecification) -> Bool {
    option.value?.kind == .file && Self.isStream(path)
  }

  /// Whether a path is standard input or a pipe of the shell. Its content has been read and cannot
  /// be read again.
  static func isStream(_ path: String) -> Bool {
    path == "-" || path.hasPrefix("/dev/fd/") || path == "/dev/stdin"
      || path.hasPrefix("/proc/self/fd/")
  }

  /// A command line for a user, on the same backend and markets.
  func command(_ name: String, of user: Identifier) -> String {
    "iapctl \(name)" + ShellText.option("user", user.text)
      + shellText(of: [GlobalOptions.market.specification] + Self.backend)
  }

  /// The flag with a space before it if it was typed, or an empty text.
  func flag(_ option: OptionSpecification) -> String {
    contains(option) ? " --\(option.name)" : ""
  }
}
