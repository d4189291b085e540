import CommandLine
import IAPCore
import IAPMessages
import JSON
import Text

/// The content of the configuration file: the profiles, and which one is current.
struct ConfigurationFile: Equatable, Sendable {
  var path: String
  /// The current profile: it is used if neither an option nor a variable names another.
  var profile: Identifier?
  var profiles: [Identifier: Profile] = [:]

  init(path: String) { self.path = path }

  /// - Parameter home: the value of `~`; nil if it is not known.
  /// - Throws: a configuration error that names the position in the file.
  init(_ bytes: [UInt8], at path: String, home: String?) throws(UsageError) {
    do throws(JSONProblem) {
      self = try ConfigurationFormat.file.read(JSONValue(parsing: bytes))
    } catch {
      throw UsageError(
        SettingUsage.fileInvalid(path: path, place: error.place, problem: error.kind),
        origin: .configuration)
    }
    self.path = path
    for (name, var profile) in profiles {
      (profile.folder, profile.home, profile.file) = (folder, home, path)
      profiles[name] = profile
    }
  }

  /// The path of the file; nil if there is no folder for it.
  static func path(in folders: UserFolders) -> String? {
    folders.configuration.map { $0 + "/iapctl/config.json" }
  }

  /// The folder that relative paths in the file are resolved from.
  var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// The content to write: one key on each line, always in the same order.
  var text: String { ConfigurationFormat.file.write(self).lines(depth: 3) + "\n" }

  /// The names of the profiles, sorted by their bytes.
  var names: [Identifier] {
    profiles.keys.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }
}

// MARK: Single profiles

extension ConfigurationFile {
  /// The name of the profile to change: the named one, or else the current one, or else `default`.
  func name(for settings: Settings) -> Identifier { settings.profile ?? profile ?? "default" }

  /// The profile to change.
  ///
  /// - Throws: a usage or configuration error if the file does not have it.
  func named(for settings: Settings) throws(UsageError) -> Profile {
    let isCurrent = settings.profile == nil && profile != nil
    return try named(
      name(for: settings),
      origin: isCurrent ? .configuration : settings.origin(of: GlobalOptions.profile.specification))
  }

  /// - Parameter origin: what gives the name.
  func named(
    _ name: Identifier, origin: UsageError.Origin = .commandLine
  ) throws(UsageError) -> Profile {
    guard let profile = profiles[name] else {
      throw Self.unknown(name, among: names, at: path, origin: origin, isToChange: true)
    }
    return profile
  }

  /// The error if no profile has the name.
  ///
  /// - Parameters:
  ///   - path: nil if there is no folder for the file.
  ///   - isToChange: whether the profile itself is read or changed.
  static func unknown(
    _ name: Identifier, among names: [Identifier], at path: String?, origin: UsageError.Origin,
    isToChange: Bool = false
  ) -> UsageError {
    UsageError(
      PlaceUsage.unknownProfile(
        name, path: path,
        suggestion: Suggestions.closest(to: name.text, among: names.map(\.text)),
        profiles: names, isCurrent: origin == .configuration, isToChange: isToChange),
      origin: origin)
  }

  /// - Throws: a usage error if the file has a profile of the name.
  func requireFree(_ name: Identifier) throws(UsageError) {
    guard profiles[name] == nil else {
      throw UsageError(SettingUsage.nameTaken(name, path: path))
    }
  }

  /// - Throws: a usage error if there is no such profile, or if it is the current one of several.
  mutating func remove(_ name: Identifier) throws(UsageError) {
    _ = try named(name)
    profiles[name] = nil
    guard profile == name else { return }
    profile = nil
    guard profiles.isEmpty else {
      throw UsageError(SettingUsage.removesCurrentProfile(name, others: names))
    }
  }

  /// - Throws: a usage error if there is no such profile, or if the new name is taken.
  mutating func copy(_ name: Identifier, to new: Identifier) throws(UsageError) {
    var copy = try named(name)
    try requireFree(new)
    copy.name = new
    profiles[new] = copy
  }

  /// - Throws: as ``copy(_:to:)``.
  mutating func rename(_ name: Identifier, to new: Identifier) throws(UsageError) {
    try copy(name, to: new)
    profiles[name] = nil
    if profile == name { profile = new }
  }
}
