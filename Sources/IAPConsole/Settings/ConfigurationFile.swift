import CommandLine
import IAPBatch
package import IAPCore
import JSON

/// The content of the configuration file: the profiles, and which one is current.
struct ConfigurationFile: Sendable {
  let path: String
  /// The current profile: it is used if neither an option nor a variable names another.
  let profile: Identifier?
  let profiles: [Identifier: Profile]

  /// The maximum number of profiles in a message.
  private static let mostNamed = 20

  /// The path of the file: below `XDG_CONFIG_HOME`, or else below `~/.config`. Nil if neither is
  /// set. A relative path is ignored, as the XDG Base Directory Specification requires.
  static func path(_ variables: [String: String]) -> String? {
    folder(variables).map { $0 + "/config.json" }
  }

  /// The folder that relative paths in the file are resolved from.
  static func folder(_ variables: [String: String]) -> String? {
    func folder(_ name: String, _ rest: String) -> String? {
      guard let value = variables[name], value.utf8.first == UInt8(ascii: "/") else { return nil }
      return value + rest
    }
    return (folder(Variables.configurationHome, "") ?? folder(Variables.home, "/.config"))
      .map { $0 + "/iapctl" }
  }

  init(path: String, profile: Identifier?, profiles: [Identifier: Profile]) {
    self.path = path
    self.profile = profile
    self.profiles = profiles
  }

  /// Parses the file.
  ///
  /// - Parameters:
  ///   - folder: the folder that relative paths in the file are resolved from.
  ///   - home: the value of `~`; nil if it is not known.
  /// - Throws: a configuration error that names the position in the file.
  init(
    _ bytes: [UInt8], at path: String, in folder: String, home: String?
  ) throws(UsageError) {
    do throws(JSONProblem) {
      let object = try JSONObject(JSONValue(parsing: bytes), ConfigurationFormat.file)
      self.path = path
      profile = try object.text("profile").value.map { Identifier($0) }
      guard profile?.text.isEmpty != true else {
        throw object.problem("profile", "is empty; it must be the name of a profile")
      }
      var profiles: [Identifier: Profile] = [:]
      for member in try object.read("profiles", "an object", \.members).value ?? [] {
        let name = Identifier(member.name)
        guard !name.text.isEmpty else {
          throw object.problem("profiles", "contains a profile without a name")
        }
        do throws(JSONProblem) {
          profiles[name] = try Profile(
            member.value, name: name, in: folder, home: home, file: path)
        } catch {
          throw error.below(name.text).below("profiles")
        }
      }
      self.profiles = profiles
    } catch {
      let place = error.place.isEmpty ? "" : ", \(error.place)"
      throw UsageError(
        "\(path)\(place): \(error.problem)", hint: "see 'man 5 iapctl-config'",
        origin: .configuration)
    }
  }

  /// The names of the profiles, sorted by their bytes.
  var names: [Identifier] {
    profiles.keys.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  /// The error if this file does not contain a profile.
  func unknown(_ name: Identifier, origin: UsageError.Origin) -> UsageError {
    Self.unknown(name, among: names, at: path, origin: origin)
  }

  static func unknown(
    _ name: Identifier, among names: [Identifier], at path: String?, origin: UsageError.Origin
  ) -> UsageError {
    let names = names.map(\.text)
    let suggestion = Suggestions.closest(to: name.text, among: names)
    let isCurrent = origin == .configuration
    return UsageError(
      "no profile '\(name)'" + (path.map { " in \($0)" } ?? "")
        + (suggestion.map { ", did you mean '\($0)'?" } ?? ""),
      hint: names.isEmpty
        ? "add the profile with: iapctl config set store PATH"
          + TypedOptions.words(GlobalOptions.profile.specification.name, name.text)
        : "the profiles are \(names.prefix(mostNamed).joined(separator: ", "))"
          + (names.count > mostNamed ? " and \(names.count - mostNamed) others" : "")
          + (isCurrent ? "; switch to one with: iapctl config use NAME" : ""),
      origin: origin)
  }
}

/// A named group of settings. The values are words, as on a command line, and are checked by the
/// same rules.
package struct Profile: Equatable, Sendable {
  package let name: Identifier
  /// The words of each setting, by key.
  package var words: [String: [String]]
  /// The app key itself, not the path of a file with it.
  package var appKey: Secret?
  /// The app's package in each market.
  package var packages: [StoreCode: String]
  /// The folder that relative paths in the profile are resolved from.
  private let folder: String
  /// The value of `~`; nil if it is not known.
  private let home: String?
  /// The configuration file; nil if the profile is not from a file.
  private let file: String?

  package init(
    name: Identifier, words: [String: [String]], appKey: Secret? = nil,
    packages: [StoreCode: String] = [:], folder: String = "", home: String? = nil,
    file: String? = nil
  ) {
    self.name = name
    self.words = words
    self.appKey = appKey
    self.packages = packages
    self.folder = folder
    self.home = home
    self.file = file
  }

  /// The name of the profile in messages.
  var place: String { "profile '\(name)'" + (file.map { " in \($0)" } ?? "") }

  /// The words of an option, with paths made absolute. Nil if the profile does not set it.
  func words(of option: OptionSpecification) -> [String]? {
    guard let words = option.sources.key.flatMap({ words[$0] }) else { return nil }
    guard option.value?.kind == .file else { return words }
    return words.map { option.namesFile($0) ? absolute($0) : $0 }
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

/// The format of the configuration file. The reader and the manual page use the same description.
enum ConfigurationFormat {
  static let all = [file, profile]

  static let file = JSONFormat(
    "", "The file is one object.",
    [
      .init("profile", .string, "the current profile, which is used if no other is named"),
      .init("profiles", .object, "the profiles by name"),
    ])

  /// The options that a profile can set.
  static let options = GlobalOptions.all.filter { $0.sources.key != nil }

  static let profile = JSONFormat(
    "profiles.NAME", "Settings that apply if neither an option nor the environment sets them.",
    options.map { option in
      JSONFormat.Key(
        option.sources.key ?? "", kind(of: option),
        "\(option.summary)\(option.isList ? ", or several" : ""); as --\(option.name)")
    } + [
      .init(
        appKey, .string,
        "the app key itself, as \(Variables.appKey); the file must then be readable only by its "
          + "owner"),
      .init(
        packages, .objectOfStrings,
        "the app's package by market code; packageName applies to all other markets"),
    ])

  /// The key of the URL. Its value may contain a password, so messages mask it.
  static let url = "url"

  /// The keys without an option.
  static let (appKey, packages) = ("appKey", "packageNames")

  private static func kind(of option: OptionSpecification) -> JSONFormat.Kind {
    if option.isList { return .arrayOfStrings }
    return option.value?.kind == .number ? .number : .string
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
    var packages: [StoreCode: String] = [:]
    for (market, package) in try object.texts(ConfigurationFormat.packages) {
      packages[StoreCode(market)] = package
    }
    self.init(
      name: name, words: words,
      appKey: try object.text(ConfigurationFormat.appKey).value.map { Secret($0) },
      packages: packages, folder: folder, home: home, file: file)
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
  /// The members of an object of strings. Empty if the key is missing or null.
  fileprivate func texts(_ key: String) throws(JSONProblem) -> [(String, String)] {
    let members = try read(key, "an object of strings", \.members).value ?? []
    guard let texts = members.map(\.value).texts else {
      throw problem(key, "not an object of strings")
    }
    return Array(zip(members.map(\.name), texts))
  }
}

extension [JSONValue] {
  /// The strings. Nil if an element is not a string.
  fileprivate var texts: [String]? {
    let texts = compactMap(\.text)
    return texts.count == count ? texts : nil
  }
}

extension ValueParser where Value == String {
  /// A file, or the URL of a database. A password in it would be in the list of processes. A
  /// misspelt URL must not become a file, which the rest of the team does not see.
  static func journal(_ label: String, isURL: Bool = false) -> Self {
    let url =
      "a URL that begins with postgresql:// and has no password in it (put passwords into ~/.pgpass)"
    let all = "the path of a file, or " + url
    return ValueParser(label, expectation: isURL ? url : all, kind: .file) { word in
      guard !word.isEmpty, PostgresJournal.isURL(word) || !isURL,
        PostgresJournal.secret(in: word) == nil, !PostgresJournal.isAlmostURL(word)
      else { return nil }
      return word
    }
  }
}
