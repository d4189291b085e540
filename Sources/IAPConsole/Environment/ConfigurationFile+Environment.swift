import CommandLine
import IAPCore
import IAPMessages
import Languages

/// Reads and replaces the configuration file.
extension ConfigurationFile {
  /// The maximum size in bytes. A larger file is most likely not a configuration file.
  private static let longest = 1 << 20

  /// Reads the file. Nil if it does not exist.
  static func read(in environment: Environment) throws -> ConfigurationFile? {
    guard let path = path(in: environment.folders) else { return nil }
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
    let file = try ConfigurationFile(own.bytes, at: path, home: environment.folders.home)
    if own.isReadableByOthers, file.profiles.values.contains(where: { !$0.keys.isEmpty }) {
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
    let source = SettingSource(arguments, environment.variables)
    let named = try source.value(of: GlobalOptions.profile)
    let origin = source.lookup(GlobalOptions.profile.specification)?.location.origin
    let file = try read(in: environment)
    let names = file?.names ?? []
    guard let name = named ?? file?.profile else { return ProfileChoice(names: names) }
    if let profile = file?.profiles[name] {
      return ProfileChoice(profile: profile, isTyped: origin == .commandLine, names: names)
    }
    throw unknown(
      name, among: names, at: path(in: environment.folders),
      origin: origin ?? .configuration)
  }

  /// Reads the file. If it does not exist, returns empty content. Throws if another account could put
  /// one there.
  static func readOrEmpty(in environment: Environment) throws -> ConfigurationFile {
    if let file = try read(in: environment) { return file }
    guard let path = path(in: environment.folders) else {
      throw UsageError(SettingUsage.noConfigurationFolder, origin: .configuration)
    }
    try environment.requireOwnSettings(path)
    return ConfigurationFile(path: path)
  }

  /// Changes the file. A lock prevents other processes from changing it at the same time. Only its owner
  /// can read it.
  ///
  /// - Parameters:
  ///   - prepare: is called once, with the lock, before the file is written.
  ///   - change: returns what to say. It is called twice: before the lock, and with the lock, because
  ///     another process may have changed the file in between. If the first call throws or changes nothing, no
  ///     lock is taken.
  static func edit(
    in context: Context, preparing prepare: () throws -> Void = {},
    _ change: (inout ConfigurationFile) throws -> Sentence
  ) throws -> Sentence {
    let environment = context.environment
    func changed() throws -> (file: ConfigurationFile, notice: Sentence, isSame: Bool) {
      let old = try readOrEmpty(in: environment)
      var file = old
      let notice = try change(&file)
      return (file, notice, file == old)
    }
    let first = try changed()
    if first.isSame { return first.notice }
    let release = try environment.lockOwnFile(first.file.path, context.settings.timeout)
    defer { release() }
    let (file, notice, isSame) = try changed()
    if isSame { return notice }
    try prepare()
    try environment.replaceSettings(file.path, Array(file.text.utf8))
    return notice
  }

  /// The files beside this one that may have a key and that no profile names. A killed 'config init'
  /// leaves one.
  func unusedKeyFiles(in environment: Environment) -> [String] {
    let used = Credential.allCases.flatMap { credential in
      profiles.values.compactMap { $0.values[credential.fileKey]?.first }
    }
    let usedNames = Set(used.compactMap { $0.split(separator: "/").last })
    return environment.files.names(in: folder).sorted().filter { name in
      let isKey = name.hasSuffix(".key") && !usedNames.contains(Substring(name))
      return isKey || name.hasPrefix("config.json.new-")
    }.map { "\(folder)/\($0)" }
  }
}
