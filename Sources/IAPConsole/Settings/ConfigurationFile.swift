import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import JSON

/// The content of the configuration file: the profiles, and which one is current.
struct ConfigurationFile: Sendable {
  let path: String
  /// The current profile: it is used if neither an option nor a variable names another.
  let profile: Identifier?
  let profiles: [Identifier: Profile]

  /// What the file says.
  struct Contents: Sendable {
    var profile: Identifier?
    var profiles: [JSONValue.Member] = []
  }

  /// The path of the file; nil if there is no folder for it.
  static func path(in folders: UserFolders) -> String? {
    folder(in: folders).map { $0 + "/config.json" }
  }

  /// The folder that relative paths in the file are resolved from.
  static func folder(in folders: UserFolders) -> String? {
    folders.configuration.map { $0 + "/iapctl" }
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
      let contents = try ConfigurationFormat.file.read(JSONValue(parsing: bytes))
      self.path = path
      profile = contents.profile
      var profiles: [Identifier: Profile] = [:]
      for member in contents.profiles {
        let name = Identifier(member.name)
        guard !name.text.isEmpty else {
          throw JSONProblem(place: "profiles", problem: "contains a profile without a name")
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
      throw UsageError(
        SettingUsage.fileInvalid(path: path, place: error.place, problem: error.kind),
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
    UsageError(
      PlaceUsage.unknownProfile(
        name, path: path,
        suggestion: Suggestions.closest(to: name.text, among: names.map(\.text)),
        profiles: names, isCurrent: origin == .configuration),
      origin: origin)
  }
}
