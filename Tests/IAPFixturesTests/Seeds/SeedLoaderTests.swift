import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct SeedLoaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `It counts what was added, by list, and nothing that was there`() async throws {
    let store = try folder.store(#"{"format": 1}"#)
    let added = try await store.load(Sample.seed()).added
    #expect(
      added == [
        "markets": 3, "products": 9, "users": 6, "purchases": 10, "transactions": 2,
      ])
    let limit = #"{"userID": "alice", "monthlyLimit": {"USD": 5}}"#
    let more =
      #"{"format": 1, "users": [\#(limit), {"userID": "bob"}, {"userID": "zoe"}], "faults": ["#
    let fault = #"{"on": "consume", "code": 12}"#
    #expect(
      try await store.load(SeedText(Array("\(more)\(fault)]}".utf8))).added
        == ["users": 2, "faults": 1])
    #expect(
      try await store.load(SeedText(Array("\(more)\(fault), \(fault)]}".utf8))).added
        == ["faults": 1])
    #expect(try await store.load(Sample.seed()).added == [:])
  }

  @Test
  func `Omitted keys have defaults`() async throws {
    let store = try folder.store(
      """
      {"format": 1, "clock": "\(Game.clock)",
       "products": [
         {"productIdentifier": "g", "productType": "CONSUMABLE", "price": 5, "currency": "KRW"},
         {"productIdentifier": "s", "productType": "AUTO_SUBSCRIPTION", "period": "p1m"}],
       "purchases": [{"userID": "u", "productIdentifier": "g"},
                     {"userID": "u", "productIdentifier": "s"}],
       "faults": [{"on": "restore", "code": 16}]}
      """)
    let dump = try await store.dumped()
    #expect(dump.contains("\"appKey\": \"fixture-app-key\""))
    #expect(dump.contains("\"appSeq\": 1000047"))
    let contents = try await store.contents()
    #expect(contents.products.map(\.productSeq) == [1_000_001, 1_000_002])
    #expect(contents.products.map(\.storeCode) == ["AS", "AS"])
    #expect(contents.products.allSatisfy { $0.active && $0.inStore })
    #expect(contents.purchases.map(\.state) == ["SUCCESS", "SUCCESS"])
    #expect(contents.purchases.map(\.consumed) == [false, false])
    #expect(contents.purchases.map(\.purchaseTime) == [Game.clock, Game.clock])
    #expect(contents.purchases.map(\.expiryTime) == [nil, "2026-02-15T09:00:00.000Z"])
    #expect(contents.purchases.map(\.status) == [nil, "ACTIVE"])
    #expect(
      contents.purchases.map(\.paymentSeq) == ["2026011510000001", "2026011510000002"])
    #expect(
      contents.purchases.map(\.transactionIdentifier) == ["1000000000000001", "1000000000000002"])
    #expect(dump.contains("\"productType\":\"AUTO_RENEWABLE\""))
    let unconsumed = try await store.allUnconsumed(UnconsumedQuery(owner: .everyone))
    #expect(unconsumed.map(\.price?.digits) == ["5"])
    #expect(unconsumed.map(\.currency) == ["KRW"])
    #expect(dump.contains("\"skip\":0,\"times\":1,\"used\":0"))
  }

  @Test
  func `A payment of a Google Play subscription without an order number is its next renewal`()
    async throws
  {
    let original = #""originalTransactionIdentifier": "GPA.1-2-3-4""#
    let store = try folder.store(
      Game.seed(
        purchases: """
          {"userID": "u", "productIdentifier": "box", "storeCode": "GG", \(original)},
          {"userID": "u", "productIdentifier": "box", "storeCode": "GG", \(original)}
          """))
    #expect(
      try await store.contents().purchases.map(\.transactionIdentifier)
        == ["GPA.1-2-3-4..0", "GPA.1-2-3-4..1"])
  }

  @Test
  func `An order number that a seed has is not given again`() async throws {
    let taken = "GPA.3202-6011-5100-00001"
    let store = try folder.store(
      Game.seed(
        purchases: """
          {"paymentSeq": "1", "transactionIdentifier": "\(taken)", "userID": "u",
           "productIdentifier": "gem"},
          {"paymentSeq": "2026011510000001", "userID": "u", "productIdentifier": "coin",
           "storeCode": "GG"}
          """))
    #expect(
      try await store.contents().purchases.map(\.transactionIdentifier)
        == [taken, taken.replacing("GPA.3", with: "GPA.4")])
  }

  @Test
  func `A market under its name in the legacy API is the same market`() async throws {
    let store = try folder.store(
      """
      {"format": 1, "markets": [{"storeCode": "TS"}],
       "products": [
         {"productIdentifier": "g", "storeCode": "TS", "productType": "CONSUMABLE"},
         {"productIdentifier": "h", "storeCode": "ONESTORE", "productType": "CONSUMABLE"}]}
      """)
    #expect(try await store.contents().products.map(\.storeCode) == ["ONESTORE", "ONESTORE"])
    #expect(try await !store.dumped().contains("TS"))
  }

  @Test
  func `A null price is not replaced by the price of the product`() async throws {
    let store = try folder.store(
      Game.seed(purchases: Game.payment("1", "gem", "\"price\": null, \"currency\": null")))
    let purchases = try await store.allUnconsumed(UnconsumedQuery(owner: .everyone))
    #expect(purchases.map(\.price) == [nil])
    #expect(purchases.map(\.currency) == [nil])
  }

  // MARK: An empty store takes the settings of the seed

  static let taking = """
    {"format": 1, "appKey": "k", "appSeq": 5, "clock": "\(Game.clock)",
     "users": [{"userID": "u"}]}
    """

  @Test
  func `An empty store takes its settings from the seed`() async throws {
    let store = try folder.store("{\"format\": 1}")
    try await store.load(try SeedText(Array(Self.taking.utf8)))
    let contents = try await store.contents()
    #expect(contents.appKey == "k")
    #expect(contents.appSeq == 5)
    #expect(contents.clock == Game.clock)
  }

  @Test
  func `An empty store keeps settings that the seed omits`() async throws {
    let store = try folder.store(
      "{\"format\": 1, \"appKey\": \"k\", \"appSeq\": 5, \"clock\": \"\(Game.clock)\"}")
    try await store.load(
      try SeedText(Array("{\"format\": 1, \"users\": [{\"userID\": \"u\"}]}".utf8)))
    let contents = try await store.contents()
    #expect(contents.appKey == "k")
    #expect(contents.appSeq == 5)
    #expect(contents.clock == Game.clock)
  }

  @Test(arguments: [
    #""markets": [{"storeCode": "GG"}]"#, #""users": [{"userID": "u"}]"#,
    #""products": [{"productIdentifier": "p", "productType": "CONSUMABLE"}]"#,
    #""faults": [{"on": "consume", "code": 12}]"#,
    #""events": [{"time": "2026-01-01T00:00:00Z", "kind": "verificationSet"}]"#,
  ])
  func `A store that has one element of any list is not empty`(_ list: String) async throws {
    let store = try folder.store(#"{"format": 1, "appKey": "k", \#(list)}"#)
    #expect(
      try await problem(of: #"{"format": 1, "appKey": "other"}"#, in: store)
        == "appKey: contradicts the store, which is not empty")
  }

  static let contradictingSettings = [
    ("appKey", "\"other\""), ("appSeq", "6"), ("secretKey", "\"other\""), ("appId", "\"other\""),
    ("clock", "\"2026-01-16T00:00:00Z\""),
    ("clock", "null"),
  ]

  @Test(arguments: contradictingSettings)
  func `A store with data refuses a seed with other settings`(_ key: String, _ value: String)
    async throws
  {
    let store = try folder.store(Self.taking)
    let before = try await store.dumped()
    let seed = "{\"format\": 1, \"\(key)\": \(value), \"users\": [{\"userID\": \"new\"}]}"
    #expect(
      try await problem(of: seed, in: store)
        == "\(key): contradicts the store, which is not empty")
    #expect(try await store.dumped() == before)
    #expect(try await problem(of: Self.taking, in: store) == nil)
    #expect(try await problem(of: "{\"format\": 1}", in: store) == nil)
    #expect(try await store.dumped() == before)
  }

  // MARK: Loading twice

  @Test
  func `Loading a seed twice adds nothing`() async throws {
    let seed = Game.seed(
      markets: "{\"storeCode\": \"AS\", \"packageName\": \"p\"}",
      users: "{\"userID\": \"alice\", \"monthlyLimit\": {\"KRW\": 50000.50, \"JPY\": 1}}",
      purchases: ConsumingTests.chain("CANCELED") + "," + Game.payment("7", "gem"),
      transactions: Game.receipt("55", "vip"),
      deferred: "{\"userID\": \"alice\", \"productIdentifier\": \"gem\"}",
      faults: FaultsTests.fault("consume", 12) + "," + FaultsTests.fault("consume", 12))
    let store = try folder.store(seed)
    let before = try await store.dumped()
    #expect(try await problem(of: seed, in: store) == nil)
    #expect(try await store.dumped() == before)
  }

  @Test
  func `A seed adds to the data of the store`() async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    let more = """
      {"format": 1, "users": [{"userID": "bob"}],
       "purchases": [{"userID": "bob", "productIdentifier": "gem"},
                     {"paymentSeq": "1", "userID": "alice", "productIdentifier": "gem"}],
       "faults": [{"on": "consume", "code": 12}, {"on": "consume", "code": 12}]}
      """
    #expect(try await problem(of: more, in: store) == nil)
    let contents = try await store.contents()
    #expect(contents.purchases.map(\.userID) == ["alice", "bob"])
    #expect(contents.faults.count == 2)
    #expect(try await store.check().isEmpty)
  }

  // MARK: Statuses

  @Test
  func `Only the latest payment of a subscription has its status`() async throws {
    func member(_ number: String, _ start: String, _ end: String, _ status: String) -> String {
      Game.payment(
        number, "vip", at: "\(start)T00:00:00Z",
        """
        "originalTransactionIdentifier": "1", "status": "\(status)",
        "expiryTime": "\(end)T00:00:00Z"
        """)
    }
    let store = try folder.store(
      Game.seed(
        purchases: [
          member("3", "2026-01-10", "2026-02-10", "CANCELED"),
          member("1", "2025-11-10", "2025-12-10", "EXPIRED"),
          member("2", "2025-12-10", "2026-01-10", "ACTIVE"),
        ].joined(separator: ",")))
    #expect(try await store.contents().purchases.map(\.status) == ["CANCELED", nil, nil])
    #expect(try await store.check().isEmpty)
  }

  static let usual: [(more: String, status: String)] = [
    ("\"expiryTime\": \"2026-01-15T09:00:00.001Z\"", "ACTIVE"),
    ("\"expiryTime\": \"2026-01-15T09:00:00Z\"", "EXPIRED"),
    ("\"state\": \"REFUND\"", "REVOKED"),
  ]

  @Test(arguments: usual)
  func `A subscription without a status gets the default status`(
    _ example: (more: String, status: String)
  ) async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "vip", example.more)))
    #expect(try await store.contents().purchases.map(\.status) == [example.status])
  }

  @Test(arguments: ["RESERVED", "CHARGED", "FAILURE", "USER_CLOSE"])
  func `A payment that is not completed has no subscription status`(_ state: String) async throws {
    let store = try folder.store(
      Game.seed(purchases: Game.payment("1", "vip", "\"state\": \"\(state)\"")))
    #expect(try await store.contents().purchases.map(\.status) == [nil])
  }

  // MARK: Helpers

  /// `place: problem` of a contradiction, or nil if the seed was loaded.
  private func problem(of seed: String, in store: FixtureStore) async throws -> String? {
    let text = try SeedText(Array(seed.utf8))
    let refusal = await refusal { try await store.load(text) }
    guard let refusal else { return nil }
    guard refusal.code == .iapctl(.seedContradicts),
      case .seed(let place, let problem) = refusal.reason
    else { return "\(refusal)" }
    return "\(place): \(problem)"
  }
}
