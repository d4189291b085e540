import CommandLine
import IAPCore
import JSON

extension ConfigurationFile {
  /// A file with nothing in it, where none is yet.
  static func readOrEmpty(in environment: Environment) throws -> ConfigurationFile {
    if let file = try read(in: environment) { return file }
    guard let path = path(environment.variables) else {
      throw UsageError(
        "no folder for the configuration file",
        hint: "set \(Variables.home) or \(Variables.configurationHome)", origin: .configuration)
    }
    return ConfigurationFile(path: path, profile: nil, profiles: [:])
  }

  /// Changes the file while no other process does.
  ///
  /// - Parameter change: is asked twice, for before the lock was had the file may have been another;
  ///   nil where there is nothing to change. What it throws, and what changes nothing, takes no lock.
  static func edit(
    in context: Context, _ change: (ConfigurationFile) throws -> ConfigurationFile?
  ) throws {
    let environment = context.environment
    let before = try readOrEmpty(in: environment)
    guard try change(before) != nil else { return }
    let release = try environment.lockOwnFile(before.path, context.settings.timeout)
    defer { release() }
    try change(try readOrEmpty(in: environment))?.write(in: environment)
  }

  /// Writes the file as a whole or not at all, for its owner alone.
  private func write(in environment: Environment) throws {
    try environment.replaceOwnFile(path, Array(text.utf8))
  }

  /// The file as it is written: a key a line, always in the same order.
  var text: String {
    var members: [String] = []
    if let profile { members.append("  \"profile\": \(JSONValue.string(profile.text).line)") }
    let list = names.map { name in
      "    \(JSONValue.string(name.text).line): {"
        + (profiles[name].map { Self.members(of: $0) } ?? "") + "}"
    }
    members.append(
      "  \"profiles\": {" + (list.isEmpty ? "" : "\n" + list.joined(separator: ",\n") + "\n  ")
        + "}")
    return "{\n" + members.joined(separator: ",\n") + "\n}\n"
  }

  private static func members(of profile: Profile) -> String {
    let lines = ConfigurationFormat.profile.keys.compactMap { key in
      profile.value(of: key.name).map { "      \"\(key.name)\": \($0.line)" }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n    "
  }

  /// The profile of a name with something changed; a new one where there is none.
  func changing(_ name: Identifier, _ change: (inout Profile) -> Void) -> ConfigurationFile {
    var profiles = profiles
    var profile = profiles[name] ?? Profile(name: name, words: [:])
    change(&profile)
    profiles[name] = profile
    return ConfigurationFile(path: path, profile: self.profile, profiles: profiles)
  }
}

extension Profile {
  /// What the file says of a key, secrets too; nil where it says nothing.
  func value(of key: String) -> JSONValue? {
    switch key {
    case ConfigurationFormat.appKey: return appKey.map { .string($0.revealed) }
    case ConfigurationFormat.packages:
      let members = packages.sorted { $0.key.text < $1.key.text }
        .map { JSONValue.Member($0.key.text, .string($0.value)) }
      return members.isEmpty ? nil : .object(members)
    default:
      guard let words = words[key],
        let option = ConfigurationFormat.options.first(where: { $0.sources.key == key })
      else { return nil }
      if option.isList { return .array(words.map { .string($0) }) }
      let word = words.first ?? ""
      return option.value?.kind == .number ? .number(word) : .string(word)
    }
  }
}
