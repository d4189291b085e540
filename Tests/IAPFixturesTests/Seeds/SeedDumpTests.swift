import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct SeedDumpTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Loads the dump of a store into a new one and compares both. Returns the dump.
  @discardableResult
  private func expectSameAgain(_ store: FixtureStore) async throws -> String {
    let dump = try await store.dumped()
    let again = try folder.store(dump, named: "again.db")
    #expect(try await again.dumped() == dump)
    #expect(try await again.check().isEmpty)
    try await again.load(try SeedText(Array(dump.utf8)))
    #expect(try await again.dumped() == dump, "and a second time adds nothing")
    return dump
  }

  @Test
  func `The dump of an empty store has every key`() async throws {
    let store = try folder.store("{\"format\": 1, \"clock\": \"\(Game.clock)\"}")
    let dump = try await expectSameAgain(store)
    #expect(
      dump == """
        {
          "format": 1,
          "appKey": "fixture-app-key",
          "appSeq": 1000047,
          "secretKey": "fixture-secret-key",
          "appId": "fixture-app",
          "clock": "2026-01-15T09:00:00.000Z",
          "markets": [],
          "products": [],
          "users": [],
          "purchases": [],
          "transactions": [],
          "deferred": [],
          "faults": []
        }

        """)
  }

  @Test
  func `A dump writes every key in a fixed order`() async throws {
    let store = try folder.store(
      """
      {"format": 1, "appKey": "k", "appSeq": 7,
       "markets": [{"storeCode": "AS"}],
       "products": [{"productIdentifier": "g", "productType": "CONSUMABLE", "price": 0.10}],
       "users": [{"userID": "u", "monthlyLimit": {"USD": 1.50, "EUR": 2}}],
       "purchases": [{"paymentSeq": "1", "userID": "u", "productIdentifier": "g",
         "accessToken": "t", "transactionIdentifier": "x",
         "purchaseTime": "2026-01-01T09:00:00+09:00"}],
       "transactions": [{"userID": "u", "productIdentifier": "g", "transactionIdentifier": "x",
         "purchaseTime": "2026-01-01T00:00:00.0009Z", "expiryTime": null}],
       "deferred": [{"userID": "u", "productIdentifier": "g"}],
       "faults": [{"on": "consume", "code": 12}]}
      """)
    let dump = try await expectSameAgain(store)
    #expect(
      dump == """
        {
          "format": 1,
          "appKey": "k",
          "appSeq": 7,
          "secretKey": "fixture-secret-key",
          "appId": "fixture-app",
          "clock": null,
          "markets": [
            {"storeCode":"AS","packageName":null,"available":true,"verification":null}
          ],
          "products": [
            {"productIdentifier":"g","productSeq":1000001,"productName":null,\
        "productType":"CONSUMABLE","storeCode":"AS","price":0.1,"currency":null,\
        "localizedTitle":null,"localizedDescription":null,"localizedPrice":null,"active":true,\
        "inStore":true,"period":null,"grace":null,"hold":null,"subscriptionGroup":null}
          ],
          "users": [
            {"userID":"u","paymentsAllowed":true,"monthlyLimit":{"EUR":2,"USD":1.5},\
        "storeAccountReadable":true,"billing":null}
          ],
          "purchases": [
            {"paymentSeq":"1","userID":"u","productIdentifier":"g","storeCode":"AS",\
        "state":"SUCCESS","consumed":false,"price":0.1,"currency":null,"accessToken":"t",\
        "transactionIdentifier":"x","originalTransactionIdentifier":null,\
        "purchaseTime":"2026-01-01T00:00:00.000Z","expiryTime":null,"status":null,\
        "storePayment":false,"sandboxPayment":false,"payload":null,"pending":false}
          ],
          "transactions": [
            {"userID":"u","storeCode":"AS","productIdentifier":"g","transactionIdentifier":"x",\
        "originalTransactionIdentifier":null,"purchaseTime":"2026-01-01T00:00:00.000Z",\
        "expiryTime":null,"applicationUsername":null}
          ],
          "deferred": [
            {"userID":"u","storeCode":"AS","productIdentifier":"g"}
          ],
          "faults": [
            {"on":"consume","domain":"com.nhncloud.iap","code":12,"after":false,"skip":0,\
        "times":1,"used":0,"product":null,"user":null,"payment":null,"storeCode":null,"delay":null,"http":null,\
        "retryAfter":null,"serverCode":null,"cut":null}
          ]
        }

        """)
  }

  @Test
  func `Loading the dump of the sample recreates it exactly`() async throws {
    try FixtureStore.create(at: folder["sample.db"], from: try Sample.seed(), options: .test)
    try await expectSameAgain(try folder.reopen(named: "sample.db"))
  }

  @Test
  func `Loading a dump recreates any text exactly`() async throws {
    let text = #"보석 \"100\" \\ / \n\r\t \u0000 \u0001 \u001b[31m \u007f \u202e \u2066 é é 💎"#
    let name = #"이름 \"\\\n\u202e é"#
    let store = try folder.store(
      """
      {"format": 1, "appKey": "\(name)", "clock": "\(Game.clock)",
       "markets": [{"storeCode": "\(name)", "packageName": "\(text)"}],
       "products": [{"productIdentifier": "\(name)", "productType": "AUTO_RENEWABLE",
         "period": "P1Y2M10DT2H30M", "storeCode": "\(name)", "productName": "\(text)",
         "localizedTitle": "\(text)", "localizedDescription": "\(text)", "localizedPrice": "",
         "currency": "\(name)", "price": 123456789012345678.123456789012}],
       "users": [{"userID": "\(name)", "monthlyLimit": {"\(name)": 0.000000000001}}],
       "purchases": [{"userID": "\(name)", "productIdentifier": "\(name)",
         "storeCode": "\(name)", "accessToken": "\(name)", "transactionIdentifier": "\(name)",
         "payload": "\(text)"}],
       "deferred": [{"userID": "\(name)", "productIdentifier": "\(name)",
         "storeCode": "\(name)"}],
       "faults": [{"on": "consume", "code": 0, "user": "\(name)", "product": "\(name)"}]}
      """)
    let dump = try await expectSameAgain(store)
    #expect(dump.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\n") })
    #expect(!dump.unicodeScalars.contains("\u{202E}"), "nothing that turns the line around")
    #expect(dump.contains("보석"))
    #expect(dump.contains("123456789012345678.123456789012"))
    let payload = try #require(try await store.contents().purchases.first?.payload)
    #expect(payload.unicodeScalars.contains("\u{202E}"))
    #expect(payload.unicodeScalars.contains("\u{0}"))
  }

  @Test
  func `Loading the dump of a used store recreates it exactly`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: ConsumingTests.chain("ACTIVE") + ","
          + Game.payment("8", "gem", "\"state\": \"RESERVED\""),
        transactions: Game.receipt("77", "box", "\"storeCode\": \"GG\""),
        faults: FaultsTests.fault("products", 2, "\"skip\": 3, \"delay\": \"2s\"") + ","
          + FaultsTests.fault("products", 2, "\"skip\": 3, \"delay\": \"2s\"")))
    #expect(await store.buy("vip", for: "bob").answer != nil)
    #expect(await store.buy("gem", for: "bob", ending: .cancelled).refusal != nil)
    #expect(await store.buy("chest", for: "bob", ending: .interrupted).answer != nil)
    var promotion = PurchaseRequest(product: "gem", user: "bob")
    (promotion.isPromotion, promotion.isDeferred) = (true, true)
    #expect(await store.purchasing(promotion).answer != nil)
    #expect(try await store.restore("alice", in: []).purchases.count == 4)
    #expect(try await store.products(in: []).elements.count == 8)
    #expect(await store.consuming("2").answer != nil)
    let later = try folder.reopen(at: "2026-03-15T09:00:00Z")
    let dump = try await expectSameAgain(later)
    #expect(dump.contains("\"used\":1"))
    #expect(try await later.contents().purchases.count > 12)
  }

  @Test
  func `A long dump is written in parts that form one text`() async throws {
    let purchases = (1...2000).map { Game.payment(String($0), "gem") }.joined(separator: ",")
    let store = try folder.store(Game.seed(purchases: purchases))
    #expect(try await store.contents().purchases.count == 2000)
  }

  @Test
  func `An error of the output ends the dump`() async throws {
    struct Full: Error {}
    let store = try folder.store(Game.seed())
    await #expect(throws: Full.self) { try await store.dump { _ in throw Full() } }
    #expect(try await store.dumped().hasSuffix("}\n"))
  }
}
