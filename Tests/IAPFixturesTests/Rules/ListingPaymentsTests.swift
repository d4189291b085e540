import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct ListingPaymentsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let states = PaymentState.allCases.map(\.rawValue)

  /// A payment in each state, a consumed one and one that waits for an approval.
  private func store(_ more: [String] = []) throws -> FixtureStore {
    let inStates = Self.states.enumerated().map { index, state in
      Game.payment(
        "1\(index)", "gem", at: "2026-01-0\(index + 1)T00:00:00Z", "\"state\": \"\(state)\"")
    }
    let others = [
      Game.payment("9", "gem", of: "bob", at: "2026-01-02T00:00:00Z", "\"consumed\": true"),
      Game.payment("8", "coin", of: "bob", at: "2025-12-31T23:59:59.999Z", "\"storeCode\": \"GG\""),
    ]
    return try folder.store(
      Game.seed(
        markets: "{\"storeCode\": \"GG\", \"available\": false}",
        purchases: (inStates.reversed() + others + more).joined(separator: ",")))
  }

  private func numbers(
    _ store: FixtureStore, _ change: (inout PaymentQuery) -> Void = { _ in }
  ) async throws -> [String] {
    var query = PaymentQuery()
    change(&query)
    var numbers: [String] = []
    for try await page in try await store.payments(query) {
      numbers += page.map(\.purchase.paymentSeq.text)
    }
    return numbers
  }

  @Test
  func `Payments in each state are listed, oldest first, also of a market that is switched off`()
    async throws
  {
    let store = try store()
    #expect(try await numbers(store) == ["8", "10", "11", "9", "12", "13", "14", "15"])
    var query = PaymentQuery()
    query.users = ["bob"]
    var found: [StoredPayment] = []
    for try await page in try await store.payments(query) { found += page }
    #expect(found.map(\.state) == [.success, .success])
    #expect(found.map(\.isConsumed) == [false, true])
  }

  @Test(arguments: states)
  func `A state lists its payments`(_ state: String) async throws {
    let state = try #require(PaymentState(rawValue: state))
    let store = try store()
    var query = PaymentQuery()
    query.states = [state]
    for try await page in try await store.payments(query) {
      #expect(page.allSatisfy { $0.state == state })
      #expect(page.count == (state == .success ? 3 : 1))
    }
  }

  @Test
  func `Each filter lists its payments`() async throws {
    let store = try store()
    #expect(try await numbers(store) { $0.users = ["bob", "carol"] } == ["8", "9"])
    #expect(try await numbers(store) { $0.markets = ["GG"] } == ["8"])
    #expect(try await numbers(store) { $0.products = ["coin"] } == ["8"])
    #expect(try await numbers(store) { $0.transaction = "9" } == ["9"])
    #expect(try await numbers(store) { $0.transaction = "7" } == [])
    #expect(
      try await numbers(store) { $0.states = [.success, .refund] } == ["8", "9", "12", "15"])
    #expect(
      try await numbers(store) {
        ($0.since, $0.until) = (Moment("2026-01-02"), Moment("2026-01-03T00:00:00Z"))
      } == ["11", "9"])
  }

  /// The clock of the store is at 2026-01-15 09:00 in UTC, and 18:00 in Seoul.
  @Test
  func `Relative times count from the time of the store, and days are those of the reader`()
    async throws
  {
    let store = try store([
      Game.payment("20", "gem", at: "2026-01-14T14:59:59Z"),
      Game.payment("21", "gem", at: "2026-01-14T15:00:00Z"),
      Game.payment("22", "gem", at: "2026-01-15T08:00:00Z"),
    ])
    #expect(try await numbers(store) { $0.since = Moment("2h") } == ["22"])
    #expect(try await numbers(store) { $0.since = Moment("today") } == ["22"])
    let seoul = TimeZone("Asia/Seoul") { _ in 9 * 3600 }
    #expect(
      try await numbers(store) { ($0.since, $0.zone) = (Moment("today"), seoul) } == ["21", "22"])
    #expect(
      try await numbers(store) {
        ($0.since, $0.until, $0.zone) = (Moment("yesterday"), Moment("yesterday"), seoul)
      } == ["20"])
  }

  @Test
  func `A long list comes in pages, each payment once, in the order of time and number`()
    async throws
  {
    let payments = (1...1200).map { number in
      Game.payment("\(5000 - number)", "gem", at: "2026-01-0\(number % 3 + 1)T00:00:00Z")
    }
    let store = try folder.store(Game.seed(purchases: payments.joined(separator: ",")))
    var sizes: [Int] = []
    var found: [Purchase] = []
    for try await page in try await store.payments(PaymentQuery()) {
      sizes.append(page.count)
      found += page.map(\.purchase)
    }
    #expect(sizes == [512, 512, 176])
    #expect(Set(found.map(\.paymentSeq)).count == 1200)
    let places = found.map { "\($0.purchaseTime?.description ?? "") \($0.paymentSeq)" }
    #expect(places == places.sorted())
  }

  // MARK: One payment

  @Test
  func `A payment is found by its number and by its transaction, with its events`() async throws {
    let store = try folder.store(Game.seed())
    let bought = try #require(await store.buy("gem").answer?.purchase)
    let transaction = try #require(bought.transactionIdentifier)
    _ = await store.consuming(bought.paymentSeq)
    for number in [bought.paymentSeq, transaction, Identifier("00\(bought.paymentSeq)")] {
      let history = try #require(try await store.histories(of: number).first)
      #expect(history.payment == StoredPayment(bought, .success, isConsumed: true))
      #expect(history.refusal == .alreadyConsumed(bought.paymentSeq))
      #expect(history.events.map(\.kind) == ["reserved", "charged", "verified", "consumed"])
      #expect(history.events.allSatisfy { $0.paymentSeq == bought.paymentSeq })
    }
    #expect(try await store.histories(of: "404").isEmpty)
  }

  @Test
  func `A number of one payment that is the transaction of another finds both`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: """
          {"paymentSeq": "1", "transactionIdentifier": "2", "userID": "a",
           "productIdentifier": "gem"},
          {"paymentSeq": "2", "transactionIdentifier": "GPA.1-2..5", "userID": "b",
           "productIdentifier": "gem"}
          """))
    #expect(try await store.histories(of: "2").map(\.payment.purchase.paymentSeq) == ["2", "1"])
    #expect(try await store.histories(of: "1").map(\.payment.purchase.paymentSeq) == ["1"])
    let renewal = try await store.histories(of: "GPA.1-2..5")
    #expect(renewal.map(\.payment.purchase.paymentSeq) == ["2"])
    #expect(renewal.first?.refusal == nil)
  }

  @Test
  func `A payment that cannot be consumed says why, and that it waits for an approval`()
    async throws
  {
    let store = try store()
    func history(_ number: Identifier) async throws -> PaymentHistory {
      try #require(try await store.histories(of: number).first)
    }
    #expect(try await history("12").refusal == nil)
    #expect(try await history("15").refusal?.reason == .payment("15", .notPaid(.refund)))
    #expect(try await history("8").refusal?.reason == .marketSwitchedOff("GG"))
    #expect(try await history("10").payment.isPending == false)
    guard
      case .pending(let pending)? = await store.buy("gem", for: "carol", ending: .pending).answer
    else {
      Issue.record("not pending")
      return
    }
    #expect(try await history(pending).payment.isPending)
  }

  @Test
  func `An unconsumed list finds the payment of a transaction`() async throws {
    let store = try store([
      Game.payment("30", "gem", at: "2026-01-10T00:00:00Z").replacing(
        "\"transactionIdentifier\": \"30\"", with: "\"transactionIdentifier\": \"GPA.3-4..5\"")
    ])
    var query = UnconsumedQuery(owner: .everyone)
    query.transaction = "GPA.3-4..5"
    #expect(try await store.allUnconsumed(query).map(\.paymentSeq) == ["30"])
    // A consumed payment is not in the list.
    query.transaction = "9"
    #expect(try await store.allUnconsumed(query).isEmpty)
  }
}
