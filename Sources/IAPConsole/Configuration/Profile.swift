import StrictJSON

/// Settings under a name, as words: they are read by the same rules as an option's.
package struct Profile: Equatable, Sendable {
  package let name: String
  /// The words of each setting, by its key.
  package let words: [String: [String]]

  package init(name: String, words: [String: [String]]) {
    self.name = name
    self.words = words
  }

  /// The words of an option, or nil where the profile says nothing of it.
  func words(of option: OptionSpecification) -> [String]? {
    option.sources.key.flatMap { words[$0] }
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
