import CommandLine
import IAPCore
import IAPMessages
import IAPWire

/// The key of a setting, as an argument of the `config` commands.
enum ConfigKey {
  static let names = ConfigurationFormat.profile.schema.members.map(\.name)

  static let apis = WireDialect.allCases.map(\.rawValue)

  static let syntax = ValueParser<String>(
    "KEY", expectation: "a key: \(names.joined(separator: ", "))", kind: .choices(names)
  ) { names.contains($0) ? $0 : nil }

  /// Splits the value of a list and checks it by the rules of the option.
  static func checkedValues(_ value: String, of key: String) throws(UsageError) -> [String] {
    if key == ConfigurationFormat.requireTicket, Bool(value) == nil {
      throw UsageError(SettingUsage.notBoolean(key: key, value))
    }
    let own = ConfigurationFormat.byMarket.first { $0.value == key }?.key
    guard let option = ConfigurationFormat.option(of: own ?? key) else { return [value] }
    if own != nil, let part = value.split(separator: ",").first(where: { !$0.contains("=") }) {
      throw UsageError(
        SettingUsage.notByMarket(key: key, part: String(part), all: own ?? key))
    }
    let values =
      option.isList
      ? value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [value]
    do {
      _ = try Settings(ParsedArguments(values: [option.name: values]), [:])
    } catch {
      // The message must name the key: the user did not give the option.
      guard let problem = error.problem as? ArgumentProblem else { throw error }
      throw .argument(problem.renamed(key))
    }
    return values
  }
}

extension Environment {
  /// Makes a path absolute: in the file, a relative path would be resolved from the folder of the
  /// file.
  func absolute(_ word: String, of key: String) -> String {
    // A shell replaces `~` only where it is not quoted; an answer to a question has no shell.
    ConfigurationFormat.option(of: key)?
      .absolute(word, in: files.currentDirectory, home: folders.home) ?? word
  }
}
