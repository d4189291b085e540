import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// Seeds that are larger than what is kept in memory, and purchases that are inserted without a
/// look-up.
struct LargeSeedTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let count = 3000

  private static let regular = (1...count).map { number in
    let user = ["alice", "bob", "보석"][number % 3]
    return Game.payment("\(number)", number % 2 == 0 ? "gem" : "chest", of: user)
  }.joined(separator: ",\n")

  private static func payments(_ last: String = "") -> String {
    last.isEmpty ? regular : "\(regular),\n\(last)"
  }

  private func problem(of seed: String, in store: FixtureStore? = nil) async -> String? {
    let error: IAPError?
    if let store {
      error = await refusal { try await store.load(try SeedText(Array(seed.utf8))) }
    } else {
      error = refusal { try folder.store(seed) }
    }
    guard case .seed(let place, let problem)? = error?.reason else { return nil }
    return "\(place): \(problem)"
  }

  @Test
  func `A seed in pieces, with its lists in any order, makes the same store`() async throws {
    let receipts = Game.receipt("9001", "vip") + "," + Game.receipt("9002", "vip")
    let whole = Game.seed(purchases: Self.payments(), transactions: receipts)
    let expected = try await folder.store(whole).dumped()
    let text = """
      {"transactions": [\(receipts)], "purchases": [\(Self.payments())],
       "faults": null, "products": [\(Game.products)], "clock": "\(Game.clock)", "format": 1}
      """
    for size in [1 << 12, 1 << 20] {
      var rest = Array(text.utf8)[...]
      let seed = try SeedText { () throws(IAPError) in
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      }
      let name = "pieces-\(size).db"
      try FixtureStore.create(at: folder[name], from: seed, options: .test)
      let store = try FixtureStore(openAt: folder[name], options: .test)
      #expect(try await store.dumped() == expected)
      #expect(try await store.check().isEmpty, "and has all its indexes")
      try await store.load(seed)
      #expect(try await store.dumped() == expected, "and can be loaded again")
    }
  }

  static let contradictions = [
    (Game.payment("2", "gem"), "userID: contradicts the payment 2 in the store"),
    (Game.payment("9001", "none"), "productIdentifier: no product none in market AS"),
    (
      Game.payment("9001", "gem").replacing(
        "\"transactionIdentifier\": \"9001\"", with: "\"transactionIdentifier\": \"7\""),
      "transactionIdentifier: already exists"
    ),
    (
      Game.payment("9001", "gem", "\"status\": \"ACTIVE\""),
      "status: only a subscription has it"
    ),
  ]

  @Test(arguments: contradictions)
  func `A contradiction is reported with its index, and nothing is loaded`(
    _ last: String, _ problem: String
  ) async throws {
    let seed = Game.seed(purchases: Self.payments(last))
    #expect(await self.problem(of: seed) == "purchases[\(Self.count)].\(problem)")
    #expect(folder.names.isEmpty)
    let store = try folder.store("{\"format\": 1}")
    let before = try await store.dumped()
    #expect(await self.problem(of: seed, in: store) == "purchases[\(Self.count)].\(problem)")
    #expect(try await store.dumped() == before)
    #expect(try await store.check().isEmpty, "the indexes are back")
    #expect(await self.problem(of: Game.seed(purchases: Self.payments()), in: store) == nil)
  }

  @Test
  func `A payment that stands twice is loaded once`() async throws {
    let store = try folder.store(
      Game.seed(purchases: Self.payments(Game.payment("2", "gem", of: "보석"))))
    #expect(try await store.contents().purchases.count == Self.count)
  }

  @Test
  func `An invalid value at the end is reported before a contradiction at the beginning`() async {
    let seed = Game.seed(
      purchases: Self.payments(Game.payment("9001", "gem", "\"price\": -1"))
        .replacing("\"productIdentifier\": \"gem\"", with: "\"productIdentifier\": \"none\""))
    #expect(await problem(of: seed) == "purchases[\(Self.count)].price: negative")
  }

  @Test
  func `Payments of every product in every state pass the checks of the store`() async throws {
    var payments: [String] = []
    for product in ["gem", "vip", "chest", "odd"] {
      for state in ["RESERVED", "CHARGED", "SUCCESS", "USER_CLOSE", "FAILURE", "REFUND"] {
        for price in ["null", "0", "1.50", "1e3", "0.000000000001", "123456789012345678"] {
          let isConsumed = state == "SUCCESS" && product == "gem"
          payments.append(
            Game.payment(
              "\(payments.count + 1)", product,
              """
              "state": "\(state)", "price": \(price), "consumed": \(isConsumed),
              "currency": \(price == "0" ? "null" : "\"KRW\""), "payload": "\\u0000é"
              """))
        }
      }
    }
    let store = try folder.store(Game.seed(purchases: payments.joined(separator: ",")))
    #expect(try await store.contents().purchases.count == payments.count)
    #expect(try await store.check().isEmpty)
  }

  // MARK: Generated numbers

  private func transactions(_ purchases: [String]) async throws -> [String] {
    try await folder.store(Game.seed(purchases: purchases.joined(separator: ",")))
      .contents().purchases.map(\.transactionIdentifier)
  }

  private static func given(_ number: String, original: String? = nil) -> String {
    let more = original.map { ", \"originalTransactionIdentifier\": \"\($0)\"" } ?? ""
    return """
      {"userID": "a", "productIdentifier": "gem", "transactionIdentifier": "\(number)"\(more)}
      """
  }

  private static let generated = "{\"userID\": \"a\", \"productIdentifier\": \"gem\"}"

  @Test
  func `Generated transactions leave out all numbers of the seed, in any order`() async throws {
    let later = ["1000000000000009", "1000000000000003", "1000000000000004", "1000000000000005"]
    let payment = Game.payment("1000000000000006", "gem").replacing(
      "\"transactionIdentifier\": \"1000000000000006\"", with: "\"transactionIdentifier\": \"x\"")
    let found = try await transactions(
      Array(repeating: Self.generated, count: 5)
        + later.map { Self.given($0, original: "1000000000000001") } + [payment])
    #expect(
      found == [
        "1000000000000002", "1000000000000007", "1000000000000008", "1000000000000010",
        "1000000000000011",
      ] + later + ["x"])
  }

  @Test
  func `Generated numbers leave out those of receipts and of later payments`() async throws {
    let day = "20260115"
    let payments = [2, 3, 5].map { number in
      """
      {"userID": "a", "productIdentifier": "gem", "paymentSeq": "\(day)1000000\(number)",
       "transactionIdentifier": "t\(number)"}
      """
    }
    let receipts = ["1000000000000001", "1000000000000003"].map {
      Game.receipt($0, "gem", until: nil)
    }
    let store = try folder.store(
      Game.seed(
        purchases: (Array(repeating: Self.generated, count: 3) + payments).joined(separator: ","),
        transactions: receipts.joined(separator: ",")))
    let found = try await store.contents().purchases.prefix(3)
    #expect(found.map(\.paymentSeq) == ["\(day)10000001", "\(day)10000004", "\(day)10000006"])
    #expect(
      found.map(\.transactionIdentifier)
        == ["1000000000000002", "1000000000000004", "1000000000000005"])
  }

  @Test
  func `Generated transactions go on after the greatest transaction, not after an original one`()
    async throws
  {
    let found = try await transactions([
      Self.given("5", original: "1000000000000009"), Self.generated,
      Self.given("1000000000000020"), Self.generated, Self.generated,
    ])
    #expect(
      found == [
        "5", "1000000000000001", "1000000000000020", "1000000000000021", "1000000000000022",
      ])
  }

  // MARK: Statuses

  private static func member(_ number: String, _ month: Int, _ status: String) -> String {
    Game.payment(
      number, "vip", at: "2025-0\(month)-10T00:00:00Z",
      """
      "originalTransactionIdentifier": "1", "status": "\(status)",
      "expiryTime": "2026-0\(month)-10T00:00:00Z"
      """)
  }

  @Test
  func `A later payment of a second seed takes over the status, an earlier one does not`()
    async throws
  {
    let store = try folder.store(
      Game.seed(
        purchases: Self.member("1", 3, "ACTIVE") + "," + Game.payment("9", "vip", of: "bob")))
    for (payment, statuses) in [
      (Self.member("2", 2, "PAUSED"), ["ACTIVE", "ACTIVE", nil]),
      (Self.member("3", 4, "CANCELED"), [nil, "ACTIVE", nil, "CANCELED"]),
    ] {
      #expect(await problem(of: Game.seed(purchases: payment), in: store) == nil)
      #expect(try await store.contents().purchases.map(\.status) == statuses)
      #expect(try await store.check().isEmpty)
    }
  }
}
