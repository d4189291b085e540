import StrictJSON

/// Settings under a name, as words: they are read by the same rules as an option's.
package struct Profile: Equatable, Sendable {
  package let name: String
  /// The words of each setting, by its key.
  package let words: [String: [String]]
  /// Where relative paths in it begin.
  private let folder: String
  /// What `~` stands for; nil where nobody knows.
  private let home: String?

  package init(
    name: String, words: [String: [String]], folder: String = "", home: String? = nil
  ) {
    self.name = name
    self.words = words
    self.folder = folder
    self.home = home
  }

  /// The words of an option, or nil where the profile says nothing of it.
  func words(of option: OptionSpecification) -> [String]? {
    guard let words = option.sources.key.flatMap({ words[$0] }) else { return nil }
    return option.value?.kind == .file ? words.map(absolute) : words
  }

  private func absolute(_ path: String) -> String {
    if let home, path == "~" || path.utf8.starts(with: "~/".utf8) {
      return home + path.dropFirst()
    }
    return path.isEmpty || path.utf8.first == UInt8(ascii: "/") ? path : "\(folder)/\(path)"
  }
}

/// The format of the configuration file: what a reader of it accepts, and what its page says.
enum ConfigurationFormat {
  static let all = [file, profile]

  static let file = JSONFormat(
    "", "The file is one object.",
    [
      .init("profile", "string", "the profile that holds where none is named"),
      .init("profiles", "object", "the profiles, each under its name"),
    ])

  /// The options that a profile can say something of.
  static let options = GlobalOptions.all.filter { $0.sources.key != nil }

  static let profile = JSONFormat(
    "profiles.NAME", "What holds where neither an option nor the environment says otherwise.",
    options.map { option in
      JSONFormat.Key(
        option.sources.key ?? "", option.isList ? "array of strings" : "string",
        "\(option.summary)\(option.isList ? ", or several" : ""); as --\(option.name)")
    })
}

/// A profile as the file has it.
struct ProfileText: Decodable, Sendable {
  let words: [String: [String]]

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, ConfigurationFormat.profile)
    var words: [String: [String]] = [:]
    for option in ConfigurationFormat.options {
      guard let key = option.sources.key else { continue }
      words[key] =
        option.isList
        ? try reader.given(key, [String].self, "an array of strings").value
        : try reader.text(key).value.map { [$0] }
    }
    self.words = words
  }
}
