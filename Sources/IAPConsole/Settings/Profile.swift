import CommandLine
import IAPBatch
package import IAPCore
import IAPMessages
import JSON

/// A named group of settings. The values are texts, as on a command line, and are checked by the
/// same rules.
package struct Profile: Equatable, Sendable {
  package private(set) var name: Identifier
  /// The values of each setting, by key.
  package var values: [String: [String]]
  /// The app key itself, not the path of a file with it.
  package var appKey: Secret?
  /// The secret key itself, not the path of a file with it.
  package var secretKey: Secret?
  /// The folder that relative paths in the profile are resolved from.
  private var folder: String
  /// The value of `~`; nil if it is not known.
  private var home: String?
  /// The configuration file; nil if the profile is not from a file.
  private var file: String?

  package init(
    name: Identifier, values: [String: [String]], appKey: Secret? = nil,
    folder: String = "", home: String? = nil, file: String? = nil
  ) {
    self.name = name
    self.values = values
    self.appKey = appKey
    self.folder = folder
    self.home = home
    self.file = file
  }

  /// The same settings under another name.
  func renamed(_ name: Identifier) -> Profile {
    var copy = self
    copy.name = name
    return copy
  }

  /// The name of the profile in messages.
  var nameInMessages: String { "profile '\(name)'" + (file.map { " in \($0)" } ?? "") }

  /// The values of an option, with paths made absolute. Nil if the profile does not set it.
  func values(of option: OptionSpecification) -> [String]? {
    guard let key = option.sources.key else { return nil }
    return ConfigurationFormat.byMarket[key] == nil ? ownValues(of: key) : valuesByMarket(of: key)
  }

  /// The path of the file with its credential. Nil if it names none.
  var keyFile: String? {
    Credential.allCases.lazy.compactMap { ownValues(of: $0.fileKey)?.first }.first
  }

  /// The values of a key as the profile has them, with paths made absolute. Nil if it does not set it.
  func ownValues(of key: String) -> [String]? {
    guard let values = values[key],
      let option = ConfigurationFormat.options.first(where: { $0.sources.key == key }),
      option.value?.kind == .file
    else { return values[key] }
    return values.map { option.namesFile($0) ? absolute($0) : $0 }
  }

  /// The values of a key, together with those for single markets: `com.example,GG=com.example.gg`.
  private func valuesByMarket(of key: String) -> [String]? {
    guard let second = ConfigurationFormat.byMarket[key], let own = values[second] else {
      return values[key]
    }
    return [((values[key] ?? []) + own).joined(separator: ",")]
  }

  private func absolute(_ path: String) -> String {
    if let home, path == "~" || path.utf8.starts(with: "~/".utf8) {
      return home + path.dropFirst()
    }
    return path.isEmpty || path.utf8.first == UInt8(ascii: "/") ? path : "\(folder)/\(path)"
  }
}

extension OptionSpecification {
  /// Whether the value `-` means standard input, and not a file named `-`.
  var readsInput: Bool {
    Credential.allCases.contains { $0.fileSetting.specification.name == name }
  }

  /// Whether a word is a path: not standard input, and not the URL of a journal.
  func namesFile(_ word: String) -> Bool {
    !(word == "-" && readsInput) && !PostgresJournal.isURL(word)
  }
}

// MARK: Reading

extension Profile {
  /// Reads a profile of the configuration file.
  ///
  /// - Parameters:
  ///   - folder: the folder that relative paths in the profile are resolved from.
  ///   - home: the value of `~`; nil if it is not known.
  init(
    _ value: JSONValue, name: Identifier, in folder: String, home: String?, file: String
  ) throws(JSONProblem) {
    self = try ConfigurationFormat.profile.read(value)
    (self.name, self.folder, self.home, self.file) = (name, folder, home, file)
  }
}
