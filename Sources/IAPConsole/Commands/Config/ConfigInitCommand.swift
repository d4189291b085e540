import CommandLine
import IAPCore
import IAPMessages
import Languages

/// `iapctl config init`
enum ConfigInitCommand: CommandWithInputs {
  static let name = Option(
    "name", .identifier("NAME", kind: .text), "the name of the new profile")

  static let specification = CommandSpecification(
    "make a profile, and try it",
    discussion: [
      "Asks on a terminal for what no option gives, shows what it will write, and asks before it "
        + "writes. Without a terminal, or with --no-input, --name is needed, and --app-key-file (for a "
        + "game on Gamebase --app-id and --secret-key-file). Settings in IAPCTL_ variables are not used.",
      "It asks the server one query for each market, for the unconsumed purchases of a user that "
        + "does not exist; nothing is consumed. If the server refuses the app key (exit code 77) or "
        + "cannot be asked, no profile is written. A name that is taken is refused.",
      "An app key that is typed, or read from standard input (--app-key-file -), goes into a new "
        + "file beside the configuration file, which only its owner can read. The first profile "
        + "becomes the current one.",
    ],
    options: [name.specification],
    examples: [
      Example(
        """
        pass show iap/app-key |
          iapctl config init --name live --app-key-file - --market AS,GG
        """, "make a profile without questions", status: 65),
      Example(
        """
        iapctl config init --name team --app-key-file app-key \\
          --journal postgresql://support@db.example/iap?sslmode=verify-full
        """, "the same with a key file, and with the journal of a team", status: 66),
    ])

  static let needs = SettingsNeed.environment

  struct Inputs: Equatable, Sendable {
    var arguments: ParsedArguments
    var name: Identifier?
  }

  /// As for 'config set', `--profile` names the profile to write.
  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let profile = try arguments.value(of: GlobalOptions.profile)
    return Inputs(arguments: arguments, name: try arguments.value(of: name) ?? profile)
  }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> Sentence? {
    if case .iapctl = error.code { return nil }
    return error.refusesKey ? SetupMessages.keyRefused : SetupMessages.notWritten(error)
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let environment = context.environment
    let file = try ConfigurationFile.readOrEmpty(in: environment)
    guard let folder = ConfigurationFile.folder(in: environment.folders) else {
      throw UsageError(SettingUsage.noConfigurationFolder, origin: .configuration)
    }
    context.noteUnusedKeyFiles(of: file)
    if let name = inputs.name { try file.requireFree(name) }
    var profile = NewProfile(inputs.arguments, in: environment)
    profile.name = inputs.name
    var questions = ProfileQuestions(in: context, file, folder: folder)
    let isKeyTyped = profile.hasKey
    if context.canAsk { try questions.complete(&profile) }
    while true {
      let name = try complete(&profile, folder, in: context)
      let checker = try checker(profile.trial(name), in: context)
      let backend = try checker.context.backend()
      if context.canAsk { try confirm(profile, name, file, in: context) }
      do {
        if case .server(let server) = backend { try await ask(server, checker, in: context) }
      } catch let error as IAPError where error.refusesKey && context.canAsk && !isKeyTyped {
        // The other answers stay.
        try questions.askForOtherKey(&profile, after: error)
        continue
      }
      return try write(profile, name, in: context)
    }
  }

  /// Checks what no question asked for, and reads a key from a stream.
  private static func complete(
    _ profile: inout NewProfile, _ folder: String, in context: Context
  ) throws -> Identifier {
    guard let name = profile.name else { throw missing("--name NAME") }
    let traits = profile.api.traits
    let url = profile.values[ConfigurationFormat.url]?.first ?? traits.usualOrigin
    _ = try ServerURL.origin(of: url, named: "--url", isConfigured: false)
    profile.set(ConfigurationFormat.url, to: url, in: context.environment)
    if traits.needsAppID, !profile.has(ConfigurationFormat.appID) { throw missing("--app-id ID") }
    guard let credential = profile.credential else {
      guard profile.has(ConfigurationFormat.appSeq) else { throw missing("--app-seq N") }
      return name
    }
    guard profile.newKey == nil else { return name }
    guard let path = profile.values[credential.fileKey]?.first else {
      throw missing("--\(credential.fileSetting.specification.name) PATH")
    }
    if TypedOptions.isStream(path) {
      profile.newKey = NewProfile.NewKey(
        key: try context.readKey(credential, from: path),
        path: context.environment.newKeyPath(for: name, in: folder))
    }
    return name
  }

  private static func missing(_ option: String) -> UsageError {
    UsageError(SettingUsage.notGiven(option: option))
  }

  private static func confirm(
    _ profile: NewProfile, _ name: Identifier, _ file: ConfigurationFile, in context: Context
  ) throws {
    var lines = [Messages.Line(message: SetupMessages.preview(name, path: file.path), depth: 0)]
    lines += profile.settings.map {
      Messages.Line(message: SetupMessages.setting(key: $0.key, value: $0.value))
    }
    if let newKey = profile.newKey {
      lines.append(Messages.Line(message: SetupMessages.newKeyFile(path: newKey.path), depth: 0))
    }
    try context.confirmChange(
      SetupMessages.askToWrite(becomesCurrent: file.profiles.isEmpty), below: lines, isUsual: true)
  }

  private static func checker(
    _ profile: Profile, in context: Context
  ) throws(UsageError) -> ProfileChecker {
    let choice = ProfileChoice(profile: profile, isTyped: true)
    var settings = try Settings(ParsedArguments(), [:], choice)
    (settings.timeout, settings.isVerbose) = (context.settings.timeout, context.settings.isVerbose)
    return ProfileChecker(settings, in: context)
  }

  /// Asks the server.
  ///
  /// - Throws: the error if the app key is refused, or if no market answers and the user does not want
  ///   the profile all the same.
  private static func ask(
    _ server: Backend.Server, _ checker: ProfileChecker, in context: Context
  ) async throws {
    if context.canAsk { context.messages.note(SetupMessages.asking) }
    let markets = try await checker.serverChecks(of: server).markets
    let errors = markets.compactMap(\.error)
    guard let first = errors.first else { return }
    guard errors.count == markets.count else {
      return errors.forEach { context.messages.warn(ErrorMessages.message(of: $0)) }
    }
    if let refusal = errors.first(where: \.refusesKey) { throw refusal }
    // Only a server that may answer later leaves the settings in doubt.
    guard context.canAsk, !context.settings.isConfirmed, ExitStatus(of: first).isRetryable else {
      throw first
    }
    try context.confirmChange(SetupMessages.askToWriteAnyway, below: context.lines(of: first))
  }

  /// Writes the key and the profile, or neither.
  private static func write(
    _ profile: NewProfile, _ name: Identifier, in context: Context
  ) throws -> Report {
    var notices: [Sentence] = []
    var keyFile: UserFileWriter?
    var isNowCurrent = false
    do {
      try ConfigurationFile.edit(in: context) {
        guard let newKey = profile.newKey else { return }
        keyFile = try context.environment.makeOwnFile(newKey.path)
        try keyFile?.append(Array((newKey.key.revealed + "\n").utf8))
        notices.append(SetupMessages.keyFileMade(path: newKey.path))
      } _: { file in
        try file.requireFree(name)
        isNowCurrent = file.profile == nil && file.profiles.isEmpty
        notices = [ConfigMessages.wrote(name, path: file.path, isNowCurrent: isNowCurrent)]
        let changed = file.changing(name) { $0 = profile.written(name) }
        return ConfigurationFile(
          path: file.path, profile: isNowCurrent ? name : file.profile, profiles: changed.profiles)
      }
    } catch {
      keyFile?.remove()
      throw error
    }
    if isNowCurrent { notices += [context.variables(before: name)].compactMap(\.self) }
    return .nothing(notices: notices)
  }
}

extension Context {
  func noteUnusedKeyFiles(of file: ConfigurationFile) {
    for path in file.unusedKeyFiles(in: environment) {
      messages.note(ConfigMessages.unusedKeyFile(path: path))
    }
  }
}
