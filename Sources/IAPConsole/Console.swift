import IAPCore

/// The console: a command line comes in, bytes go to the two streams, and an exit status comes
/// back. It never ends the process.
package enum Console {
  package static let version = "0.1.0"

  /// Runs one command line.
  ///
  /// - Parameter words: the words after the program's name.
  package static func run(_ words: [String], in environment: Environment) async -> ExitStatus {
    let parsed = ArgumentParser(root: CommandTree.root.specification).parse(words)
    let buffer = OutputBuffer(environment.output)
    var messages = Messages(stream: environment.errors)
    messages.format = format(of: parsed.arguments, environment.variables)
    messages.isColoured = isColoured(environment.errors, parsed.arguments, environment)
    do {
      if parsed.wantsHelp || parsed.wantsVersion || parsed.problem != nil {
        return try answer(parsed, buffer, environment)
      }
      if parsed.arguments.path.isEmpty || CommandTree.node(parsed.arguments.path)?.prepare == nil {
        return try show(
          help(for: parsed.arguments.path, columns: environment.output.columns), buffer)
      }
      let settings = try Settings(parsed.arguments, environment.variables)
      messages = self.messages(settings, parsed.arguments, environment)
      return try await run(parsed.arguments, settings, messages, buffer, environment)
    } catch {
      return conclude(error, messages)
    }
  }

  /// Reports a failure from before there was a command line to run.
  package static func fail(_ error: UsageError, in environment: Environment) -> ExitStatus {
    conclude(error, Messages(stream: environment.errors))
  }

  /// The help of the command at a path, or of the program.
  static func help(for path: [String], columns: Int?) -> String {
    let root = CommandTree.root.specification
    let command = CommandTree.node(path)?.specification ?? root
    return HelpPage(command, in: root, path: [root.name] + path, columns: columns).text
  }

  // MARK: Running

  private static func run(
    _ arguments: ParsedArguments, _ settings: Settings, _ messages: Messages,
    _ buffer: OutputBuffer, _ environment: Environment
  ) async throws -> ExitStatus {
    guard let prepare = CommandTree.node(arguments.path)?.prepare else { return .done }
    let command = try prepare(arguments, settings)
    try check(settings.output.fields, against: command.schema)
    let context = Context(environment: environment, settings: settings, messages: messages)
    let report = try await command.run(context)
    let display = Display.of(
      environment.output, choice: try colour(arguments), variables: environment.variables)
    var progress = Progress(
      on: messages, clock: environment.monotonicTime,
      isShown: isProgressShown(settings, environment))
    let conclusion: Report.Conclusion
    do {
      conclusion = try await report.render(
        with: settings.output, on: display, emit: { try buffer.append($0) },
        flush: { try buffer.flush() }, advance: { progress.advance(to: $0, of: $1) })
      progress.end()
    } catch let error as IAPError {
      progress.end()
      // What was pulled before the failure is shown, where it can stand alone.
      if settings.output.format == .jsonl || settings.output.format == .csv { try buffer.flush() }
      throw error
    }
    return try conclude(conclusion, messages, buffer)
  }

  /// Progress is for a person, and only where the records themselves do not show it.
  private static func isProgressShown(_ settings: Settings, _ environment: Environment) -> Bool {
    let isStreamed = settings.output.format == .jsonl || settings.output.format == .csv
    return environment.errors.isTerminal && !settings.isQuiet
      && !(isStreamed && environment.output.isTerminal)
  }

  private static func check(
    _ fields: [String]?, against schema: RecordSchema?
  ) throws(UsageError) {
    guard let fields, let schema else { return }
    for name in fields where !schema.fields.contains(name) {
      let suggestion = Suggestions.closest(to: name, among: schema.fields)
      throw UsageError(
        "--fields: no field '\(name)'" + (suggestion.map { ", did you mean '\($0)'?" } ?? ""),
        hint: "the fields are \(schema.fields.joined(separator: ", "))")
    }
  }

  private static func conclude(
    _ conclusion: Report.Conclusion, _ messages: Messages, _ buffer: OutputBuffer
  ) throws -> ExitStatus {
    let status = ExitStatus(of: conclusion.failures, isPartial: conclusion.isPartial)
    try buffer.flush()
    // A reader of JSON errors gets nothing but JSON errors.
    if conclusion.failures.isEmpty || !messages.format.isJSON {
      for note in conclusion.notes { messages.note(note) }
    }
    for failure in conclusion.failures { messages.tell(failure, exit: status) }
    return status
  }

  // MARK: Answering without a command

  private static func answer(
    _ parsed: ParseResult, _ buffer: OutputBuffer, _ environment: Environment
  ) throws -> ExitStatus {
    if let problem = parsed.problem { throw problem }
    guard !parsed.wantsHelp else {
      return try show(
        help(for: parsed.arguments.path, columns: environment.output.columns), buffer)
    }
    let commit = environment.commit.map { " (\($0.prefix(12)))" } ?? ""
    return try show("iapctl \(version)\(commit)\n", buffer)
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
      return tell(
        .iapctl(.outputNotWritten, .outputFailed(stream: "standard output", why: why)), messages)
    case let error as UsageError: return tell(IAPError(error), messages)
    case let error as IAPError: return tell(error, messages)
    default: return tell(.iapctl(.bug, .bug("\(error)")), messages)
    }
  }

  private static func tell(_ error: IAPError, _ messages: Messages) -> ExitStatus {
    let status = ExitStatus(of: error)
    messages.tell(error, exit: status)
    return status
  }

  private static func messages(
    _ settings: Settings, _ arguments: ParsedArguments, _ environment: Environment
  ) -> Messages {
    Messages(
      stream: environment.errors, format: settings.output.format, language: settings.language,
      isColoured: isColoured(environment.errors, arguments, environment),
      isQuiet: settings.isQuiet)
  }

  /// A choice that is none is told as a problem; until then it counts as none.
  private static func isColoured(
    _ stream: Environment.Output, _ arguments: ParsedArguments, _ environment: Environment
  ) -> Bool {
    let choice = (try? colour(arguments)) ?? .auto
    return Display.of(stream, choice: choice, variables: environment.variables).isColoured
  }

  private static func colour(_ arguments: ParsedArguments) throws(UsageError) -> ColourChoice {
    try arguments.value(of: GlobalOptions.color) ?? .auto
  }

  /// The format in which to report what is wrong with the command line itself.
  private static func format(
    of arguments: ParsedArguments, _ variables: [String: String]
  ) -> OutputFormat {
    let word =
      arguments.values[GlobalOptions.output.specification.name]?.last
      ?? variables[Variables.output]
    return word.flatMap(OutputFormat.init) ?? .table
  }
}

extension CommandTree {
  static func node(_ path: [String]) -> CommandNode? { root.descendant(path[...]) }
}
