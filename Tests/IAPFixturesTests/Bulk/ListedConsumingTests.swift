import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// Payments that are consumed without looking at each one have the result that looking at each one
/// gives. A fault that applies to nobody makes the store look at each one.
struct ListedConsumingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The numbers of a linear congruential generator (Knuth, MMIX).
  struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }

  private static let users = ["alice", "bob", "carol"]
  private static let states = PaymentState.allCases.map(\.rawValue)

  /// A payment of a consumable product, in any state.
  private static func single(_ number: Int, _ dice: inout Dice) -> String {
    let product = Bool.random(using: &dice) ? "gem" : "coin"
    var more = product == "coin" ? ["\"storeCode\": \"GG\""] : []
    if Int.random(in: 0..<2, using: &dice) == 0 { more.append("\"accessToken\": \"t\(number)\"") }
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: more.append("\"consumed\": true")
    case 1: more.append("\"state\": \"\(states.randomElement(using: &dice) ?? "")\"")
    case 2: more.append("\"price\": 0.10, \"currency\": \"USD\"")
    case 3: more.append("\"price\": null, \"currency\": null")
    default: break
    }
    return Game.payment(
      "\(number)", product, of: users.randomElement(using: &dice) ?? "",
      at: "2026-01-0\(Int.random(in: 1...9, using: &dice))T00:00:00Z",
      more.joined(separator: ", "))
  }

  /// The two payments of a subscription, in any status.
  private static func subscription(_ number: Int, _ dice: inout Dice) -> [String] {
    let product = ["chest", "box", "vip"].randomElement(using: &dice) ?? ""
    let market = product == "box" ? ", \"storeCode\": \"GG\"" : ""
    let status = SubscriptionStatus.known.randomElement(using: &dice)?.name ?? ""
    let user = users.randomElement(using: &dice) ?? ""
    let original = "\"originalTransactionIdentifier\": \"\(number)\"\(market), "
    let isConsumed = product != "vip" && Bool.random(using: &dice)
    return [
      Game.payment(
        "\(number)", product, of: user, at: "2026-01-02T00:00:00Z",
        original + "\"consumed\": \(isConsumed), \"expiryTime\": \"2026-01-09T00:00:00Z\""),
      Game.payment(
        "\(number + 1)", product, of: user, at: "2026-01-09T00:00:00Z",
        original + "\"expiryTime\": \"2026-01-20T00:00:00Z\", \"status\": \"\(status)\""),
    ]
  }

  /// Two equal stores. The second one has the fault, so nothing is consumed together.
  private func stores(_ dice: inout Dice) throws -> (together: FixtureStore, single: FixtureStore) {
    var purchases: [String] = []
    for number in 1...30 { purchases.append(Self.single(number, &dice)) }
    for number in 0..<8 { purchases += Self.subscription(100 + 2 * number, &dice) }
    purchases.shuffle(using: &dice)
    let isOff = Int.random(in: 0..<3, using: &dice) == 0
    let market = "{\"storeCode\": \"GG\", \"available\": \(!isOff)}"
    func store(_ name: String, faults: String) throws -> FixtureStore {
      try folder.store(
        Game.seed(
          markets: market, purchases: purchases.joined(separator: ","), faults: faults),
        named: name)
    }
    return (
      try store("together.db", faults: ""),
      try store("single.db", faults: FaultsTests.fault("consume", 12, "\"user\": \"nobody\""))
    )
  }

  private static func request(_ dice: inout Dice) -> Payment {
    let number = Int.random(in: 1...40, using: &dice)
    let payment = number <= 30 ? number : 70 + number
    var request = Payment(Identifier("\(payment)"))
    if Bool.random(using: &dice) {
      request.user = users.randomElement(using: &dice).map { Identifier($0) }
    }
    if Int.random(in: 0..<3, using: &dice) == 0 {
      request.accessToken = Secret(Bool.random(using: &dice) ? "t\(payment)" : "wrong")
    }
    let markets: [[StoreCode]] = [[], [], [.appStore], [.googlePlay], [.appStore, .googlePlay]]
    request.markets = markets.randomElement(using: &dice) ?? []
    return request
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Requests have the same results in both ways`(_ seed: UInt64) async throws {
    var dice = Dice(state: seed)
    let (together, single) = try stores(&dice)
    let requests = (0..<60).map { _ in Self.request(&dice) }
    let results = await together.consume(requests)
    #expect(results == (await single.consume(requests)))
    #expect(results.contains { $0.answer != nil } && results.contains { $0.refusal != nil })
    let (after, expected) = (try await together.contents(), try await single.contents())
    #expect(after.purchases == expected.purchases)
  }

  private func consumed(
    by store: FixtureStore, _ query: UnconsumedQuery, isOrdered: Bool
  ) async -> [ConsumedGroup.Payment] {
    var payments: [ConsumedGroup.Payment] = []
    var cursor: ConsumedGroup.Cursor?
    while let group = await store.consumeListed(query, isOrdered: isOrdered, after: cursor, most: 4)
    {
      #expect(group.failure == nil && (1...4).contains(group.payments.count))
      payments += group.payments
      cursor = group.end
    }
    return payments
  }

  private static var queries: [UnconsumedQuery] {
    var ofMarket = UnconsumedQuery(owner: .everyone)
    ofMarket.markets = [.googlePlay]
    var ofProduct = UnconsumedQuery(owner: .user("bob"))
    ofProduct.products = ["gem", "chest"]
    return [UnconsumedQuery(owner: .everyone), UnconsumedQuery(owner: .user("alice")), ofMarket]
      + [ofProduct]
  }

  @Test(
    arguments: 1...20 as ClosedRange<UInt64>,
    [false, true])
  func `A list has the same results in both ways`(_ seed: UInt64, _ isOrdered: Bool) async throws {
    var dice = Dice(state: seed)
    let (together, single) = try stores(&dice)
    let query = Self.queries[Int(seed) % Self.queries.count]
    let listed = try await single.allUnconsumed(query)
    let results = await single.consume(
      listed.map {
        Payment($0.paymentSeq, user: $0.userID, accessToken: $0.accessToken)
      })
    let payments = await consumed(by: together, query, isOrdered: isOrdered)
    let expected = try zip(listed, results).map {
      ConsumedGroup.Payment($0.paymentSeq, try #require($1.answer))
    }
    if isOrdered { #expect(payments == expected) }
    #expect(Set(payments) == Set(expected) && payments.count == expected.count)
    let (after, both) = (try await together.contents(), try await single.contents())
    #expect(after.purchases == both.purchases)
  }

  @Test
  func `A list is consumed in the order of the table only if order is not wanted`() async throws {
    let payments = [
      Game.payment("3", "gem", at: "2026-01-03T00:00:00Z"),
      Game.payment("1", "gem", at: "2026-01-01T00:00:00Z"),
      Game.payment("2", "gem", at: "2026-01-02T00:00:00Z"),
    ]
    let seed = Game.seed(purchases: payments.joined(separator: ","))
    for (isOrdered, order) in [(true, ["1", "2", "3"]), (false, ["3", "1", "2"])] {
      let store = try folder.store(seed, named: "\(isOrdered).db")
      let everyone = UnconsumedQuery(owner: .everyone)
      let group = await store.consumeListed(everyone, isOrdered: isOrdered, after: nil, most: 9)
      #expect(group?.payments.map(\.paymentSeq.text) == order)
    }
  }

  @Test
  func `While a fault is open, nothing is consumed together`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem"), faults: FaultsTests.fault("consume", 12)))
    let before = try await store.dumped()
    let everyone = UnconsumedQuery(owner: .everyone)
    #expect(
      await store.consumeListed(everyone, isOrdered: true, after: nil, most: 9) == nil)
    #expect(try await store.dumped() == before)
    #expect(await store.consuming("1").refusal?.code == .iap(.changePurchaseStatusFailed))
    #expect(
      await store.consumeListed(everyone, isOrdered: true, after: nil, most: 9)?.payments.count == 1
    )
  }
}
