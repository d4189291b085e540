import CommandLine
import IAPCore

/// Writes a setting into a profile.
enum ConfigSetCommand: Command {
  static let key = Operand(.one, ConfigKey.syntax, "the setting")
  static let value = Operand(
    .optional, at: 1, .text("VALUE"), "its value; of appKey none: it is read from standard input")

  static let specification = CommandSpecification(
    "set", "write a setting into a profile",
    discussion: [
      "Writes into the profile that --profile names, else into the one that holds; a profile that "
        + "is not there yet is made. Several markets have commas between them, and packageNames "
        + "is written as AS=com.example.game,GG=com.example.android. A relative path is meant "
        + "from the current directory, and written as a whole one. A value that would be refused "
        + "when it is used is refused here.",
      "Several processes may change the file at once: each waits for the others, as long as "
        + "--timeout says. Where the file is a link, what it leads to is written.",
      "appKey is read from standard input, so that it stands on no command line.",
    ],
    operands: [key.specification, value.specification],
    examples: [
      Example("iapctl config set user alice", "whose purchases are meant from now on"),
      Example(
        "iapctl config set markets GG,ONESTORE --profile android", "the markets of a profile"),
      Example("echo sample-app-key | iapctl config set appKey --profile live", "an app key"),
    ])

  static let needs = SettingsNeed.environment

  enum Inputs: Equatable, Sendable {
    case words(key: String, [String])
    case packages([StoreCode: String])
    case appKey
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let name = try arguments.values(of: key).first ?? ""
    let text = try arguments.values(of: value).first
    guard name != ConfigurationFormat.appKey else {
      guard text == nil else {
        throw UsageError(
          "appKey takes no value: it would show in the list of processes",
          hint: "write it to standard input")
      }
      return .appKey
    }
    guard let text else { throw .missingOperand("VALUE", help: "iapctl config set --help") }
    if name == ConfigurationFormat.packages { return .packages(try ConfigKey.packages(text)) }
    return .words(key: name, try ConfigKey.words(text, of: name))
  }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    if case .words(ConfigurationFormat.url, let words) = inputs {
      for word in words {
        _ = try RemoteBackend.origin(
          of: word, named: ConfigurationFormat.url, isConfigured: false)
      }
    }
    let key = inputs == .appKey ? try context.readKey(from: "-") : nil
    var note = ""
    try ConfigurationFile.edit(in: context) { file in
      let name = ConfigKey.profile(of: context.settings, in: file)
      note = "wrote profile \(name) in \(file.path)"
      let changed = file.changing(name) { profile in
        change(&profile, inputs, key, in: context.environment)
      }
      // The first profile that anybody makes is meant to hold.
      let holds = file.profile ?? (context.settings.profile == nil ? name : nil)
      return ConfigurationFile(path: file.path, profile: holds, profiles: changed.profiles)
    }
    return .nothing(notes: [note])
  }

  private static func change(
    _ profile: inout Profile, _ inputs: Inputs, _ key: Secret?, in environment: Environment
  ) {
    switch inputs {
    case .appKey: profile.appKey = key
    case .packages(let packages): profile.packages = packages
    case .words(let key, let words):
      profile.words[key] = words.map { environment.whole($0, of: key) }
    }
  }
}

extension Environment {
  /// A path from the current directory as a whole one: in the file it would begin elsewhere.
  fileprivate func whole(_ word: String, of key: String) -> String {
    let option = ConfigurationFormat.options.first { $0.sources.key == key }
    guard let option, option.value?.kind == .file, !(word == "-" && option.readsInput),
      word.utf8.first != UInt8(ascii: "/")
    else { return word }
    return files.currentDirectory + "/" + word
  }
}
