import CommandLine
import IAPCore
import IAPMessages
import IAPWire

/// A profile that is about to be written.
struct NewProfile {
  /// As it is tried: with a key that was typed, or read from a stream. Its name is empty until it is
  /// known.
  private(set) var profile: Profile
  /// The file that is made for that key.
  private(set) var newKeyFile: String?
  private let environment: Environment

  /// The options that give settings of the profile.
  static let options: SharedOptions = [.server, .package, .appSeq, .market, .journal]

  /// The settings of a command line, which have been checked.
  init(_ name: Identifier?, _ arguments: ParsedArguments, in environment: Environment) {
    profile = Profile(name: name ?? "")
    self.environment = environment
    for option in Self.options.own {
      guard let key = option.sources.key, let texts = arguments.values[option.name] else {
        continue
      }
      set(key, to: texts.joined(separator: ","))
    }
  }

  /// Nil until it is known.
  var name: Identifier? {
    get { profile.name.text.isEmpty ? nil : profile.name }
    set { profile.name = newValue ?? "" }
  }

  /// The value of a key, which has been checked. Nil if neither it nor a value for single markets is set.
  subscript(key: String) -> String? {
    let words =
      profile.values[key] ?? ConfigurationFormat.byMarket[key].flatMap { profile.values[$0] }
    return words?.joined(separator: ",")
  }

  mutating func set(_ key: String, to value: String) {
    let parts = value.split(separator: ",").map(String.init)
    if let byMarket = ConfigurationFormat.byMarket[key] {
      let (own, other) = (parts.filter { $0.contains("=") }, parts.filter { !$0.contains("=") })
      if !own.isEmpty { profile.values[byMarket] = [own.joined(separator: ",")] }
      if !other.isEmpty { profile.values[key] = [other.joined(separator: ",")] }
    } else {
      profile.values[key] =
        key == ConfigurationFormat.markets ? parts : [environment.absolute(value, of: key)]
    }
  }

  var api: WireDialect { self[ConfigurationFormat.api].flatMap(WireDialect.init) ?? .usual }

  /// What the server asks for; nil if the API has no credential.
  var credential: Credential? { api.traits.credential }

  var hasKey: Bool { newKeyFile != nil || credential.map { self[$0.fileKey] != nil } ?? false }

  /// Removes the key of the API and its file.
  mutating func removeKey() {
    newKeyFile = nil
    guard let credential else { return }
    (profile.keys[credential], profile.values[credential.fileKey]) = (nil, nil)
  }

  /// Takes a key that goes into a new file beside the configuration file.
  ///
  /// - Parameter folder: the folder of the configuration file.
  mutating func setKey(_ key: Secret, of credential: Credential, in folder: String) {
    (profile.keys[credential], profile.values[credential.fileKey]) = (key, nil)
    let isPlain = { (letter: Character) in
      letter.isLetter || letter.isNumber || "-_.".contains(letter)
    }
    let base = "\(folder)/\(String(profile.name.text.map { isPlain($0) ? $0 : "_" }))"
    var (path, number) = (base + ".key", 1)
    while environment.fileExists(path) {
      number += 1
      path = "\(base)-\(number).key"
    }
    newKeyFile = path
  }

  /// The profile as it is in the file.
  var written: Profile {
    var profile = profile
    if let credential, let newKeyFile {
      profile.keys = [:]
      profile.values[credential.fileKey] = [newKeyFile]
    }
    return profile
  }
}
