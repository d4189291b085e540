import IAPCore

/// What is noted about the profiles, by its id and its values.
enum ConfigMessage: Hashable, Sendable {
  case noProfiles(path: String)
  /// - Parameter isNowCurrent: whether it became the current profile.
  case wrote(Identifier, path: String, isNowCurrent: Bool)
  /// A file beside the configuration that may have a key, and that no profile names: 'config init' was
  /// killed before it wrote the profile.
  case unusedKeyFile(path: String)
  case notSet(key: String, Identifier)
  case switched(to: Identifier)
  /// The variable names another profile than the current one.
  case variableNames(profile: String)
  /// Variables that a typed profile replaces.
  case unused(variables: [String], Identifier)
  /// The variable `TZ` names a time zone that the machine does not have.
  case unknownTimeZone(String)
  /// The app key of the environment is used.
  case noKey(Credential, Identifier)
}
