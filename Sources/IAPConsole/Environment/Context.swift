import CommandLine
import IAPBatch
import IAPCore
import IAPFixtures
import IAPRemote
import System

/// What a running command can use: the environment, the program, the settings, and the service. The
/// service is made when the command first needs it.
struct Context: Sendable {
  let environment: Environment
  let program: Program
  let settings: Settings
  let messages: Messages
  /// The options as they were typed, for hints.
  var typed = TypedOptions()
  /// Where the command acts, once the backend is prepared.
  let place: PlaceInUse

  /// Opens the backend.
  func service() throws -> any IAPService { try service(of: try backend(limits: nil)) }

  /// Opens a prepared backend. With `--verbose`, the calls of a fixture store are traced; the
  /// requests to a server are traced by its client.
  func service(of backend: Backend) throws -> any IAPService {
    do {
      let service = try environment.backends.service(of: backend)
      guard settings.isVerbose, case .store = backend else { return service }
      return TracedService(
        service: service, clock: environment.clock.monotonicTime, trace: messages.trace)
    } catch {
      throw settings.attribute(error)
    }
  }

  /// The chosen backend, with everything that must be read before it is opened. A command calls
  /// this once, because an app key in a pipe can be read only once.
  ///
  /// - Parameter limits: the shared rate limit and retry budget of a batch; nil outside of a batch.
  func backend(limits: BatchLimits?) throws -> Backend {
    let choice = try settings.backend()
    switch choice {
    case .store(let path):
      use(choice, nil)
      return .store(
        path: path, patience: settings.timeout, clock: settings.clock, progress: catchUpProgress)
    case .server:
      let access = try settings.access(appKey: try settings.appKeySource.map(key))
      use(choice, access.appKey)
      let messages = messages
      let trace: (@Sendable (String) -> Void)? =
        settings.isVerbose ? { @Sendable line in messages.trace(line) } : nil
      warnOfUnknownMarkets()
      let variables = environment.variables
      return .server(
        Backend.Server(
          api: settings.api ?? .service, access: access,
          policy: RetryPolicy(
            retries: settings.retries ?? GlobalOptions.usualRetries, limit: settings.timeout),
          certificateFile: variables[Variables.certificateFile].flatMap { $0.isEmpty ? nil : $0 },
          proxies: variables.filter { Variables.proxies.contains($0.key) }, limits: limits,
          trace: trace,
          notice: { messages.note(ErrorMessages.notice($0)) }))
    }
  }

  /// Remembers where the command acts. With `--verbose`, it is said.
  private func use(_ place: Place, _ appKey: Secret?) {
    let words = place.words(profile: settings.profileOfPlace, appKey: appKey)
    let isServer = if case .server = place { true } else { false }
    self.place.set(words, isServer: isServer)
    if settings.isVerbose { messages.trace("place: \(words)") }
  }

  /// Shows the progress of a store that brings itself up to its time.
  var catchUpProgress: @Sendable (_ done: Int?) -> Void {
    let progress = SharedProgress(
      Progress(
        on: messages, clock: environment.clock.monotonicTime,
        isShown: environment.errors.isTerminal && !settings.isQuiet))
    return { progress.advance(to: $0) }
  }

  /// Warns of markets that are not in the IAP guides. They are used as given, because new markets
  /// can appear, but a server may answer an unknown market with an empty list, which looks like
  /// success. A fixture store reports its unknown markets itself.
  private func warnOfUnknownMarkets() {
    var told: Set<StoreCode> = []
    for market in settings.markets where !market.isInGuides && told.insert(market).inserted {
      let known = StoreCode.known.map(\.text)
      let closest = Suggestions.closest(to: market.text, among: known)
      messages.warn(
        "unknown market '\(market)'"
          + (closest.map { "; did you mean \($0)?" } ?? "; it is used as given"))
    }
  }

  private func key(_ source: Settings.AppKeySource) throws -> Secret {
    switch source {
    case .key(let key): key
    case .file(let path): try readKey(from: path)
    }
  }
}

extension Settings {
  /// The path of the journal: the setting, or else a file in the user's folder for it.
  func journalPath(in folders: UserFolders) throws(UsageError) -> String {
    if let journal { return journal }
    guard let state = folders.state else {
      throw UsageError(
        "no folder for the journal",
        hint: "give --journal FILE, or set \(Variables.home) or \(Variables.stateHome)",
        origin: .configuration)
    }
    return state + "/iapctl/journal.db"
  }
}

extension Context {
  /// The journal and its path.
  ///
  /// - Parameter command: the longest time of a command that a run begins; zero for none.
  func journal(command: Duration = .zero) throws -> (journal: any Journal, path: String) {
    let path = try settings.journalPath(in: environment.folders)
    let journal = try environment.backends.journal(
      at: path, patience: settings.timeout, command: command)
    return (journal, path)
  }
}

extension Context {
  /// Reads a file, or standard input for `-`.
  ///
  /// - Returns: the bytes, and the name of the source in messages.
  func readInput(_ path: String, limit: Int) throws -> (name: String, bytes: [UInt8]) {
    let name = path == "-" ? "standard input" : path
    let bytes =
      path == "-"
      ? try environment.readInput(limit) : try environment.readFile(path, limit)
    guard bytes.count <= limit else {
      throw IAPError.iapctl(.inputInvalid, .input(name, .tooLarge(limit: limit)))
    }
    return (name, bytes)
  }

  /// Reads UTF-8 text from a file, or from standard input for `-`.
  func readText(_ path: String, limit: Int) throws -> String {
    let (name, bytes) = try readInput(path, limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw IAPError.iapctl(.inputInvalid, .input(name, .notUTF8))
    }
    return text
  }

  // MARK: Secrets

  /// The maximum sizes in bytes. Real tokens and keys are much shorter.
  private static let (longestToken, longestKey) = (1 << 16, 4096)

  /// Reads an access token from a file, a pipe, or standard input for `-`. The input must contain
  /// only the token.
  func readToken(from path: String) throws -> Secret {
    try readSecret(.accessToken, from: path, limit: Self.longestToken)
  }

  /// Reads an app key, in the same way as ``readToken(from:)``.
  func readKey(from path: String) throws -> Secret {
    try readSecret(.appKey, from: path, limit: Self.longestKey)
  }

  private func readSecret(_ secret: SecretText, from path: String, limit: Int) throws -> Secret {
    let (name, file) = try readSecretFile(path, limit: limit)
    guard !file.isReadableByOthers else {
      throw IAPError.iapctl(
        .configuration, .file(path, .secretReadable(what: secret.nameWithArticle)))
    }
    guard file.bytes.count <= limit else {
      throw IAPError.iapctl(.inputInvalid, .input(name, .tooLarge(limit: limit)))
    }
    return try secret.read(file.bytes, from: name)
  }

  private func readSecretFile(
    _ path: String, limit: Int
  ) throws -> (name: String, file: UserFile) {
    guard path == "-" else {
      return (path, try environment.readOwnFile(path, limit, settings.timeout))
    }
    let bytes = try environment.readInput(limit)
    return ("standard input", UserFile(bytes: bytes, isReadableByOthers: false))
  }
}

extension Context {
  /// Reads the payments of a file, or of standard input for `-`, and checks all of them. Notes on
  /// standard error name ignored columns and the number of repeated payments.
  ///
  /// - Throws: `inputInvalid` with the bad lines, unless they are skipped; `configuration` if the
  ///   input contains access tokens and other users can read it.
  func batchInput(
    path: String, _ options: InputOptions
  ) throws(IAPError) -> BatchInput {
    let stream = try openInput(path, settings.timeout)
    // Only a user from the command line must match the users of the lines.
    let isTyped = settings.$user.isTyped
    let input = try BatchInput(
      name: path == "-" ? "standard input" : path, format: options.format,
      skipsBadLines: options.skipsBadLines, user: isTyped ? settings.user : nil,
      names: options.names)
    let environment = environment
    try input.load(from: stream.read, isStopped: { environment.stopped })
    if input.hasTokens, stream.isReadableByOthers {
      throw .iapctl(.configuration, .file(path, .secretReadable(what: "access tokens")))
    }
    for notice in input.notices { messages.note(notice) }
    return input
  }
}

extension BatchInput {
  /// The notes to show before the payments are consumed.
  fileprivate var notices: [String] {
    [columns.flatMap(\.notice), countsNotice, usersNotice, roundingNotice, zerosNotice].compactMap(
      \.self)
  }

  /// Cells of a column of users may be empty by mistake.
  var usersNotice: String? {
    firstWithoutUser.map {
      withoutUser == 1
        ? "1 payment has no user in its line (line \($0))"
        : "\(withoutUser) payments have no user in their lines (first in line \($0))"
    }
  }

  private var zerosNotice: String? { zeros.map(Self.notice(ofZerosIn:)) }

  /// The note on a payment number with leading zeros.
  static func notice(ofZerosIn number: Identifier) -> String {
    "payment number \(number) is sent as it is written, and counts as the same payment as "
      + "\(number.withoutLeadingZeros)"
  }

  private var roundingNotice: String? {
    guard rounded.isSuspected else { return nil }
    return rounded.count == 1
      ? "the payment number ends in 0: check that no spreadsheet has rounded it"
      : "all \(rounded.count) payment numbers end in 0: check that no spreadsheet has rounded them"
  }

  private var countsNotice: String? {
    guard repeated > 0 else { return nil }
    let bad = badLines.count > 0 ? ", \(badLines.count) bad" : ""
    return "\(count(rows, "line")), \(count(count, "payment")), \(repeated) repeated\(bad)"
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension InputColumns {
  fileprivate var notice: String? {
    guard !ignored.isEmpty else { return nil }
    let kind = kind == .columns ? "columns" : "keys"
    let rest = more > 0 ? " and \(more) more" : ""
    return "\(kind) used: \(used.joined(separator: ", ")); "
      + "ignored: \(ignored.joined(separator: ", "))\(rest)"
  }
}

extension Context {
  /// The maximum size of a seed in bytes. It is buffered in a temporary file, so that this protects
  /// the disk from an input without end.
  private static let longestSeed = 64 << 30

  /// Opens a file, or standard input for `-`. If a FIFO has no writer for two seconds, a note says
  /// what iapctl waits for.
  private func openInput(_ path: String, _ limit: Duration) throws(IAPError) -> InputStream {
    let messages = messages
    return try environment.openInput(
      path,
      InputFile.WriterWait(limit) {
        messages.note("waiting for a process that writes to the FIFO \(path)")
      })
  }

  func readSeed(_ path: String) throws -> SeedText {
    let environment = environment
    let stream = try openInput(path, .seconds(Int64.max))
    var room = Self.longestSeed
    let read = { () throws(IAPError) -> [UInt8] in
      let piece = try stream.read(1 << 18)
      // Reading a long seed is interrupted between its pieces.
      if let stopped = environment.stopped { throw stopped }
      room -= piece.count
      guard room >= 0 else {
        let name = path == "-" ? "standard input" : path
        throw IAPError.iapctl(.inputInvalid, .input(name, .tooLarge(limit: Self.longestSeed)))
      }
      return piece
    }
    do {
      return try SeedText(from: read)
    } catch {
      throw error.inSeed(path)
    }
  }

  func storeOptions(clock: ClockChange?) -> FixtureStore.Options {
    let environment = environment
    var options = FixtureStore.Options(
      patience: settings.timeout, clock: clock, realTime: environment.clock.realTime,
      stopSignal: { [host = environment.host] in host.stopSignal })
    options.progress = catchUpProgress
    return options
  }

  /// Opens the fixture store, for commands that work only on one.
  func fixtureStore(isForCheck: Bool = false) throws -> FixtureStore {
    do {
      let (path, clock) = try settings.fixtureStore()
      use(.store(path: path), nil)
      return try FixtureStore(
        openAt: path, options: storeOptions(clock: clock), isForCheck: isForCheck)
    } catch {
      throw settings.attribute(error)
    }
  }
}
