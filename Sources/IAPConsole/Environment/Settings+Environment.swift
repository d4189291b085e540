import CommandLine
import IAPCore
import IAPMessages
import Text

/// Which sources of settings a command reads, beside the command line. Invalid values in the other
/// sources do not matter: `config set` works with a wrong profile.
enum SettingsNeed: Sendable {
  case nothing
  /// The environment, but no profile.
  case environment
  case everything
  /// Everything, and a fixture store.
  case store
}

extension Settings {
  /// Reads the settings from the sources that a command needs.
  static func read(
    _ arguments: ParsedArguments, in environment: Environment, _ need: SettingsNeed
  ) throws -> Settings {
    switch need {
    case .nothing:
      var settings = try Settings(arguments, [:])
      settings.language = .chosen(by: arguments, in: environment)
      return settings
    case .environment: return try Settings(arguments, environment.readableVariables())
    case .everything, .store:
      let variables = try environment.readableVariables()
      let profile = try ConfigurationFile.profile(for: arguments, in: environment)
      var settings = try Settings(arguments, variables, profile)
      try settings.findTimeZone(in: environment)
      return settings
    }
  }

  /// A person's choice must exist. A machine whose `TZ` names nothing that it has is in UTC, as for its
  /// other programs.
  /// The hours of `UTC+9`, `GMT-3` or `+09:00`; nil for a name of a time zone.
  private static func offset(in name: String) -> String? {
    let rest =
      ["UTC", "GMT"].first(where: name.uppercased().hasPrefix).map { name.dropFirst($0.count) }
      ?? name[...]
    guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
    let hours = rest.dropFirst().prefix { $0.isNumber }
    guard let number = Int(hours.prefix(2)) else { return nil }
    return "\(sign)\(number)"
  }

  private mutating func findTimeZone(in environment: Environment) throws(UsageError) {
    if let name = timeZoneName {
      if let hours = Self.offset(in: name) {
        throw UsageError(
          SettingUsage.offsetAsTimeZone(
            name, in: $timeZoneName.location?.name ?? "", hours: hours,
            zone: "Etc/GMT\(hours.hasPrefix("-") ? "+" : "-")\(hours.dropFirst())"),
          origin: $timeZoneName.origin)
      }
      guard let zone = environment.timeZone(named: name) else {
        throw UsageError(
          SettingUsage.unknownTimeZone(name, in: $timeZoneName.location?.name ?? ""),
          origin: $timeZoneName.origin)
      }
      timeZone = zone
    } else if let name = environment.variables[Variables.timeZone], !name.isEmpty {
      if let zone = environment.timeZone(named: name) {
        timeZone = zone
      } else {
        unknownTimeZone = name
      }
    }
  }
}

extension Environment {
  fileprivate func timeZone(named name: String) -> TimeZone? {
    ["UTC", "UTC0", "Etc/UTC"].contains(name) ? .utc : host.timeZone(named: name)
  }
}

extension TimeZone {
  /// How a table shows instants.
  var instants: InstantStyle {
    guard self != .utc else { return .utc }
    return InstantStyle(zone: name) { text, cell in
      guard let instant = Instant(String(decoding: text, as: UTF8.self)) else {
        return cell.append(contentsOf: text)
      }
      instant.append(in: self, to: &cell)
    }
  }
}

extension Environment.Output {
  /// How text is shown on the stream. Colour is decided by `--color`, then `NO_COLOR`, then
  /// `CLICOLOR_FORCE`, then `TERM`, then by whether the stream is a terminal.
  func display(_ choice: ColourChoice, _ variables: [String: String]) -> Display {
    func isSet(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }
    let isColoured =
      switch choice {
      case .always: true
      case .never: false
      case .auto where isSet(Variables.colour.never): false
      case .auto where isSet(Variables.colour.always) && variables[Variables.colour.always] != "0":
        true
      case .auto where variables[Variables.colour.terminal] == "dumb": false
      case .auto: isTerminal
      }
    return Display(
      columns: isTerminal ? columns : nil, isTerminal: isTerminal, isColoured: isColoured)
  }
}

extension Messages {
  init(stream: Environment.Output) { self.init(write: { try? stream.write($0) }) }
}

/// Reads and replaces the configuration file.
extension ConfigurationFile {
  /// The maximum size in bytes. A larger file is most likely not a configuration file.
  private static let longest = 1 << 20

  /// Reads the file. Nil if it does not exist.
  static func read(in environment: Environment) throws -> ConfigurationFile? {
    let folders = environment.folders
    guard let folder = folder(in: folders), let path = path(in: folders) else { return nil }
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
    try environment.requireOwnSettings(path)
    guard own.bytes.count <= longest else {
      throw IAPError.iapctl(.configuration, .input(path, .tooLarge(limit: longest)))
    }
    let file = try ConfigurationFile(
      own.bytes, at: path, in: folder, home: folders.home)
    if own.isReadableByOthers, file.profiles.values.contains(where: \.holdsSecrets) {
      throw IAPError.iapctl(.configuration, .file(path, .secretReadable(.appKey)))
    }
    return file
  }

  /// The profile to use: the one that the command line, the environment or else the file names.
  ///
  /// - Throws: a usage or configuration error if there is no profile of that name.
  static func profile(
    for arguments: ParsedArguments, in environment: Environment
  ) throws -> ProfileChoice {
    let source = SettingSource(arguments: arguments, variables: environment.variables)
    let named = try source.value(of: GlobalOptions.profile)
    let file = try read(in: environment)
    let names = file?.names ?? []
    guard let name = named.wrappedValue ?? file?.profile else { return ProfileChoice(names: names) }
    if let profile = file?.profiles[name] {
      return ProfileChoice(profile: profile, isTyped: named.isTyped, names: names)
    }
    throw unknown(
      name, among: names, at: path(in: environment.folders),
      origin: named.location?.origin ?? .configuration)
  }

  /// Reads the file. If it does not exist, returns empty content. Throws if another account could put
  /// one there.
  static func readOrEmpty(in environment: Environment) throws -> ConfigurationFile {
    if let file = try read(in: environment) { return file }
    guard let path = path(in: environment.folders) else {
      throw UsageError(SettingUsage.noConfigurationFolder, origin: .configuration)
    }
    try environment.requireOwnSettings(path)
    return ConfigurationFile(path: path, profile: nil, profiles: [:])
  }

  /// Changes the file. A lock prevents other processes from changing it at the same time.
  ///
  /// - Parameters:
  ///   - prepare: is called once, with the lock, before the file is written.
  ///   - change: returns the new content, or nil to change nothing. It is called twice: before the
  ///     lock, and with the lock, because another process may have changed the file in between. If
  ///     the first call throws or returns nil, no lock is taken.
  static func edit(
    in context: Context, preparing prepare: () throws -> Void = {},
    _ change: (ConfigurationFile) throws -> ConfigurationFile?
  ) throws {
    let environment = context.environment
    let before = try readOrEmpty(in: environment)
    guard try change(before) != nil else { return }
    let release = try environment.lockOwnFile(before.path, context.settings.timeout)
    defer { release() }
    guard let changed = try change(try readOrEmpty(in: environment)) else { return }
    try prepare()
    try changed.write(in: environment)
  }

  /// The files beside this one that may have a key and that no profile names. A killed 'config init'
  /// leaves one.
  func unusedKeyFiles(in environment: Environment) -> [String] {
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    let used = Credential.allCases.flatMap { credential in
      profiles.values.compactMap { $0.values[credential.fileKey]?.first }
    }
    let usedNames = Set(used.compactMap { $0.split(separator: "/").last })
    return environment.files.names(in: folder).sorted().filter { name in
      let isKey = name.hasSuffix(".key") && !usedNames.contains(Substring(name))
      return isKey || name.hasPrefix("config.json.new-")
    }.map { "\(folder)/\($0)" }
  }

  /// Replaces the file atomically. Only its owner can read it.
  private func write(in environment: Environment) throws {
    try environment.replaceSettings(path, Array(text.utf8))
  }
}
