import CommandLine
import IAPBatch
import IAPCore
import IAPMessages

/// A named group of settings. The values are texts, as on a command line, and are checked by the
/// same rules.
struct Profile: Equatable, Sendable {
  var name: Identifier
  /// The values of each setting, by key.
  var values: [String: [String]] = [:]
  /// The credentials themselves, not the paths of files with them. Others may not read a file that
  /// holds one.
  var keys: [Credential: Secret] = [:]
  /// The folder that relative paths in the profile are resolved from.
  var folder = ""
  /// The value of `~`; nil if it is not known.
  var home: String?
  /// The configuration file; nil if the profile is not from a file.
  var file: String?

  var nameInMessages: String { "profile '\(name)'" + (file.map { " in \($0)" } ?? "") }

  /// The values of an option, with paths made absolute, and those for single markets behind the one for
  /// all others: `com.example,GG=com.example.gg`. Nil if the profile does not set it.
  func values(of option: OptionSpecification) -> [String]? {
    guard let key = option.sources.key else { return nil }
    guard let own = ConfigurationFormat.byMarket[key].flatMap({ values[$0] }) else {
      return values(of: key)
    }
    return [((values[key] ?? []) + own).joined(separator: ",")]
  }

  /// The values of a key as the profile has them, with paths made absolute. Nil if it does not set it.
  func values(of key: String) -> [String]? {
    guard let option = ConfigurationFormat.option(of: key) else { return values[key] }
    return values[key]?.map { option.absolute($0, in: folder, home: home) }
  }

  /// The path of the file with its credential. Nil if it names none.
  var keyFile: String? {
    Credential.allCases.lazy.compactMap { values(of: $0.fileKey)?.first }.first
  }

  /// Removes a setting, or a credential.
  ///
  /// - Returns: whether the profile had it.
  mutating func remove(_ key: String) -> Bool {
    guard let credential = Credential(rawValue: key) else {
      return values.removeValue(forKey: key) != nil
    }
    return keys.removeValue(forKey: credential) != nil
  }
}

extension OptionSpecification {
  /// A value of the option. If it is a path, and not `-` for standard input or the URL of a journal, it is
  /// made absolute.
  func absolute(_ word: String, in folder: String, home: String?) -> String {
    let readsInput = Credential.allCases.contains { $0.fileSetting.specification.name == name }
    guard value?.kind == .file, !(word == "-" && readsInput), !PostgresJournal.isURL(word) else {
      return word
    }
    if let home, word == "~" || word.utf8.starts(with: "~/".utf8) { return home + word.dropFirst() }
    return word.isEmpty || word.utf8.first == UInt8(ascii: "/") ? word : "\(folder)/\(word)"
  }
}
