import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import IAPServer
import System

struct ServeCommand: Command {
  static let host = Option(
    "host", .host, fallback: "127.0.0.1", "the address or host name to listen on")
  static let allowedHosts = ListOption(
    "allow-host", .host, "a further name by which requests may reach it, such as a container's")
  static let port = Option(
    "port", .number("PORT", in: 0...65_535), fallback: "0", "the port; 0 chooses a free port")

  static let seed = Option(
    "seed", .file("SEED"),
    "serve a temporary store with this seed, removed at the end; - is standard input")
  static let sample = Flag("sample", "serve a temporary store with the small sample game")
  static let addressFile = Option(
    "address-file", .file("FILE"), "write the server's URL to this file when the server listens")
  static let untilEOF = Flag(
    "until-eof",
    "end when standard input ends, as after a kill of what started iapctl")
  static let commandLine = Operand(
    .commandLine, .name("COMMAND"),
    "a program and its arguments: it runs with the server")

  static let specification = CommandSpecification(
    "serve a fixture store over the REST API",
    discussion: [
      "Prints one line, 'listening on http://127.0.0.1:PORT', and serves the REST API there "
        + "until it is interrupted. Then it finishes the requests that it has begun and exits "
        + "0. Other commands can use the store at the same time. --address-file FILE writes the URL "
        + "to a file as well. The file is written as a whole, when the server listens. With --until-eof "
        + "it also ends, with its command, when its standard input ends.",
      "With a command after '--', it prints nothing itself: it runs the command and exits with its "
        + "status (128 + N if signal N ended it, 127 if there is no such program, 126 if it cannot "
        + "be run). The command has iapctl's streams, and gets the signals that are sent to iapctl. "
        + "In its environment, \(Variables.url) and \(Variables.appKey) name the server (for a game "
        + "on Gamebase: \(Variables.appID) and \(Variables.secretKey)), "
        + "\(Variables.fixtureStore) the file of its store, and \(Variables.store) and "
        + "\(Variables.now) are not set. With --seed or --sample, \(Variables.journal) names a "
        + "temporary journal, which is removed with the store; without, the journal is the usual one.",
      "It serves all APIs: service, which requires the store's app key; legacy; gamebase, which "
        + "requires the store's secret key; and fixture, which has every operation. GET /openapi.json describes them, and GET /healthz "
        + "answers 200 as long as the store can be read. With -v every request is traced on "
        + "standard error.",
      "A test can steer the store by requests below /fixture/v1: POST seed (up to 64 MiB), clock, "
        + "faults, and a path for each change, such as refund and state, do what the commands of "
        + "'store' do, and GET clock, faults and log show the store. GET requests lists the "
        + "last 10,000 requests, and DELETE requests empties that list.",
      "POST reset returns to the state in which the server found the store. Until then the changes "
        + "stay in the store's write-ahead log; from 64 MiB of changes on, a copy of that state is kept "
        + "in TMPDIR.",
      "Faults are simulated at network level: fault 101 is answered with HTTP 500, faults 100 "
        + "and 102 close the connection, a fault with 'after' closes it when the operation is "
        + "done, and a 'delay' delays the answer. A fault with 'http', 'serverCode' or 'cut' gives the "
        + "answer itself.",
      "Requests of web pages are refused with HTTP 403: those with an Origin, and those whose "
        + "Host is not a name of this server. --allow-host adds a name, such as that of a container.",
    ],
    heading: "Tools",
    options: .of(seed, sample, host, allowedHosts, port, addressFile, untilEOF),
    operands: [commandLine.specification],
    examples: [
      Example(
        "iapctl serve --seed seed.json -- iapctl unconsumed --user alice",
        "run one command, or a test, with a store of its own"),
      Example(
        """
        iapctl serve --sample -- \\
          sh -c 'iapctl store log --store "$IAPCTL_FIXTURE_STORE"'
        """, "the same with the sample game, and a command on its store"),
      Example(
        """
        rm -f address
        iapctl serve --address-file address &
        until [ -e address ] || ! kill -0 $!; do sleep 0.1; done
        echo "the app under test talks to $(cat address)"
        kill $! && wait $!
        """, "run a server during a script"),
    ])

  let host: String
  let allowedHosts: [String]
  let port: Int
  /// The seed of a temporary store. Without it and the sample game, the chosen store is served.
  let seed: String?
  let isSample: Bool
  /// The file for the URL of the server.
  let addressFile: String?
  /// Whether the end of standard input ends the server.
  let endsWithInput: Bool
  /// The program to run with the server, and its arguments; nil to serve until interrupted.
  let commandLine: [String]?

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    seed = try arguments.value(of: Self.seed)
    isSample = arguments[Self.sample]
    if seed != nil, isSample {
      throw UsageError(CommandUsage.exclusive("--seed", "--sample"))
    }
    if seed != nil || isSample {
      guard !settings.isTyped(GlobalOptions.store.specification) else {
        throw UsageError(CommandUsage.exclusive(isSample ? "--sample" : "--seed", "--store"))
      }
    } else {
      if case .failure(let problem) = settings.place, problem.origin == .missingBackend {
        throw UsageError(PlaceUsage.nothingToServe, origin: .missingBackend)
      }
      _ = try settings.fixtureStore()
    }
    if arguments[Self.untilEOF], let seed, TypedOptions.isStream(seed) {
      throw UsageError(CommandUsage.exclusive("--until-eof", "--seed \(seed)"))
    }
    host = try arguments.value(of: Self.host) ?? "127.0.0.1"
    allowedHosts = try arguments.values(of: Self.allowedHosts)
    port = try arguments.value(of: Self.port) ?? 0
    addressFile = try arguments.value(of: Self.addressFile)
    endsWithInput = arguments[Self.untilEOF]
    commandLine = arguments.commandLine
  }

  func run(in context: Context) async throws -> Report {
    if let path = addressFile { try Self.checkAddressFile(path, in: context) }
    guard seed != nil || isSample else {
      let path = try context.settings.fixtureStore().path
      return try await serve(
        try context.fixtureStore(), Files(store: path), context)
    }
    let folder = try context.environment.makeTemporaryDirectory(for: "serve")
    defer { context.environment.files.removeDirectory(folder) }
    let files = Files(
      store: folder + "/store.db", journal: folder + "/journal.db", folder: folder)
    try context.makeStore(at: files.store, from: seed, isSample: isSample)
    let store = try context.temporaryStore(at: files.store)
    let hasClock = try await store.read { try $0.hasClock }
    if !hasClock { context.messages.note(StoreMessages.followsTheDay) }
    return try await serve(store, files, context)
  }

  private struct Files {
    let store: String
    /// Nil for the usual journal.
    var journal: String?
    /// Nil if it has none of its own.
    var folder: String?
  }

  /// Replaces no file but an address that a server wrote before.
  private static func checkAddressFile(_ path: String, in context: Context) throws {
    let environment = context.environment
    try context.checkResults(path)
    guard environment.fileExists(path) else { return }
    let content = String(decoding: try environment.readFile(path, 1 << 20), as: UTF8.self)
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    let isAddress =
      lines.count == 2 && lines[1].isEmpty && (try? ServerURL(String(lines[0]))) != nil
    guard content.isEmpty || isAddress else {
      throw IAPError.iapctl(.outputNotWritten, .file(path, .existsAlready))
    }
  }

  private func serve(
    _ store: FixtureStore, _ files: Files, _ context: Context
  ) async throws -> Report {
    let (failures, failure) = AsyncStream.makeStream(of: IAPError.self)
    let server = try await IAPServer.start(
      store: store, options: options(context) { failure.yield($0) })
    do {
      if endsWithInput { try context.environment.stopAtEndOfInput() }
      if !server.isLoopback { context.messages.warn(StoreMessages.servedToOthers) }
      if let path = addressFile {
        try context.environment.replaceResults(path, Array("\(server.urlOnThisMachine)\n".utf8))
      }
      let report: Report
      if let commandLine {
        let program = try await Self.program(commandLine, of: server, store, files, context)
        report = try await Self.run(program, context)
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
    _ commandLine: [String], of server: IAPServer, _ store: FixtureStore, _ files: Files,
    _ context: Context
  ) async throws -> ForegroundProgram {
    var variables = try await Self.variables(server, store)
    variables[Variables.fixtureStore] = context.environment.absolutePath(files.store)
    variables[Variables.journal] = files.journal
    variables[Variables.runFolder] = files.folder
    return ForegroundProgram(
      commandLine, removing: [Variables.store, Variables.now], adding: variables)
  }

  /// The settings of a client of a server.
  static func variables(_ server: IAPServer, _ store: FixtureStore) async throws -> [String: String]
  {
    [
      Variables.url: server.urlOnThisMachine,
      Variables.appKey: try await store.key(.appKey).revealed,
      Variables.secretKey: try await store.key(.secretKey).revealed,
      Variables.appID: try await store.read { try $0.registration().appID.text },
    ]
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
    return Report(.nothing) { $0.status = status }
  }

  /// - Parameter fail: called when the store cannot be served any more.
  private func options(
    _ context: Context, fail: @escaping @Sendable (IAPError) -> Void
  ) -> IAPServer.Options {
    let (messages, language) = (context.messages, context.settings.language)
    let isVerbose = context.settings.isVerbose
    var options = IAPServer.Options(
      describe: { language.text(ErrorMessages.message(of: $0)) },
      sleep: context.environment.clock.sleep
    ) { entry in
      if isVerbose { messages.trace(Self.line(for: entry)) }
      if let trouble = entry.trouble {
        messages.note(ErrorMessages.unanswered(trouble))
        if trouble.code == .iapctl(.storeReplaced) { fail(trouble) }
      }
    }
    (options.host, options.port, options.allowedHosts) = (host, port, allowedHosts)
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
