import CommandLine
import IAPCore
import IAPMessages
import Languages
import Records

struct ConfigCheckCommand: Command {
  static let all = Flag("all", "check each profile of the configuration file")

  static let specification = CommandSpecification(
    "check that the settings work",
    discussion: [
      "Checks the place that the settings name, as every command finds it: the name of the server, "
        + "the connection, its certificate (TLS), the app key, each market, and the clock of this "
        + "machine against the server's. For a fixture store it checks the store and its markets. "
        + "Then it checks that the journal can be written. With --all it does so for each profile.",
      "It sends one query for each market, for the unconsumed purchases of a user that does not "
        + "exist. Nothing is consumed and nothing is written.",
      "Each check has a line with its result. If a check failed, the exit code is 6, and a line "
        + "below the table says what to do.",
    ],
    options: [all.specification],
    examples: [
      Example("iapctl config check", "check the settings that commands would use now"),
      Example("iapctl config check --all -o json", "check all profiles, for a program"),
      Example(
        "iapctl config check --all -o csv --fields profile,check,remedy",
        "what to do, as a list"),
    ])

  static let schema = ProfileCheck.schema

  let checksAll: Bool

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    checksAll = arguments[Self.all]
    if checksAll {
      let place: SharedOptions = [.store, .server, .market, .appSeq, .journal]
      try arguments.refuse(
        place.own + [GlobalOptions.profile.specification], by: "config check --all")
    }
  }

  func run(in context: Context) async throws -> Report {
    if !checksAll { warnOfVariables(context) }
    let read = Result { try ConfigurationFile.readOrEmpty(in: context.environment) }
    if case .success(let file) = read { context.noteUnusedKeyFiles(of: file) }
    let file = checksAll ? try read.get() : nil
    let language = context.settings.recordLanguage
    var names: [Identifier?] = file?.names ?? [context.settings.source.profileOfPlace]
    let profiles = names.count
    var (checked, failed) = (0, 0)
    var remedies: [Sentence] = []
    let section = RecordSection("checks", schema) { () -> RecordBatch? in
      guard !names.isEmpty else { return nil }
      let name = names.removeFirst()
      let checks = try await checks(of: name, in: file, context)
      let hints = file == nil ? context.messages.hints : context.hints(for: name)
      checked += checks.count
      failed += checks.count { $0.result == .failed }
      remedies += checks.compactMap { $0.remedyNotice(of: name, hints, in: language) }
      return RecordBatch(checks.map { $0.record(of: name, hints, in: language) })
    }
    return Report(.lists([section])) {
      var summary = Report.Summary()
      if failed > 0 {
        if context.settings.output.format == .table { summary.notices = remedies }
        summary.failures = [.iapctl(.checkFailed, .profileChecksFailed(failed))]
      } else if let file, file.profiles.isEmpty {
        summary.hints = [ConfigMessages.noProfiles(path: file.path)]
      } else {
        summary.notices = [CheckMessages.passed(checks: checked, profiles: profiles)]
      }
      return summary
    }
  }

  /// Warns if the variables name the place that is checked, and not the current profile.
  private func warnOfVariables(_ context: Context) {
    let source = context.settings.source
    guard let profile = source.profile?.name, source.profileOfPlace == nil,
      !source.names(placeAt: .option)
    else { return }
    context.variables(before: profile).map(context.messages.warn)
  }

  /// - Parameters:
  ///   - name: the profile to check, as if `--profile` named it.
  ///   - file: the file that has it; nil to check the settings of the command line.
  private func checks(
    of name: Identifier?, in file: ConfigurationFile?, _ context: Context
  ) async throws -> [ProfileCheck] {
    guard let file, let name, let profile = file.profiles[name] else {
      return try await ProfileChecker(context.settings, in: context).checks()
    }
    var settings = context.settings
    do {
      let choice = ProfileChoice(profile: profile, isTyped: true, names: file.names)
      settings = try Settings(settings.source.arguments, settings.source.variables, choice)
    } catch {
      return [.failed("settings", try context.failure(error))]
    }
    return try await ProfileChecker(settings, in: context).checks()
  }
}

extension Context {
  /// Completes commands as if the profile were typed.
  fileprivate func hints(for profile: Identifier?) -> HintText {
    var arguments = settings.source.arguments
    if let profile {
      arguments.values[GlobalOptions.profile.specification.name] = [profile.text]
    }
    return messages.hints.typing(TypedOptions(arguments))
  }
}
