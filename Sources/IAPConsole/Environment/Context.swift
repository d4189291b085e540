import CommandLine
import IAPBatch
import IAPCore
import IAPFixtures
import IAPMessages
import IAPRemote
import Languages
import Text

/// What a running command can use: the environment, the program, the settings, and the service. The
/// service is made when the command first needs it.
struct Context: Sendable {
  let environment: Environment
  let program: Program
  let settings: Settings
  let messages: Messages
  /// Where the command acts, once the backend is prepared.
  let place: PlaceInUse

  /// The options that commands in hints have.
  var typed: TypedOptions { settings.source.typed }

  func service() throws -> any IAPService { try service(of: try backend()) }

  /// Opens a prepared backend.
  func service(of backend: Backend) throws -> any IAPService {
    do {
      return try environment.backends.service(of: backend)
    } catch {
      throw settings.attribute(error)
    }
  }

  /// The chosen backend, with everything that must be read before it is opened. A command calls
  /// this once, because a key in a pipe can be read only once.
  ///
  /// - Parameter pauses: hears when the server asks to wait; nil outside of a batch.
  func backend(hearing pauses: ServerPauses? = nil) throws -> Backend {
    let choice = try settings.backend()
    switch choice {
    case .store(let path):
      use(choice, nil)
      var options = storeOptions(clock: settings.clock)
      if settings.isVerbose {
        options.trace = CallTrace(clock: environment.clock.monotonicTime, tell: messages.trace)
      }
      return .store(path: path, options)
    case .server:
      let access = try settings.access(try settings.credential.source.map(key))
      use(choice, access.credential)
      let messages = messages
      let trace: (@Sendable (String) -> Void)? =
        settings.isVerbose ? { @Sendable line in messages.trace(line) } : nil
      warn(ofUnknown: settings.markets)
      let variables = environment.variables
      return .server(
        Backend.Server(
          api: settings.dialect, access: access,
          policy: settings.policy,
          certificateFile: variables[Variables.certificateFile].flatMap { $0.isEmpty ? nil : $0 },
          proxies: variables.filter { Variables.proxies.contains($0.key) }, pauses: pauses,
          trace: trace,
          notice: { messages.note(RemoteMessages.notice($0)) }))
    }
  }

  /// Remembers where the command acts. With `--verbose`, it is said.
  func use(_ place: Place, _ credential: Secret?) {
    let source = settings.source
    let key = credential.map {
      PlaceName.Key(source.neededCredential, fingerprint: AppKeyFingerprint.make($0))
    }
    let name = PlaceName(place, key, profile: source.profileOfPlace)
    self.place.set(name, credential)
    if settings.isVerbose {
      messages.trace("place: \(Language.english.text(PlaceMessages.name(name)))")
    }
  }

  /// Shows the progress of work whose total is not known, such as that of a store that brings itself up to
  /// its time. Nil ends it.
  var progress: @Sendable (_ done: Int?) -> Void {
    let progress = SharedProgress(progressLine())
    return { progress.advance(to: $0) }
  }

  /// A line of progress on a terminal, unless `--quiet` is given.
  func progressLine(if isWanted: Bool = true) -> Progress {
    Progress(
      on: messages, clock: environment.clock.monotonicTime,
      isShown: isWanted && environment.errors.isTerminal && !settings.isQuiet)
  }

  /// Warns of markets that are not in the IAP guides. They are used as given, because new markets
  /// can appear, but a server may answer an unknown market with an empty list, which looks like
  /// success. A fixture store reports its unknown markets itself.
  func warn(ofUnknown markets: [StoreCode]) {
    var warned: Set<StoreCode> = []
    for market in markets where !market.isInGuides && warned.insert(market).inserted {
      let guideMarkets = StoreCode.known.map(\.text)
      let closest = Suggestions.closest(to: market.text, among: guideMarkets)
      messages.warn(InputMessages.unknownMarket(market, closest: closest))
    }
  }

  private func key(_ source: CredentialChoice.Source) throws -> Secret {
    let key: Secret
    switch source {
    case .key(let given): return given
    case .file(let path): key = try readKey(settings.source.neededCredential, from: path)
    }
    // The same key twice is one key.
    if let other = settings.credential.other, let problem = settings.credential.problem,
      other != key
    {
      throw problem
    }
    return key
  }
}

extension Settings {
  /// The path of the journal: the setting, or else a file in the user's folder for it.
  func journalPath(in folders: UserFolders) throws(UsageError) -> String {
    if let journal { return journal }
    guard let state = folders.state else {
      throw UsageError(SettingUsage.noJournalFolder, origin: .configuration)
    }
    return state + "/iapctl/journal.db"
  }
}

extension Context {
  /// Whose payments a service has, for the journal. The service is made before.
  func issuer(of service: any IAPService) -> Issuer {
    Issuer(service.server, fingerprint: place.fingerprint)
  }

  /// Throws if a journal that was typed does not exist. A misspelt --journal must not look like an empty
  /// one, in which no payment is unknown.
  func requireTypedJournal(_ path: String) throws(IAPError) {
    guard settings.isTyped(GlobalOptions.journal.specification), !PostgresJournal.isURL(path),
      !environment.fileExists(path)
    else { return }
    throw .iapctl(.inputMissing, .file(path, .missing))
  }

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
