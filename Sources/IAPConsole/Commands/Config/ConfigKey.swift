import CommandLine
import IAPCore

/// A key of a profile, as the commands of `config` name it.
enum ConfigKey {
  static let names = ConfigurationFormat.profile.keys.map(\.name)

  static let syntax = ValueParser<String>(
    "KEY", expectation: "a key: \(names.joined(separator: ", "))", kind: .choices(names)
  ) { names.contains($0) ? $0 : nil }

  /// The profile that a command works on: the one that was named, else the one that holds, else a
  /// first one.
  static func profile(of settings: Settings, in file: ConfigurationFile) -> Identifier {
    settings.profile ?? file.profile ?? "default"
  }

  /// Who named that profile; the command line where nobody did.
  static func profileOrigin(
    _ settings: Settings, in file: ConfigurationFile
  ) -> UsageError.Origin {
    settings.profile == nil && file.profile != nil
      ? .configuration : settings.$profile.origin
  }

  /// The words of a value, checked as the option's would be.
  static func words(_ value: String, of key: String) throws(UsageError) -> [String] {
    guard let option = ConfigurationFormat.options.first(where: { $0.sources.key == key }) else {
      return [value]
    }
    let words =
      option.isList
      ? value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [value]
    do {
      _ = try Settings(ParsedArguments(values: [option.name: words]), [:], nil)
    } catch {
      // Nobody gave the option.
      let problem = error.message.dropFirst("--\(option.name)".count)
      throw UsageError(key + problem, hint: error.hint)
    }
    return words
  }

  /// `AS=com.example.game,GG=com.example.android`
  static func packages(_ value: String) throws(UsageError) -> [StoreCode: String] {
    var packages: [StoreCode: String] = [:]
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else {
        throw UsageError(
          "packageNames: '\(part)' is not MARKET=PACKAGE",
          hint: "write AS=com.example.game,GG=com.example.android")
      }
      packages[StoreCode(String(pair[0]))] = String(pair[1])
    }
    return packages
  }
}
