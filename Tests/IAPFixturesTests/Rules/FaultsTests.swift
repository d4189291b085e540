import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct FaultsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static func fault(_ operation: String, _ code: Int, _ more: String = "") -> String {
    "{\"on\": \"\(operation)\", \"code\": \(code)\(more.isEmpty ? "" : ", ")\(more)}"
  }

  /// Runs an operation and returns its error.
  private func refusal(of operation: IAPOperation, by store: FixtureStore) async
    -> IAPError?
  {
    switch operation {
    case .products: await refusal { try await store.products(in: []) }
    case .purchase: await store.buy("gem").refusal
    case .unconsumed:
      await refusal { try await store.unconsumed(UnconsumedQuery(owner: .user("alice"))) }
    case .consume: await store.consuming("1").refusal
    case .subscriptions:
      await refusal { try await store.subscriptions(SubscriptionQuery(user: "alice")) }
    case .restore: await refusal { try await store.restore("alice", in: []) }
    case .reprocess: await refusal { try await store.reprocess("alice", in: []) }
    case .transaction:
      await refusal {
        let token = try await store.read { try $0.payment(numbered: "1")?.accessToken }
        _ = try await store.transaction(ofToken: token ?? Secret(""))
      }
    }
  }

  private func refusal<Answer>(_ call: () async throws -> Answer) async -> IAPError? {
    await IAPFixturesTests.refusal(of: call)
  }

  @Test(arguments: IAPOperation.allCases)
  func `A fault fails one call and changes nothing else`(_ operation: IAPOperation) async throws {
    let purchases =
      Game.payment("1", "gem") + ","
      + Game.payment("2", "coin", "\"state\": \"RESERVED\"")
      .replacing("\"userID\"", with: "\"storeCode\": \"GG\", \"userID\"")
    let store = try folder.store(
      Game.seed(
        purchases: purchases, transactions: Game.receipt("3", "chest"),
        faults: Self.fault(operation.rawValue, 12)))
    let before = try await store.contents()
    let struck = await refusal(of: operation, by: store)
    #expect(struck?.code == .iap(.changePurchaseStatusFailed))
    #expect(struck?.reason == .fault(operation: operation.rawValue))
    #expect(struck?.outcome == .notApplied)
    let after = try await store.contents()
    #expect(after.purchases == before.purchases)
    #expect(after.faults.map(\.used) == [1])
    #expect(await refusal(of: operation, by: store) == nil)
    #expect(try await store.contents().faults.map(\.used) == [1], "used up, and stays")
  }

  @Test(arguments: [0, 1, 9, 10, 11, 16, 18], ["com.nhncloud.iap"])
  func `A fault can have any IAP code`(_ code: Int, _ domain: String) async throws {
    let store = try folder.store(
      Game.seed(faults: Self.fault("products", code, "\"domain\": \"\(domain)\"")))
    let struck = await refusal { try await store.products(in: []) }
    #expect(struck?.number == code)
    #expect(struck?.domain == domain)
  }

  @Test(arguments: 100...107)
  func `A fault can have any HTTP code`(_ code: Int) async throws {
    let store = try folder.store(
      Game.seed(faults: Self.fault("products", code, "\"domain\": \"com.nhncloud.http\"")))
    let struck = await refusal { try await store.products(in: []) }
    #expect(struck?.number == code)
    #expect(struck?.domain == "com.nhncloud.http")
  }

  @Test
  func `A fault skips calls and then fails as many as it says`() async throws {
    let store = try folder.store(
      Game.seed(faults: Self.fault("products", 2, "\"skip\": 2, \"times\": 3, \"used\": 1")))
    var struck: [Bool] = []
    for _ in 1...6 { struck.append(await refusal { try await store.products(in: []) } != nil) }
    #expect(struck == [false, true, true, true, false, false])
    #expect(try await store.contents().faults.map(\.used) == [5])
    #expect(
      await refusal { try await folder.reopen().products(in: []) } == nil, "and for the next one")
  }

  @Test(arguments: [
    (Int64.max, Int64.max, Int64(0), false), (Int64.max, 1, Int64.max, true),
    (0, Int64.max, Int64.max, false), (1, Int64.max, 1, true),
    (Int64.max, Int64.max, Int64.max - 1, false),
  ])
  func `Counts near the largest integer are counts like any other`(
    _ skip: Int64, _ times: Int64, _ used: Int64, _ strikes: Bool
  ) async throws {
    let store = try folder.store(
      Game.seed(
        faults: Self.fault(
          "products", 2, "\"skip\": \(skip), \"times\": \(times), \"used\": \(used)")))
    let error = await refusal { try await store.products(in: []) }
    #expect(error?.code == (strikes ? .iap(.storeNotAvailable) : nil))
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `A call that one fault fails is not counted by later faults`() async throws {
    let faults = [
      Self.fault("products", 0, "\"skip\": 1"), Self.fault("products", 2),
      Self.fault("products", 3),
    ].joined(separator: ",")
    let store = try folder.store(Game.seed(faults: faults))
    var codes: [Int?] = []
    for _ in 1...4 { codes.append(await refusal { try await store.products(in: []) }?.number) }
    #expect(codes == [2, 0, 3, nil])
    #expect(try await store.contents().faults.map(\.used) == [2, 1, 1])
  }

  @Test
  func `A fault counts only calls with its user and product`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem", of: "bob") + "," + Game.payment("2", "gem"),
        faults: [
          Self.fault("purchase", 10, "\"user\": \"bob\", \"product\": \"gem\""),
          Self.fault("consume", 12, "\"user\": \"bob\", \"product\": \"gem\""),
          Self.fault("unconsumed", 2, "\"user\": \"bob\""),
          Self.fault("restore", 16, "\"user\": \"bob\""),
        ].joined(separator: ",")))
    #expect(await store.buy("gem").answer != nil)
    #expect(await store.buy("chest", for: "bob").answer != nil)
    #expect(await store.consuming("2").answer != nil)
    #expect(await store.consuming("9").code == .iapctl(.paymentNotFound))
    #expect(try await store.unconsumedNumbers(of: "alice").count == 1)
    #expect(try await store.restore("alice", in: []).failures.isEmpty)
    #expect(try await store.contents().faults.map(\.used) == [0, 0, 0, 0])
    #expect(await store.buy("gem", for: "bob").code == .iap(.paymentFailed))
    #expect(await store.consuming("1").code == .iap(.changePurchaseStatusFailed))
    #expect(await store.consuming("1").answer != nil)
    let list = await refusal { try await store.unconsumedNumbers(of: "bob") }
    #expect(list?.code == .iap(.storeNotAvailable))
    #expect(
      await refusal { try await store.restore("bob", in: []) }?.code == .iap(.restoreFailed))
    #expect(try await store.contents().faults.map(\.used) == [1, 1, 1, 1])
  }

  /// Runs a query for these markets, or for all, and returns its error.
  private func refusal(
    of query: IAPOperation, in markets: [StoreCode], by store: FixtureStore
  ) async -> IAPError? {
    var payments = UnconsumedQuery(owner: .user("alice"))
    var subscriptions = SubscriptionQuery(user: "alice")
    (payments.markets, subscriptions.markets) = (markets, markets)
    return switch query {
    case .unconsumed: await refusal { [payments] in try await store.unconsumed(payments) }
    case .subscriptions:
      await refusal { [subscriptions] in try await store.subscriptions(subscriptions) }
    default: await refusal { try await store.products(in: markets) }
    }
  }

  @Test(arguments: [.products, .unconsumed, .subscriptions] as [IAPOperation])
  func `A fault with a market fails a query for it or for all markets, and none for others`(
    _ query: IAPOperation
  ) async throws {
    let store = try folder.store(
      Game.seed(faults: Self.fault(query.rawValue, 2, "\"storeCode\": \"GG\", \"times\": 3")))
    var struck: [Bool] = []
    for markets in [[.appStore], [], [.googlePlay], [.appStore, .googlePlay]] as [[StoreCode]] {
      struck.append(await refusal(of: query, in: markets, by: store) != nil)
    }
    #expect(struck == [false, true, true, true])
    #expect(try await store.contents().faults.map(\.used) == [3])
  }

  @Test
  func `In a batch a fault applies to single payments`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: (1...4).map { Game.payment(String($0), "gem") }.joined(separator: ","),
        faults: Self.fault("consume", 102, "\"domain\": \"com.nhncloud.http\", \"skip\": 1")))
    let requests = (1...4).map { Payment(Identifier(String($0))) }
    #expect(
      await store.consume(requests).map(\.code) == [nil, .http(.requestTimeout), nil, nil])
    #expect(
      try await store.contents().purchases.map(\.consumed) == [true, false, true, true])
  }

  @Test
  func `A fault applies to a query before all other checks`() async throws {
    let store = try folder.store(
      Game.seed(
        markets: "{\"storeCode\": \"AS\", \"available\": false}",
        faults: Self.fault("products", 5)))
    let struck = await refusal { try await store.products(in: []) }
    #expect(struck?.code == .iap(.alreadyOwned))
  }

  // MARK: Faults after the change

  static let after = "\"after\": true"

  @Test
  func `With "after" a purchase is applied and its response is lost`() async throws {
    let store = try folder.store(Game.seed(faults: Self.fault("purchase", 0, Self.after)))
    let lost = await store.buy("gem").refusal
    #expect(lost?.code == .iap(.unknown))
    #expect(lost?.outcome == .unknown)
    #expect(lost?.reason == .answerLost(operation: "purchase"))
    #expect(try await store.contents().purchases.map(\.state) == ["SUCCESS"])
  }

  @Test
  func `With "after" a consume is applied and its response is lost`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem"), faults: Self.fault("consume", 12, Self.after)))
    let lost = await store.consuming("1").refusal
    #expect(lost?.outcome == .unknown)
    #expect(lost?.isAlreadyConsumed == false)
    #expect(try await store.contents().purchases.map(\.consumed) == [true])
    #expect(await store.consuming("1").refusal?.isAlreadyConsumed == true)
  }

  @Test
  func `With "after" restore and reprocess are applied and their responses are lost`() async throws
  {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem", "\"state\": \"CHARGED\""),
        transactions: Game.receipt("2", "chest"),
        faults: Self.fault("restore", 16, Self.after) + ","
          + Self.fault("reprocess", 0, Self.after)))
    #expect(await refusal { try await store.restore("alice", in: []) }?.outcome == .unknown)
    #expect(try await store.contents().purchases.count == 2)
    #expect(await refusal { try await store.reprocess("alice", in: []) }?.outcome == .unknown)
    #expect(try await store.contents().purchases.map(\.state) == ["SUCCESS", "SUCCESS"])
  }

  @Test
  func `A call that is refused anyway is counted by the fault, but not applied`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem", "\"consumed\": true"),
        faults: Self.fault("consume", 0, "\(Self.after), \"times\": 2") + ","
          + Self.fault("purchase", 0, Self.after) + ","
          + Self.fault("purchase", 0, "\"skip\": 5")))
    #expect(await store.consuming("1").refusal == .alreadyConsumed("1"))
    #expect(await store.buy("old").code == .iap(.productNotAvailable))
    #expect(await store.buy("gem", ending: .cancelled).code == .iap(.paymentCancelled))
    #expect(try await store.contents().faults.map(\.used) == [1, 1, 1])
    #expect(try await store.contents().purchases.map(\.state) == ["SUCCESS", "USER_CLOSE"])
  }
}
