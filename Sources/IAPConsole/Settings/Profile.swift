import CommandLine
import IAPBatch
package import IAPCore
import JSON

/// A named group of settings. The values are words, as on a command line, and are checked by the
/// same rules.
package struct Profile: Equatable, Sendable {
  package let name: Identifier
  /// The words of each setting, by key.
  package var words: [String: [String]]
  /// The app key itself, not the path of a file with it.
  package var appKey: Secret?
  /// The folder that relative paths in the profile are resolved from.
  private let folder: String
  /// The value of `~`; nil if it is not known.
  private let home: String?
  /// The configuration file; nil if the profile is not from a file.
  private let file: String?

  package init(
    name: Identifier, words: [String: [String]], appKey: Secret? = nil,
    folder: String = "", home: String? = nil, file: String? = nil
  ) {
    self.name = name
    self.words = words
    self.appKey = appKey
    self.folder = folder
    self.home = home
    self.file = file
  }

  /// The name of the profile in messages.
  var place: String { "profile '\(name)'" + (file.map { " in \($0)" } ?? "") }

  /// The words of an option, with paths made absolute. Nil if the profile does not set it.
  func words(of option: OptionSpecification) -> [String]? {
    guard let key = option.sources.key, let words = words(of: key) else { return nil }
    guard option.value?.kind == .file else { return words }
    return words.map { option.namesFile($0) ? absolute($0) : $0 }
  }

  /// The words of a key, together with those for single markets: `com.example,GG=com.example.gg`.
  private func words(of key: String) -> [String]? {
    guard let second = ConfigurationFormat.byMarket[key], let own = words[second] else {
      return words[key]
    }
    return [((words[key] ?? []) + own).joined(separator: ",")]
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
  var readsInput: Bool { name == GlobalOptions.appKeyFile.specification.name }

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
    let object = try JSONObject(value, ConfigurationFormat.profile)
    var words: [String: [String]] = [:]
    for option in ConfigurationFormat.options {
      guard let key = option.sources.key else { continue }
      words[key] = try Self.words(of: option, key, object)
    }
    if let value = try object.flag(ConfigurationFormat.requireTicket).value {
      words[ConfigurationFormat.requireTicket] = [String(value)]
    }
    for (_, key) in ConfigurationFormat.byMarket {
      let texts = try object.byMarket(key)
      if !texts.isEmpty { words[key] = [texts.map { "\($0)=\($1)" }.joined(separator: ",")] }
    }
    self.init(
      name: name, words: words,
      appKey: try object.text(ConfigurationFormat.appKey).value.map { Secret($0) },
      folder: folder, home: home, file: file)
  }

  private static func words(
    of option: OptionSpecification, _ key: String, _ object: JSONObject
  ) throws(JSONProblem) -> [String]? {
    if option.isList {
      return try object.read(key, "an array of strings") { value in
        value.elements.flatMap { $0.texts }
      }.value
    }
    if option.value?.kind == .number {
      return try object.integer(key, from: 0).value.map { [String($0)] }
    }
    return try object.text(key).value.map { [$0] }
  }
}

extension JSONObject {
  /// The members of an object with a text or a number for each market. Empty if the key is missing or
  /// null.
  fileprivate func byMarket(_ key: String) throws(JSONProblem) -> [(String, String)] {
    let kind = ConfigurationFormat.kind(ofMarkets: key).rawValue
    let isNumber = key == ConfigurationFormat.appSeqs
    return try (try read(key, "an \(kind)", \.members).value ?? []).map {
      member throws(JSONProblem) in
      guard let text = isNumber ? member.value.digits : member.value.text,
        !text.isEmpty, !member.name.isEmpty,
        !(member.name + text).utf8.contains(where: { $0 == UInt8(ascii: ",") }),
        !member.name.utf8.contains(UInt8(ascii: "="))
      else { throw problem(key, "not an \(kind)") }
      return (member.name, text)
    }
  }
}

extension [JSONValue] {
  /// The strings. Nil if an element is not a string.
  fileprivate var texts: [String]? {
    let texts = compactMap(\.text)
    return texts.count == count ? texts : nil
  }
}
