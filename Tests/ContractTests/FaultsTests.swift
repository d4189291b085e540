import IAPCore
import IAPFixtures
import Testing

/// Faults of the store on each backend. Over HTTP, a lost response or a status without a result
/// code makes the outcome of a change unknown.
@Suite(.server)
struct FaultsTests {
  private static let all = Backend.allCases

  /// A consume with the fields that any dialect needs.
  private func consume(_ player: Player) async -> Said {
    await player.consume("1", user: "u", token: "t1", productSeq: 7)
  }

  private func said(_ backend: Backend, _ store: String, _ remote: String) -> String {
    backend == .store ? store : remote
  }

  @Test(
    arguments: all,
    [
      (101, "http 101", "http 101 unknown"), (102, "http 102", "http 100 unknown"),
      (100, "http 100", "http 100 unknown"),
    ])
  func `A consume that fails before it is applied changes nothing and is not sent again`(
    _ backend: Backend, _ fault: (code: Int, store: String, remote: String)
  ) async throws {
    try await backend.play(on: try Seeds.fault("consume", fault.code), retries: 3) { game in
      let player = Player(service: game.service)
      #expect(await consume(player).description == said(backend, fault.store, fault.remote))
      #expect(game.log.hits == (backend == .store ? 0 : 1), "it is not sent again")
      #expect(await player.unconsumedNumbers(of: "u") == ["1", "2", "3"])
      guard case .consumed(let answer) = await consume(player) else { return }
      #expect(throws: Never.self) { try answer.result.get() }
      #expect(await player.unconsumedNumbers(of: "u") == ["2", "3"])
    }
  }

  @Test(
    arguments: all,
    [0, 12, 100, 101, 102])
  func `A consume whose response is lost is applied once, and its outcome is unknown`(
    _ backend: Backend, _ code: Int
  ) async throws {
    let seed = try Seeds.fault("consume", code, #", "after": true"#)
    try await backend.play(on: seed, retries: 3) { game in
      let player = Player(service: game.service)
      guard case .consumed(let answer) = await consume(player) else { return }
      guard case .failure(let error) = answer.result else {
        Issue.record("answered")
        return
      }
      #expect(error.outcome == .unknown)
      #expect(answer.attempts == 1)
      #expect(!answer.priorUnknown)
      #expect(game.log.hits == (backend == .store ? 0 : 1), "it is not sent again")
      #expect(await player.unconsumedNumbers(of: "u") == ["2", "3"])
      #expect(await consume(player).description == "iap 12 already")
    }
  }

  @Test(arguments: all)
  func `A refused consume leaves the payment unconsumed`(_ backend: Backend) async throws {
    try await backend.play(on: try Seeds.fault("consume", 12)) { game in
      let player = Player(service: game.service)
      #expect(await consume(player).description == "iap 12")
      #expect(await player.unconsumedNumbers(of: "u") == ["1", "2", "3"])
    }
  }

  // MARK: Queries

  @Test(
    arguments: all,
    [(101, "http 101", "http 101"), (102, "http 102", "http 100"), (100, "http 100", "http 100")])
  func `A query that fails has no unknown outcome`(
    _ backend: Backend, _ fault: (code: Int, store: String, remote: String)
  ) async throws {
    let seed = try Seeds.fault("unconsumed", fault.code, #", "times": 100"#)
    try await backend.play(on: seed) { game in
      var query = UnconsumedQuery(owner: .user("u"))
      query.markets = backend == .legacy ? [] : ["AS"]
      let answer = await Player(service: game.service).unconsumed("u") { $0 = query }
      let said = said(backend, fault.store, fault.remote)
      // A call of these APIs for one market fails for that market. Elsewhere the whole query fails.
      let isByMarket = backend == .service || backend == .gamebase
      #expect(answer.description == (isByMarket ? "nobody; AS: \(said)" : said))
    }
  }

  @Test(arguments: Backend.remote, [100, 101, 102])
  func `A query that fails is retried`(_ backend: Backend, _ code: Int) async throws {
    let seed = try Seeds.fault("unconsumed", code, #", "times": 2"#)
    try await backend.play(on: seed, retries: 2) { game in
      #expect(await Player(service: game.service).unconsumedNumbers(of: "u") == ["1", "2", "3"])
    }
  }

  // MARK: Other changes

  @Test(
    arguments: ["purchase", "restore", "reprocess"],
    [
      (101, "http 101", "http 101 unknown"), (102, "http 102", "http 100 unknown"),
      (100, "http 100", "http 100 unknown"),
    ])
  func `A purchase, restore or reprocess that fails over HTTP has an unknown outcome`(
    _ operation: String, _ fault: (code: Int, store: String, remote: String)
  ) async throws {
    for backend in Backend.complete {
      let seed = try Seeds.fault(operation, fault.code)
      try await backend.play(on: seed, retries: 3) { game in
        let answer = await change(operation, Player(service: game.service))
        #expect(answer.description == said(backend, fault.store, fault.remote))
        #expect(game.log.hits == (backend == .store ? 0 : 1), "it is not sent again")
        #expect(await Player(service: game.store).unconsumedNumbers(of: "u").count == 3)
      }
    }
  }

  @Test(arguments: ["purchase", "restore", "reprocess"], Backend.complete)
  func `A purchase, restore or reprocess whose response is lost is applied once`(
    _ operation: String, _ backend: Backend
  ) async throws {
    let seed = try Seeds.fault(operation, 102, #", "after": true"#)
    try await backend.play(on: seed, retries: 3) { game in
      guard case .refused(let error) = await change(operation, Player(service: game.service))
      else {
        Issue.record("answered")
        return
      }
      #expect(error.outcome == .unknown)
      #expect(game.log.hits == (backend == .store ? 0 : 1), "it is not sent again")
      let numbers = await Player(service: game.store).unconsumedNumbers(of: "u")
      #expect(numbers.count == (operation == "purchase" ? 4 : 3))
    }
  }

  private func change(_ operation: String, _ player: Player) async -> Said {
    switch operation {
    case "purchase": await player.purchase("gem", "u")
    case "restore": await player.restore("u")
    default: await player.reprocess("u")
    }
  }

  // MARK: The app key

  @Test(arguments: [Backend.fixture, .service])
  func `A wrong app key is refused with status 401 and stops the batch`(_ backend: Backend)
    async throws
  {
    try await backend.play(on: try Seeds.crowd(3), appKey: "wrong", retries: 3) { game in
      let player = Player(service: game.service)
      guard case .consumed(let answer) = await consume(player),
        case .failure(let error) = answer.result
      else {
        Issue.record("consumed")
        return
      }
      #expect(error.httpStatus == 401)
      #expect(error.outcome == .notApplied)
      #expect(answer.stopsBatch)
      #expect(game.log.hits == 1)
      #expect(await Player(service: game.store).unconsumedNumbers(of: "u").count == 3)
      let list = await player.unconsumed("u") { $0.markets = ["AS"] }
      #expect(list.description == (backend == .service ? "nobody; AS: http 101" : "http 101"))
      let requests = ["1", "2"].map { Payment($0, accessToken: Secret("t")) }
      #expect(await game.service.consume(requests).map(\.attempts) == [1, 0])
    }
  }

  /// A client of the legacy API does not send the app key.
  @Test
  func `The legacy API ignores the app key`() async throws {
    try await Backend.legacy.play(on: try Seeds.crowd(3), appKey: "wrong") { game in
      #expect(await Player(service: game.service).unconsumedNumbers(of: "u").count == 3)
    }
  }
}

extension Player {
  func unconsumedNumbers(of user: Identifier) async -> [String] {
    guard case .purchases(let purchases, [], isAnswered: true) = await unconsumed(user) else {
      return ["no list"]
    }
    return purchases.map(\.paymentSeq.text).sorted()
  }
}
