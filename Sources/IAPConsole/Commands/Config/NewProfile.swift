import CommandLine
import IAPCore
import IAPMessages
import IAPWire

/// A profile that is about to be written.
struct NewProfile: Equatable, Sendable {
  /// A key that was typed or read from a stream, and the file that is made for it.
  struct NewKey: Equatable, Sendable {
    let key: Secret
    let path: String
  }

  var name: Identifier?
  /// The values of each key of the profile.
  private(set) var values: [String: [String]] = [:]
  var newKey: NewKey?

  /// The options that give settings of the profile.
  static let options: SharedOptions = [.server, .package, .appSeq, .market, .journal]

  /// The settings of a command line, which have been checked.
  init(_ arguments: ParsedArguments, in environment: Environment) {
    for option in Self.options.own {
      guard let key = option.sources.key, let texts = arguments.values[option.name] else {
        continue
      }
      set(key, to: texts.joined(separator: ","), in: environment)
    }
  }

  /// Sets the value of a key, which has been checked.
  mutating func set(_ key: String, to text: String, in environment: Environment) {
    if let byMarket = ConfigurationFormat.byMarket[key] {
      let parts = text.split(separator: ",")
      let (own, other) = (parts.filter { $0.contains("=") }, parts.filter { !$0.contains("=") })
      if !own.isEmpty { values[byMarket] = [own.joined(separator: ",")] }
      if !other.isEmpty { values[key] = [other.joined(separator: ",")] }
      return
    }
    let isList = key == ConfigurationFormat.markets
    values[key] =
      isList ? text.split(separator: ",").map(String.init) : [environment.absolute(text, of: key)]
  }

  func has(_ key: String) -> Bool {
    values[key] != nil || ConfigurationFormat.byMarket[key].map { values[$0] != nil } == true
  }

  /// The API of the server.
  var api: WireDialect {
    values[ConfigurationFormat.api]?.first.flatMap(WireDialect.init) ?? .usual
  }

  /// What the server asks for; nil if the API has no credential.
  var credential: Credential? { api.traits.credential }

  /// Whether the key of the API or its file is given.
  var hasKey: Bool {
    newKey != nil || credential.map { has($0.fileKey) } ?? false
  }

  /// Removes the key of the API and its file.
  mutating func removeKey() {
    newKey = nil
    if let credential { values[credential.fileKey] = nil }
  }

  /// The keys and their values, in the order of the file.
  var settings: [(key: String, value: String)] {
    ConfigurationFormat.profile.schema.members.compactMap { key in
      key.name == credential?.fileKey && newKey != nil
        ? (key.name, newKey?.path ?? "")
        : values[key.name].map { (key.name, $0.joined(separator: ",")) }
    }
  }

  /// The profile as it is tried before it is written: with the key in memory.
  func trial(_ name: Identifier) -> Profile {
    var profile = Profile(name: name, values: values)
    if let credential, let newKey {
      profile.values[credential.fileKey] = nil
      profile[credential] = newKey.key
    }
    return profile
  }

  /// The profile as it is in the file.
  func written(_ name: Identifier) -> Profile {
    var values = values
    if let credential, let newKey { values[credential.fileKey] = [newKey.path] }
    return Profile(name: name, values: values)
  }
}

extension Environment {
  /// The path of a new file for the app key of a profile, beside the configuration file.
  func newKeyPath(for name: Identifier, in folder: String) -> String {
    let isPlain = { (letter: Character) in
      letter.isLetter || letter.isNumber || "-_.".contains(letter)
    }
    let base = "\(folder)/\(String(name.text.map { isPlain($0) ? $0 : "_" }))"
    var (path, number) = (base + ".key", 1)
    while fileExists(path) {
      number += 1
      path = "\(base)-\(number).key"
    }
    return path
  }
}
