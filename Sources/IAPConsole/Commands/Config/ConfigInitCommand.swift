import CommandLine
import IAPCore
import IAPMessages
import Languages

struct ConfigInitCommand: Command {
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
  var hasEffect: Bool { true }

  let name: Identifier?

  /// As for 'config set', `--profile` names the profile to write.
  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    let profile = try arguments.value(of: GlobalOptions.profile)
    name = try arguments.value(of: Self.name) ?? profile
    guard profile == nil || profile == name else {
      throw UsageError(CommandUsage.exclusive("--name", "--profile"))
    }
  }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    if case .iapctl = error.code { return nil }
    return error.refusesKey ? SetupMessages.keyRefused : SetupMessages.notWritten(error)
  }

  func run(in context: Context) async throws -> Report {
    let file = try ConfigurationFile.readOrEmpty(in: context.environment)
    context.noteUnusedKeyFiles(of: file)
    if let name { try file.requireFree(name) }
    let given = NewProfile(name, context.settings.source.arguments, in: context.environment)
    var questions = ProfileQuestions(in: context, file, given)
    if context.canAsk { try questions.complete() }
    while true {
      try complete(&questions.profile, file, in: context)
      let profile = questions.profile
      let checker = try checker(profile.profile, in: context)
      let backend = try checker.context.backend()
      if context.canAsk { try confirm(profile, file, in: context) }
      do {
        if case .server(let server) = backend { try await ask(server, checker, in: context) }
      } catch let error as IAPError where error.refusesKey && context.canAsk && !given.hasKey {
        // The other answers stay.
        try questions.askForOtherKey(after: error)
        continue
      }
      return try write(profile, in: context)
    }
  }

  /// Checks what no question asked for, and reads a key from a stream.
  private func complete(
    _ profile: inout NewProfile, _ file: ConfigurationFile, in context: Context
  ) throws {
    guard profile.name != nil else { throw missing("--name NAME") }
    let traits = profile.api.traits
    // What is written down does not change with a newer iapctl.
    let url = profile[ConfigurationFormat.url] ?? traits.usualOrigin
    _ = try ServerURL.origin(of: url, named: "--url", isConfigured: false)
    profile.set(ConfigurationFormat.url, to: url)
    if traits.needsAppID, profile[ConfigurationFormat.appID] == nil { throw missing("--app-id ID") }
    guard let credential = profile.credential else {
      guard profile[ConfigurationFormat.appSeq] != nil else { throw missing("--app-seq N") }
      return
    }
    guard profile.newKeyFile == nil else { return }
    guard let path = profile[credential.fileKey] else {
      throw missing("--\(credential.fileOption) PATH")
    }
    if TypedOptions.isStream(path) {
      let key = try context.readKey(credential, from: path)
      profile.setKey(key, of: credential, in: file.folder)
    }
  }

  private func missing(_ option: String) -> UsageError {
    UsageError(SettingUsage.notGiven(option: option))
  }

  private func confirm(
    _ new: NewProfile, _ file: ConfigurationFile, in context: Context
  ) throws {
    let profile = new.written
    var lines = [
      Messages.Line(message: SetupMessages.preview(profile.name, path: file.path), depth: 0)
    ]
    lines += ConfigKey.names.compactMap { key in
      profile.values[key].map {
        Messages.Line(message: SetupMessages.setting(key: key, value: $0.joined(separator: ",")))
      }
    }
    if let path = new.newKeyFile {
      lines.append(Messages.Line(message: SetupMessages.newKeyFile(path: path), depth: 0))
    }
    try context.confirmChange(
      SetupMessages.askToWrite(becomesCurrent: file.profiles.isEmpty), below: lines, isUsual: true)
  }

  private func checker(
    _ profile: Profile, in context: Context
  ) throws(UsageError) -> ProfileChecker {
    let choice = ProfileChoice(profile: profile, isTyped: true)
    var settings = try Settings(ParsedArguments(), [:], choice)
    (settings.timeout, settings.isVerbose) = (context.settings.timeout, context.settings.isVerbose)
    return ProfileChecker(settings, in: context)
  }

  /// Asks the server for its products, in each market.
  ///
  /// - Throws: the error if the app key is refused, or if no market answers and the user does not want
  ///   the profile all the same.
  private func ask(
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
  private func write(_ new: NewProfile, in context: Context) throws -> Report {
    let profile = new.written
    var keyFile: UserFileWriter?
    var isNowCurrent = false
    do {
      var notices = [
        try ConfigurationFile.edit(in: context) {
          guard let path = new.newKeyFile, let key = new.profile.keys.values.first else { return }
          keyFile = try context.environment.makeOwnFile(path)
          try keyFile?.append(Array((key.revealed + "\n").utf8))
        } _: { file in
          try file.requireFree(profile.name)
          isNowCurrent = file.profile == nil && file.profiles.isEmpty
          if isNowCurrent { file.profile = profile.name }
          file.profiles[profile.name] = profile
          return ConfigMessages.wrote(profile.name, path: file.path, isNowCurrent: isNowCurrent)
        }
      ]
      if let path = new.newKeyFile { notices.append(SetupMessages.keyFileMade(path: path)) }
      if isNowCurrent { notices += [context.variables(before: profile.name)].compactMap(\.self) }
      return .nothing(notices: notices)
    } catch {
      keyFile?.remove()
      throw error
    }
  }
}

extension Context {
  func noteUnusedKeyFiles(of file: ConfigurationFile) {
    for path in file.unusedKeyFiles(in: environment) {
      messages.note(ConfigMessages.unusedKeyFile(path: path))
    }
  }
}
