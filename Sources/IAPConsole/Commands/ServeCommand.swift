import CommandLine
import IAPCore
import IAPFixtures
import IAPServer
import System

/// `iapctl serve`
enum ServeCommand: Command {
  static let host = Option(
    "host", .host, fallback: "127.0.0.1", "the address or host name to listen on")
  static let port = Option(
    "port", .number("PORT", in: 0...65_535), fallback: "0", "the port; 0 chooses a free port")

  static let seed = Option(
    "seed", .file("SEED"),
    "serve a temporary store with this seed, removed at the end; - is standard input")
  static let commandLine = Operand(
    .commandLine, .name("COMMAND"),
    "a program and its arguments: it runs with the server")

  static let specification = CommandSpecification(
    "serve a fixture store over the REST API",
    discussion: [
      "Prints one line, 'listening on http://127.0.0.1:PORT', and serves the REST API there "
        + "until it is interrupted. Then it finishes the requests that it has begun and exits "
        + "0. Other commands can use the store at the same time.",
      "With a command after '--', it prints nothing itself: it runs the command and exits with its "
        + "status (128 + N if signal N ended it, 127 if there is no such program, 126 if it cannot "
        + "be run). The command has iapctl's streams, and gets the signals that are sent to iapctl. "
        + "In its environment, \(Variables.url) and \(Variables.appKey) name the server, and "
        + "\(Variables.store) and \(Variables.now) are not set. With --seed, "
        + "\(Variables.journal) names a temporary journal, which is removed with the store; without, "
        + "the journal is the usual one.",
      "It serves all three APIs: service, which requires the store's app key; legacy; and "
        + "fixture, which has every operation. GET /openapi.json describes them, and GET /healthz "
        + "answers 200 as long as the store can be read. With -v every request is traced on "
        + "standard error.",
      "A test can steer the store: POST /fixture/v1/seed adds a seed of up to 64 MiB, "
        + "/fixture/v1/clock sets or advances the clock ({\"now\": \"INSTANT\"} or {\"advance\": "
        + "\"P1D\"}), /fixture/v1/faults replaces the faults by a list, and /fixture/v1/reset returns "
        + "to the state in which the server found the store. Until then the changes stay in the "
        + "store's write-ahead log; from 64 MiB of changes on, a copy of that state is kept in TMPDIR.",
      "Faults are simulated at network level: fault 101 is answered with HTTP 500, faults 100 "
        + "and 102 close the connection, a fault with 'after' closes it when the operation is "
        + "done, and a 'delay' delays the answer.",
      "Requests of web pages are refused with HTTP 403: those with an Origin, and those whose "
        + "Host is not a name of this server.",
    ],
    heading: "Tools",
    options: [seed.specification, host.specification, port.specification],
    operands: [commandLine.specification],
    examples: [
      Example(
        "iapctl serve --seed seed.json -- iapctl unconsumed --user alice",
        "run one command, or a test, with a store of its own"),
      Example(
        """
        iapctl serve > address &
        until [ -s address ]; do sleep 0.1; done
        read -r _ _ url < address
        echo "the app under test talks to $url"
        kill $! && wait $!
        """, "run a server during a script"),
      Example(
        """
        iapctl serve --host localhost -v > url 2> requests.log &
        until [ -s url ]; do sleep 0.1; done
        kill $! && wait $!
        """, "the same, with a log of its requests"),
    ])

  struct Inputs: Equatable, Sendable {
    var host: String
    var port: Int
    /// The seed of a temporary store; nil to serve the chosen store.
    var seed: String?
    /// The program to run with the server, and its arguments; nil to serve until interrupted.
    var commandLine: [String]?
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let seed = try arguments.value(of: seed)
    if seed == nil {
      _ = try settings.fixtureStore()
    } else if settings.$store.isTyped {
      throw UsageError(CommandProblem.exclusive("--seed", "--store"))
    }
    return Inputs(
      host: try arguments.value(of: host) ?? "127.0.0.1", port: try arguments.value(of: port) ?? 0,
      seed: seed, commandLine: arguments.commandLine)
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    guard let seed = inputs.seed else {
      return try await serve(try context.fixtureStore(), journal: nil, inputs, context)
    }
    let text = try context.readSeed(seed)
    let folder = try context.environment.makeTemporaryDirectory(for: "serve")
    defer { context.environment.files.removeDirectory(folder) }
    let path = folder + "/store.db"
    do {
      try FixtureStore.create(
        at: path, from: text, options: context.storeOptions(clock: context.settings.clock))
    } catch {
      throw context.settings.attribute(error.inSeed(seed))
    }
    var options = context.storeOptions(clock: nil)
    options.isTemporary = true
    let store = try FixtureStore(openAt: path, options: options)
    return try await serve(store, journal: folder + "/journal.db", inputs, context)
  }

  private static func serve(
    _ store: FixtureStore, journal: String?, _ inputs: Inputs, _ context: Context
  ) async throws -> Report {
    let (failures, failure) = AsyncStream.makeStream(of: IAPError.self)
    let server = try await IAPServer.start(
      store: store, options: options(inputs, context) { failure.yield($0) })
    do {
      if !server.isLoopback { context.messages.warn(.store(.servedToOthers)) }
      let report: Report
      if let words = inputs.commandLine {
        let program = try await program(words, of: server, store, journal)
        report = try await run(program, context)
      } else {
        report = .nothing()
        try context.environment.output.write(Array("listening on \(server.url)\n".utf8))
        // A stop signal cancels the task, which ends the wait.
        try context.environment.cancelOnStop()
        if let error = await failures.first(where: { _ in true }) { throw error }
      }
      await server.stop()
      return report
    } catch {
      await server.stop()
      throw error
    }
  }

  /// The program with the settings of a client of the server. Its other settings, such as the user,
  /// are those of this process.
  private static func program(
    _ words: [String], of server: IAPServer, _ store: FixtureStore, _ journal: String?
  ) async throws -> ForegroundProgram {
    var variables = [
      Variables.url: server.urlOnThisMachine, Variables.appKey: try await store.appKey().revealed,
    ]
    variables[Variables.journal] = journal
    return ForegroundProgram(
      words, removing: [Variables.store, Variables.now], adding: variables)
  }

  private static func run(_ program: ForegroundProgram, _ context: Context) async throws -> Report {
    if let stopped = context.environment.stopped { throw stopped }
    let status: ExitStatus
    switch await context.environment.host.run(program) {
    case .exited(let code): status = ExitStatus(code: code)
    case .killed(let signal): status = ExitStatus(code: 128 + signal)
    case .timedOut: throw IAPError.iapctl(.bug, .bug("a program without a time limit timed out"))
    case .notStarted(let error):
      throw IAPError.iapctl(
        .programNotStarted,
        .programNotStarted(program.words[0], why: error.text, isMissing: error.isProgramMissing))
    }
    return Report(.nothing) {
      var summary = Report.Summary()
      summary.status = status
      return summary
    }
  }

  /// - Parameter fail: called when the store cannot be served any more.
  private static func options(
    _ inputs: Inputs, _ context: Context, fail: @escaping @Sendable (IAPError) -> Void
  ) -> IAPServer.Options {
    let (messages, language) = (context.messages, context.settings.language)
    let isVerbose = context.settings.isVerbose
    var options = IAPServer.Options(
      describe: { language.text(.error($0)) },
      sleep: context.environment.clock.sleep
    ) { entry in
      if isVerbose { messages.trace(line(for: entry)) }
      if let trouble = entry.trouble {
        messages.note(.unanswered(trouble))
        if trouble.code == .iapctl(.storeReplaced) { fail(trouble) }
      }
    }
    (options.host, options.port) = (inputs.host, inputs.port)
    return options
  }

  private static func line(for entry: IAPServer.LogEntry) -> String {
    let outcome = entry.status.map { "HTTP \($0)" } ?? "connection closed"
    let code = entry.resultCode.map { ", result code \($0)" } ?? ""
    let request = entry.request.map { "\($0.method) \($0.path)" } ?? "a malformed request"
    return "\(request): \(outcome)\(code)"
  }
}

extension ValueParser where Value == String {
  /// An address or a host name. An IPv6 address may have brackets, as in a URL: `[::1]`.
  fileprivate static let host = ValueParser(
    "HOST", expectation: "a host name or an address",
    kind: .suggestions(["127.0.0.1", "::1", "0.0.0.0", "localhost"])
  ) { word in
    let isBracketed = word.hasPrefix("[") && word.hasSuffix("]")
    let host = isBracketed ? String(word.dropFirst().dropLast()) : word
    return host.isEmpty || host.utf8.contains(0) ? nil : host
  }
}
