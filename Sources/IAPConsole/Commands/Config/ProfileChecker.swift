import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Synchronization

/// Makes the checks of a profile. It asks each market for the unconsumed purchases of a user that does
/// not exist, and changes nothing.
struct ProfileChecker {
  let context: Context

  /// The user of the queries: the list of a real one could be long.
  private static let user: Identifier = "iapctl-config-check"

  /// - Parameter settings: the settings of the profile.
  init(_ settings: Settings, in context: Context) {
    var settings = settings
    // What a check sees is the answer to its one request.
    settings.retries = 0
    self.context = Context(
      environment: context.environment, program: context.program, settings: settings,
      messages: context.messages, place: PlaceInUse())
  }

  func checks() async throws -> [ProfileCheck] {
    let settings = "settings"
    let place: [ProfileCheck]
    do {
      let backend = try context.backend()
      let name = context.place.name.map { PlaceMessages.name($0) }
      place = [.ok(settings, name)] + (try await checks(of: backend))
    } catch {
      place = [.failed(settings, try context.failure(error))]
    }
    return place + [try await journalCheck()]
  }

  private func checks(of backend: Backend) async throws -> [ProfileCheck] {
    switch backend {
    case .server(let server):
      return try await serverChecks(of: server).checks(
        isPlain: server.access.origin.hasPrefix("http://"), api: server.api)
    case .store: return try await storeChecks(of: backend)
    }
  }

  // MARK: Servers

  /// Asks each market once.
  func serverChecks(of server: Backend.Server) async throws -> ServerChecks {
    try await context.environment.prepareRequests()
    let clock = context.environment.clock
    let ahead = Mutex<Int64?>(nil)
    var server = server
    server.serverTime = { time in
      ahead.withLock { $0 = (time.milliseconds - clock.realTime().milliseconds) / 1000 }
    }
    let markets = context.settings.markets
    let asked = markets.isEmpty && server.api.traits.listsByMarket ? Settings.usualMarkets : markets
    let service = try context.service(of: .server(server))
    return ServerChecks(
      markets: try await ask(service, asked),
      ahead: ahead.withLock(\.self).map { abs($0) > 1 ? $0 : 0 })
  }

  private func ask(
    _ service: any IAPService, _ markets: [StoreCode]
  ) async throws -> [(name: String, error: IAPError?)] {
    var query = UnconsumedQuery(owner: .user(Self.user))
    (query.markets, query.limit) = (markets, 1)
    var failures: [StoreCode: IAPError] = [:]
    var common: IAPError?
    do {
      for try await page in try await service.unconsumed(query) {
        for failure in page.failures { failures[failure.market] = failure.error }
      }
    } catch {
      common = error
    }
    for error in failures.values + [common].compactMap(\.self) {
      _ = try context.failure(error)
    }
    let others = failures.keys.filter { !markets.contains($0) }.sorted { $0.text < $1.text }
    let named = markets + others
    guard !named.isEmpty else { return [("markets", common)] }
    return named.map { ("market \($0)", common ?? failures[$0]) }
  }

  // MARK: Fixture stores

  private func storeChecks(of backend: Backend) async throws -> [ProfileCheck] {
    let name = "store"
    do {
      let service = try context.service(of: backend)
      let markets = context.settings.markets
      let unknown = try await service.unknownNames(among: GivenNames(markets: markets))
      let results = try await ask(service, markets)
      return [.ok(name)]
        + results.map { result in
          if let error = result.error { return .failed(result.name, error) }
          guard let missing = unknown.first(where: { "market \($0.name)" == result.name }) else {
            return .ok(result.name)
          }
          let detail = InputMessages.unknownName(missing)
          return ProfileCheck(name: result.name, result: .failed, detail: detail)
        }
    } catch {
      return [.failed(name, try context.failure(error))]
    }
  }

  // MARK: The journal

  private func journalCheck() async throws -> ProfileCheck {
    let name = "journal"
    let settings = context.settings
    if settings.journal == nil, case .success(.store) = settings.place {
      return .skipped(name, CheckMessages.noJournalOfStore)
    }
    do {
      let (journal, path) = try context.journal()
      let person = context.environment.person
      let run = RunFacts(
        server: ServerName(origin: settings.serverURL), appKeyFingerprint: "", user: person.user,
        host: person.host, profile: settings.profileInUse?.text, ticket: nil)
      let exists = try await journal.checkWritable(by: run)
      return .ok(name, exists ? "\(path)" : CheckMessages.newJournal(path: path))
    } catch {
      return .failed(name, try context.failure(error))
    }
  }
}
