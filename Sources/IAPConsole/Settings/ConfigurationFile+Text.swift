import CommandLine
import IAPCore
import IAPMessages
import JSON

extension ConfigurationFile {
  /// The content of the file to write: one key on each line, always in the same order.
  var text: String {
    let list = names.map { name in
      JSONValue.Member(name.text, .object(profiles[name].map { Self.members(of: $0) } ?? []))
    }
    let own = profile.map { JSONValue.Member("profile", .string($0.text)) }
    let members = (own.map { [$0] } ?? []) + [.init("profiles", .object(list))]
    return JSONValue.object(members).lines(depth: 3) + "\n"
  }

  private static func members(of profile: Profile) -> [JSONValue.Member] {
    ConfigurationFormat.profile.schema.members.compactMap { key in
      profile.value(of: key.name).map { JSONValue.Member(key.name, $0) }
    }
  }

  /// Changes the profile of a name, or a new profile if the file has none of that name.
  func changing(_ name: Identifier, _ change: (inout Profile) -> Void) -> ConfigurationFile {
    var profiles = profiles
    var profile = profiles[name] ?? Profile(name: name, values: [:])
    change(&profile)
    profiles[name] = profile
    return ConfigurationFile(path: path, profile: self.profile, profiles: profiles)
  }
}

extension ConfigurationFile {
  /// The profile of a name.
  ///
  /// - Throws: a usage error if the file has none.
  func named(_ name: Identifier) throws(UsageError) -> Profile {
    guard let profile = profiles[name] else { throw unknown(name, origin: .commandLine) }
    return profile
  }

  /// - Throws: a usage error if the file has a profile of the name.
  func requireFree(_ name: Identifier) throws(UsageError) {
    guard profiles[name] == nil else {
      throw UsageError(SettingUsage.nameTaken(name, path: path))
    }
  }

  /// - Throws: a usage error if there is no such profile, or if it is the current one of several.
  func removing(_ name: Identifier) throws(UsageError) -> ConfigurationFile {
    _ = try named(name)
    var profiles = profiles
    profiles[name] = nil
    guard profile == name else {
      return ConfigurationFile(path: path, profile: profile, profiles: profiles)
    }
    let left = ConfigurationFile(path: path, profile: nil, profiles: profiles)
    guard profiles.isEmpty else {
      throw UsageError(SettingUsage.removesCurrentProfile(name, others: left.names))
    }
    return left
  }

  /// - Throws: a usage error if there is no such profile, or if the new name is taken.
  func copying(_ name: Identifier, to new: Identifier) throws(UsageError) -> ConfigurationFile {
    let profile = try named(name)
    try requireFree(new)
    var profiles = profiles
    profiles[new] = profile.renamed(new)
    return ConfigurationFile(path: path, profile: self.profile, profiles: profiles)
  }

  /// - Throws: as ``copying(_:to:)``.
  func renaming(_ name: Identifier, to new: Identifier) throws(UsageError) -> ConfigurationFile {
    var profiles = try copying(name, to: new).profiles
    profiles[name] = nil
    return ConfigurationFile(
      path: path, profile: profile == name ? new : profile, profiles: profiles)
  }
}

extension Profile {
  /// The value of a key in the file, also of a secret. Nil if the profile does not set it.
  func value(of key: String) -> JSONValue? {
    switch key {
    case ConfigurationFormat.appKey: return appKey.map { .string($0.revealed) }
    case ConfigurationFormat.secretKey: return secretKey.map { .string($0.revealed) }
    case ConfigurationFormat.packages, ConfigurationFormat.appSeqs:
      let pairs = (values[key]?.first ?? "").split(separator: ",").sorted().compactMap { pair in
        pair.firstIndex(of: "=").map {
          (String(pair[..<$0]), String(pair[pair.index(after: $0)...]))
        }
      }
      let members = pairs.map { market, text in
        JSONValue.Member(
          market, key == ConfigurationFormat.appSeqs ? .number(text) : .string(text))
      }
      return members.isEmpty ? nil : .object(members)
    case ConfigurationFormat.requireTicket:
      return values[key]?.first.map { .flag($0 == String(true)) }
    default:
      guard let values = values[key],
        let option = ConfigurationFormat.options.first(where: { $0.sources.key == key })
      else { return nil }
      if option.isList { return .array(values.map { .string($0) }) }
      let word = values.first ?? ""
      return option.value?.kind == .number ? .number(word) : .string(word)
    }
  }
}
