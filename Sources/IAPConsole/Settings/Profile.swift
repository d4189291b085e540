import CommandLine
package import IAPCore
import JSON

/// Settings under a name, as words: they are read by the same rules as an option's.
package struct Profile: Equatable, Sendable {
  package let name: Identifier
  /// The words of each setting, by its key.
  package var words: [String: [String]]
  /// The app key itself.
  package var appKey: Secret?
  /// The app's package, by market.
  package var packages: [StoreCode: String]
  /// Where relative paths in it begin.
  private let folder: String
  /// What `~` stands for; nil where nobody knows.
  private let home: String?
  /// The file that it stands in; nil where it stands in none.
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

  /// What a message calls it.
  var place: String { "profile '\(name)'" + (file.map { " in \($0)" } ?? "") }

  /// The words of an option, or nil where the profile says nothing of it.
  func words(of option: OptionSpecification) -> [String]? {
    guard let words = option.sources.key.flatMap({ words[$0] }) else { return nil }
    guard option.value?.kind == .file else { return words }
    return words.map { $0 == "-" && option.readsInput ? $0 : absolute($0) }
  }

  private func absolute(_ path: String) -> String {
    if let home, path == "~" || path.utf8.starts(with: "~/".utf8) {
      return home + path.dropFirst()
    }
    return path.isEmpty || path.utf8.first == UInt8(ascii: "/") ? path : "\(folder)/\(path)"
  }
}

extension OptionSpecification {
  /// Whether `-` is standard input to it, and no file.
  var readsInput: Bool { name == GlobalOptions.appKeyFile.specification.name }
}

/// The format of the configuration file: what a reader of it accepts, and what its page says.
enum ConfigurationFormat {
  static let all = [file, profile]

  static let file = JSONFormat(
    "", "The file is one object.",
    [
      .init("profile", "string", "the current profile, which is used if no other is named"),
      .init("profiles", "object", "the profiles by name"),
    ])

  /// The options that a profile can say something of.
  static let options = GlobalOptions.all.filter { $0.sources.key != nil }

  static let profile = JSONFormat(
    "profiles.NAME", "Settings that apply if neither an option nor the environment sets them.",
    options.map { option in
      JSONFormat.Key(
        option.sources.key ?? "", kind(of: option),
        "\(option.summary)\(option.isList ? ", or several" : ""); as --\(option.name)")
    } + [
      .init(
        appKey, "string",
        "the app key itself, as \(Variables.appKey); the file must then be readable only by its "
          + "owner"),
      .init(
        packages, "object of strings",
        "the app's package by market code; packageName applies to all other markets"),
    ])

  /// A key whose value may have a secret in it, where it is wrong.
  static let url = "url"

  /// The keys that no option is beside.
  static let (appKey, packages) = ("appKey", "packageNames")

  private static func kind(of option: OptionSpecification) -> String {
    if option.isList { return "array of strings" }
    return option.value?.kind == .number ? "number" : "string"
  }
}

// MARK: Reading

extension Profile {
  /// A profile as the file has it.
  ///
  /// - Parameters:
  ///   - folder: where relative paths in it begin.
  ///   - home: what `~` stands for; nil where nobody knows.
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
  /// The members of an object of strings; none where it is missing or null.
  fileprivate func texts(_ key: String) throws(JSONProblem) -> [(String, String)] {
    let members = try read(key, "an object of strings", \.members).value ?? []
    guard let texts = members.map(\.value).texts else {
      throw problem(key, "not an object of strings")
    }
    return Array(zip(members.map(\.name), texts))
  }
}

extension [JSONValue] {
  /// Nil where one of them is no string.
  fileprivate var texts: [String]? {
    let texts = compactMap(\.text)
    return texts.count == count ? texts : nil
  }
}
