import CommandLine
import IAPCore

/// Reads and replaces the configuration file.
extension ConfigurationFile {
  /// The maximum size in bytes. A larger file is most likely not a configuration file.
  private static let longest = 1 << 20

  /// Reads the file. Nil if it does not exist.
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
      throw IAPError.iapctl(.configuration, .file(path, .secretReadable(what: "store an app key")))
    }
    return file
  }

  /// The profile to use: the one that the command line, the environment or else the file names. Nil
  /// if none is named.
  ///
  /// - Throws: a usage or configuration error if there is no profile of that name.
  static func profile(
    for arguments: ParsedArguments, in environment: Environment
  ) throws -> Profile? {
    let source = SettingSource(arguments: arguments, variables: environment.variables)
    let named = try source.value(of: GlobalOptions.profile)
    let file = try read(in: environment)
    guard let name = named.wrappedValue ?? file?.profile else { return nil }
    if let profile = file?.profiles[name] { return profile }
    throw unknown(
      name, among: file?.names ?? [], at: path(environment.variables),
      origin: named.location?.origin ?? .configuration)
  }

  /// Reads the file. If it does not exist, returns empty content.
  static func readOrEmpty(in environment: Environment) throws -> ConfigurationFile {
    if let file = try read(in: environment) { return file }
    guard let path = path(environment.variables) else {
      throw UsageError(
        "no folder for the configuration file",
        hint: "set \(Variables.home) or \(Variables.configurationHome)", origin: .configuration)
    }
    return ConfigurationFile(path: path, profile: nil, profiles: [:])
  }

  /// Changes the file. A lock prevents other processes from changing it at the same time.
  ///
  /// - Parameter change: returns the new content, or nil to change nothing. It is called twice:
  ///   before the lock, and with the lock, because another process may have changed the file in
  ///   between. If the first call throws or returns nil, no lock is taken.
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

  /// Replaces the file atomically. Only its owner can read it.
  private func write(in environment: Environment) throws {
    try environment.replaceOwnFile(path, Array(text.utf8))
  }
}
