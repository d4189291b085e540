package import CommandLine
package import IAPCore
package import IAPMessages
package import Languages
import Text

/// Runs a command line in an environment and returns an exit status. It never ends the process.
package enum Console {
  package static func manual(in language: Language = .english) -> Manual {
    Manual(
      program: CommandTree.root.specification, topics: Topics.topics, formats: Topics.formats,
      version: Release.version, date: Release.date, language: language)
  }

  static let program = Program(root: CommandTree.root, manual: manual) { await run($0, in: $1) }

  /// The text of every generated file, with its path in the project.
  package static var generatedFiles: [(path: String, text: String)] {
    Language.allCases.flatMap(pages)
      + Shell.allCases.map { ("completions/\($0.scriptName)", $0.script) }
  }

  /// The manual pages in a language: all in English, and in another those that are translated.
  private static func pages(in language: Language) -> [(path: String, text: String)] {
    let manual = manual(in: language)
    let files = manual.pageFiles(language == .english ? nil : Language.translatedPages)
    let folder = manual.language.folder
    return files.map { ("man/\(folder)\(folder.isEmpty ? "" : "/")\($0.fileName)", $0.text) }
  }

  /// Runs one command line.
  ///
  /// - Parameter arguments: the arguments without the program's name.
  package static func run(_ arguments: [String], in environment: Environment) async -> ExitStatus {
    let parsed = ArgumentParser(root: CommandTree.root.specification).parse(arguments)
    let buffer = OutputBuffer(environment.output)
    var messages = messages(parsed.arguments, environment)
    var hasSettings = false
    do {
      if parsed.wantsHelp || parsed.wantsVersion || parsed.problem != nil {
        return try await answer(parsed, buffer, environment)
      }
      guard let node = CommandTree.node(parsed.arguments.path), let type = node.command else {
        return try await showHelp(parsed, buffer, environment)
      }
      try parsed.arguments.refuse(
        node.uses.refused, by: parsed.arguments.path.joined(separator: " "))
      let settings = try Settings.read(parsed.arguments, in: environment, type.needs)
      hasSettings = true
      let isRemote = node.usesBackend ? try? settings.isRemote : nil
      let hints = HintText(settings, usesBackend: node.usesBackend, uses: CommandTree.uses)
      messages.follow(settings, hints)
      try settings.require(type.operation(parsed.arguments))
      let command = try type.read(parsed.arguments, settings)
      messages.commandHint = { command.hint(for: $0, settings.source.typed) }
      let place = PlaceInUse()
      messages.place = place.server
      note(settings, node, in: messages)
      let context = Context(
        environment: environment, program: program, settings: settings, messages: messages,
        place: place)
      if node.uses.contains(.user), let user = settings.user { context.noteUnusual(users: [user]) }
      if isRemote == true { try await environment.prepareRequests() }
      return try await run(command, context, buffer)
    } catch {
      if !hasSettings { messages.follow(parsed.arguments, in: environment) }
      if case Environment.Output.Problem.failed = error, let stopped = environment.stopped {
        return conclude(stopped, messages)
      }
      return conclude(error, messages)
    }
  }

  /// Says what of the settings is not used, or not as it was meant.
  private static func note(_ settings: Settings, _ node: CommandNode, in messages: Messages) {
    for note in settings.source.notes(for: node.uses.own) { messages.note(note) }
    if let name = settings.unknownTimeZone, !messages.format.isJSON {
      messages.warn(ConfigMessages.unknownTimeZone(name))
    }
  }

  /// Reports an error from before the command line could be parsed.
  ///
  /// - Parameter arguments: the readable arguments. `--output` among them chooses the format of the
  ///   error.
  package static func fail(
    _ error: UsageError, arguments: [String], in environment: Environment
  ) -> ExitStatus {
    let parsed = ArgumentParser(root: CommandTree.root.specification).parse(arguments).arguments
    var messages = messages(parsed, environment)
    messages.language = .chosen(by: parsed, in: environment)
    return conclude(error, messages)
  }

  /// The message of an error in English, for the journal.
  @Sendable
  package static func message(for error: IAPError) -> String {
    Language.english.text(ErrorMessages.message(of: error))
  }

  /// The help of the command at a path of names, or the program's help if there is none.
  static func help(
    for path: [String], in language: Language = .english, columns: Int?
  ) -> String {
    let manual = manual(in: language)
    return manual.help(for: path, columns: columns) ?? manual.help(for: [], columns: columns) ?? ""
  }

  // MARK: Running

  private static func run(
    _ command: some Command, _ context: Context, _ buffer: OutputBuffer
  ) async throws -> ExitStatus {
    try check(context.settings.output.fields, against: command.schema)
    let report = try await command.run(in: context)
    let pager = Pager(for: report, hasEffect: command.hasEffect, in: context)
    if pager != nil { buffer.hold(upTo: Pager.longest) }
    do {
      let summary = try await show(report, context, buffer, command.hasEffect)
      await pager?.show(buffer)
      let status =
        summary.status
        ?? ExitStatus(
          of: summary.failures, among: summary.countedNoun, isPartial: summary.isPartial)
      try buffer.flush()
      context.messages.report(summary, exit: status)
      return status
    } catch let problem as Environment.Output.Problem where command.hasEffect {
      return reportUnwritten(problem, report.summarize(), context)
    }
  }

  /// If the results of a command with effects cannot be written, reports the unknown payments and
  /// the summary on standard error.
  private static func reportUnwritten(
    _ problem: Environment.Output.Problem, _ summary: Report.Summary, _ context: Context
  ) -> ExitStatus {
    let messages = context.messages
    var status = ExitStatus.closedPipe
    if case .failed(let why) = problem {
      // A closed terminal also sends a signal; then iapctl reports the signal instead.
      status = Self.report(
        context.environment.stopped ?? outputError(why, summary, messages), messages)
    } else if summary.failures.statuses.contains(.unknown) {
      status = .unknown
    }
    messages.reportUnread(summary, exit: status)
    return status
  }

  private static func show(
    _ report: Report, _ context: Context, _ buffer: OutputBuffer, _ hasEffect: Bool
  ) async throws -> Report.Summary {
    let (environment, settings) = (context.environment, context.settings)
    var display = environment.output.display(settings.colour, environment.variables)
    display.instants = settings.timeZone.instants
    // Streamed records on the same terminal show the progress already.
    var progress = context.progressLine(
      if: !(settings.output.format.isStreamed && environment.output.isTerminal))
    let totals = display.isTerminal && settings.output.format == .table ? ListTotals() : nil
    do {
      var summary = try await report.render(
        counting: totals, with: settings.output, on: display, emit: { try buffer.append($0) },
        flush: { try buffer.flush() },
        afterBatch: {
          // JSON results of a command with effects are written at once.
          if hasEffect, settings.output.format == .json { try buffer.flush() }
          try buffer.checkReader()
        },
        advance: { progress.advance(to: $0, of: $1) })
      progress.end()
      if summary.closing == nil, let message = totals?.message(at: context.place.name) {
        summary.hints.insert(message, at: 0)
      }
      return summary
    } catch {
      progress.end()
      // A streamed format shows the records that were read before the failure.
      if error is IAPError, settings.output.format.isStreamed { try buffer.flush() }
      throw error
    }
  }

  /// The error if standard output cannot be written. The error says what the command did before that.
  private static func outputError(
    _ why: String, _ summary: Report.Summary, _ messages: Messages
  ) -> IAPError {
    let isApplied = summary.failures.isEmpty || summary.isPartial
    return IAPError(
      .iapctl(.outputNotWritten),
      .outputFailed(why: why, done: messages.text(summary.done)),
      outcome: isApplied ? .applied : .notApplied)
  }

  private static func check(
    _ fields: [String]?, against schema: RecordSchema
  ) throws(UsageError) {
    guard let fields else { return }
    guard schema != .empty else { throw UsageError(SettingUsage.noFields) }
    for name in fields where !schema.fields.contains(name) {
      let suggestion = Suggestions.closest(to: name, among: schema.fields)
      throw UsageError(
        SettingUsage.unknownField(name, suggestion: suggestion, fields: schema.fields))
    }
  }

  // MARK: Answering without a command

  private static func answer(
    _ parsed: ParseResult, _ buffer: OutputBuffer, _ environment: Environment
  ) async throws -> ExitStatus {
    if let problem = parsed.problem { throw problem }
    guard !parsed.wantsHelp else { return try await showHelp(parsed, buffer, environment) }
    let commit = environment.host.commit.map { " (\($0.prefix(12)))" } ?? ""
    return try show("iapctl \(Release.version)\(commit)\n", buffer)
  }

  private static func showHelp(
    _ parsed: ParseResult, _ buffer: OutputBuffer, _ environment: Environment
  ) async throws -> ExitStatus {
    let (path, columns) = (parsed.arguments.path, environment.output.columns)
    let language = Language.chosen(by: parsed.arguments, in: environment)
    if parsed.wantsShortHelp {
      return try show(
        manual(in: language).shortHelp(for: path, columns: columns) ?? "", buffer)
    }
    let text =
      path.isEmpty && !parsed.wantsHelp
      ? manual(in: language).overview(columns: columns)
      : help(for: path, in: language, columns: columns)
    return await Pager(environment: environment).show(text) ? .done : try show(text, buffer)
  }

  private static func show(_ text: String, _ buffer: OutputBuffer) throws -> ExitStatus {
    try buffer.append(Array(text.utf8))
    try buffer.flush()
    return .done
  }

  // MARK: Failing

  private static func conclude(_ error: any Error, _ messages: Messages) -> ExitStatus {
    switch error {
    case Environment.Output.Problem.closedPipe: return .closedPipe
    case Environment.Output.Problem.failed(let why):
      return Self.report(
        .iapctl(.outputNotWritten, .outputFailed(why: why, done: nil)), messages)
    case let error as UsageError:
      return Self.report(IAPError(error), messages)
    case let error as IAPError: return Self.report(error, messages)
    default: return Self.report(.iapctl(.bug, .bug("\(error)")), messages)
    }
  }

  private static func report(_ error: IAPError, _ messages: Messages) -> ExitStatus {
    let status = ExitStatus(of: error)
    messages.report(error, exit: status)
    return status
  }

  /// The messages before the settings have been read. Invalid options and variables count as not
  /// given here; the settings report them.
  private static func messages(
    _ arguments: ParsedArguments, _ environment: Environment
  ) -> Messages {
    let (stream, variables) = (environment.errors, environment.variables)
    var messages = Messages(stream: stream)
    let word =
      arguments.values[GlobalOptions.output.specification.name]?.last
      ?? variables[Variables.output]
    messages.format = word.flatMap(OutputFormat.init) ?? .table
    let colour = (try? arguments.value(of: GlobalOptions.color)) ?? .auto
    messages.isColoured = stream.display(colour, variables).isColoured
    messages.hints = HintText(TypedOptions(arguments), uses: CommandTree.uses)
    messages.isServed = !(variables[Variables.fixtureStore] ?? "").isEmpty
    return messages
  }
}
