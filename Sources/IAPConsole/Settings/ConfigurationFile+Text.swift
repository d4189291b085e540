import IAPCore
import JSON

extension ConfigurationFile {
  /// The file as it is written: a key a line, always in the same order.
  var text: String {
    let list = names.map { name in
      JSONValue.Member(name.text, .object(profiles[name].map { Self.members(of: $0) } ?? []))
    }
    let own = profile.map { JSONValue.Member("profile", .string($0.text)) }
    let members = (own.map { [$0] } ?? []) + [.init("profiles", .object(list))]
    return JSONValue.object(members).lines(depth: 3) + "\n"
  }

  private static func members(of profile: Profile) -> [JSONValue.Member] {
    ConfigurationFormat.profile.keys.compactMap { key in
      profile.value(of: key.name).map { JSONValue.Member(key.name, $0) }
    }
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
