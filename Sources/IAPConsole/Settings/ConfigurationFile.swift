import CommandLine
import IAPCore
import JSON

/// The configuration file: the profiles that a user keeps, and which of them holds.
struct ConfigurationFile: Sendable {
  let path: String
  /// The profile that holds where none is named.
  let profile: Identifier?
  let profiles: [Identifier: Profile]

  /// So many profiles are named in a message at most.
  private static let mostNamed = 20

  /// More than anybody writes by hand.
  private static let longest = 1 << 20

  /// Where the file is looked for: below `XDG_CONFIG_HOME`, else `~/.config`; nil where neither
  /// is known. As the XDG specification has it, a relative path there counts as none.
  static func path(_ variables: [String: String]) -> String? {
    folder(variables).map { $0 + "/config.json" }
  }

  private static func folder(_ variables: [String: String]) -> String? {
    func folder(_ name: String, _ rest: String) -> String? {
      guard let value = variables[name], value.utf8.first == UInt8(ascii: "/") else { return nil }
      return value + rest
    }
    return (folder(Variables.configurationHome, "") ?? folder(Variables.home, "/.config"))
      .map { $0 + "/iapctl" }
  }

  /// Reads the file; nil where there is none.
  static func read(in environment: Environment) throws -> ConfigurationFile? {
    guard let folder = folder(environment.variables),
      let path = path(environment.variables)
    else { return nil }
    let own: UserFile
    do throws(IAPError) {
      own = try environment.readOwnFile(path, longest, nil)
    } catch let error where error.code == .iapctl(.inputMissing) {
      return nil
    } catch let error where error.code == .iapctl(.inputUnreadable) {
      throw IAPError.iapctl(.configuration, error.reason)
    } catch {
      throw error
    }
    guard own.bytes.count <= longest else {
      throw IAPError.iapctl(.configuration, .input(path, .tooLarge(limit: longest)))
    }
    let file = try ConfigurationFile(
      own.bytes, at: path, in: folder, home: environment.variables[Variables.home])
    if own.isReadableByOthers, file.profiles.values.contains(where: { $0.appKey != nil }) {
      throw IAPError.iapctl(.configuration, .file(path, .secretReadable(what: "an app key")))
    }
    return file
  }

  init(path: String, profile: Identifier?, profiles: [Identifier: Profile]) {
    self.path = path
    self.profile = profile
    self.profiles = profiles
  }

  /// - Parameters:
  ///   - folder: where relative paths in it begin.
  ///   - home: what `~` stands for; nil where nobody knows.
  init(
    _ bytes: [UInt8], at path: String, in folder: String, home: String?
  ) throws(UsageError) {
    do throws(JSONProblem) {
      let text = try StrictJSON.decode(ConfigurationText.self, from: bytes)
      self.path = path
      profile = text.profile.map { Identifier($0) }
      profiles = try Self.profiles(text, bytes).reduce(into: [:]) { profiles, entry in
        profiles[entry.name] = Profile(
          name: entry.name, words: entry.text.words, appKey: entry.text.appKey,
          packages: entry.text.packages, folder: folder, home: home, file: path)
      }
    } catch {
      let place = error.place.isEmpty ? "" : ", \(error.place)"
      throw UsageError(
        "\(path)\(place): \(error.problem)", hint: "see 'man 5 iapctl-config'",
        origin: .configuration)
    }
  }

  /// The profiles as they stand there, each under its name, whose bytes count.
  private static func profiles(
    _ text: ConfigurationText, _ bytes: [UInt8]
  ) throws(JSONProblem) -> [(name: Identifier, text: ProfileText)] {
    // Where all is ASCII, the decoder cannot have taken a name for another.
    if bytes.allSatisfy({ $0 < 0x80 }), !bytes.contains(UInt8(ascii: "\\")) {
      return text.profiles.map { (Identifier($0), $1) }
    }
    var profiles: [(Identifier, ProfileText)] = []
    for (name, member) in try StrictJSON.members(of: "profiles", in: bytes) {
      do throws(JSONProblem) {
        profiles.append((Identifier(name), try StrictJSON.decode(ProfileText.self, from: member)))
      } catch {
        let place = "profiles.\(name)" + (error.place.isEmpty ? "" : ".\(error.place)")
        throw JSONProblem(place: place, problem: error.problem)
      }
    }
    return profiles
  }

  /// The names of the profiles, in the order of their bytes.
  var names: [Identifier] {
    profiles.keys.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  /// The profile that a command line, the environment or the file itself names.
  static func profile(
    for arguments: ParsedArguments, in environment: Environment
  ) throws -> Profile? {
    let source = SettingSource(arguments: arguments, variables: environment.variables)
    let named = try source.value(of: GlobalOptions.profile)
    let file = try read(in: environment)
    guard let name = named.map({ Identifier($0.value) }) ?? file?.profile else { return nil }
    if let profile = file?.profiles[name] { return profile }
    throw unknown(
      name, among: file?.names ?? [], at: path(environment.variables),
      origin: named?.origin ?? .configuration)
  }

  /// The error of a profile that is not in this file.
  func unknown(_ name: Identifier, origin: UsageError.Origin) -> UsageError {
    Self.unknown(name, among: names, at: path, origin: origin)
  }

  private static func unknown(
    _ name: Identifier, among names: [Identifier], at path: String?, origin: UsageError.Origin
  ) -> UsageError {
    let names = names.map(\.text)
    let suggestion = Suggestions.closest(to: name.text, among: names)
    return UsageError(
      "no profile '\(name)'" + (path.map { " in \($0)" } ?? "")
        + (suggestion.map { ", did you mean '\($0)'?" } ?? ""),
      hint: names.isEmpty
        ? "add the profile to the file; see 'man 5 iapctl-config'"
        : "the profiles are \(names.prefix(mostNamed).joined(separator: ", "))"
          + (names.count > mostNamed ? " and \(names.count - mostNamed) others" : ""),
      origin: origin)
  }
}

/// The file as it stands there.
private struct ConfigurationText: Decodable, Sendable {
  let profile: String?
  let profiles: [String: ProfileText]

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, ConfigurationFormat.file)
    profile = try reader.text("profile").value
    profiles = try reader.given("profiles", [String: ProfileText].self, "an object").value ?? [:]
    if profiles[""] != nil { throw reader.problem("profiles", "contains a profile without a name") }
  }
}
