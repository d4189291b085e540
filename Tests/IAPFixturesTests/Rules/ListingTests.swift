import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct ListingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let gg = "\"storeCode\": \"GG\""

  // MARK: Products

  @Test
  func `Products are listed in the order of the seed, with their validity`() async throws {
    let store = try folder.store(Game.seed())
    let answer = try await store.products(in: [])
    #expect(
      answer.elements.map(\.productIdentifier)
        == ["gem", "vip", "chest", "coin", "box", "old", "unlisted", "odd"])
    #expect(answer.elements.filter { !$0.isActive }.map(\.productIdentifier) == ["old"])
    #expect(
      answer.elements.filter { $0.isValid == false }.map(\.productIdentifier) == ["unlisted"])
    #expect(answer.isAnswered)
    #expect(answer.failures.isEmpty)
    let google = try await store.products(in: [.googlePlay]).elements
    #expect(google.map(\.productIdentifier) == ["coin", "box"])
    #expect(try await store.products(in: ["STEAM"]).elements.isEmpty)
    #expect(try await store.products(in: ["STEAM"]).isAnswered)
  }

  @Test
  func `A market that is switched off fails alone; the others are listed`() async throws {
    let store = try folder.store(
      Game.seed(markets: "{\"storeCode\": \"AS\", \"available\": false}"))
    let failure = MarketFailure(
      .appStore, .iap(.storeNotAvailable, .marketSwitchedOff(.appStore)))
    let all = try await store.products(in: [])
    #expect(all.failures == [failure])
    #expect(all.elements.map(\.productIdentifier) == ["coin", "box"])
    #expect(all.isAnswered)
    let one = try await store.products(in: [.appStore])
    #expect(one.elements.isEmpty)
    #expect(one.failures == [failure])
    #expect(!one.isAnswered)
    #expect(try await store.products(in: [.googlePlay]).failures.isEmpty)
  }

  // MARK: Unconsumed

  @Test
  func `Paid, unconsumed payments are listed, oldest first`() async throws {
    let states = ["RESERVED", "CHARGED", "USER_CLOSE", "FAILURE", "REFUND"]
    let others = states.enumerated().map { index, state in
      Game.payment("9\(index)", "gem", "\"state\": \"\(state)\"")
    }
    let store = try folder.store(
      Game.seed(
        purchases: ([
          Game.payment("4", "gem", at: "2026-01-03T00:00:00Z"),
          Game.payment("3", "chest", at: "2026-01-09T00:00:00Z"),
          Game.payment("22", "coin", at: "2026-01-02T00:00:00Z", Self.gg),
          Game.payment("21", "gem", at: "2026-01-02T00:00:00Z"),
          Game.payment("5", "gem", "\"consumed\": true"),
          Game.payment("6", "vip"), Game.payment("7", "odd"),
          Game.payment("1", "gem", of: "bob", at: "2026-01-01T00:00:00Z"),
        ] + others).joined(separator: ",")))
    #expect(try await store.unconsumedNumbers(of: "alice") == ["21", "22", "4", "3"])
    #expect(try await store.unconsumedNumbers(of: "bob") == ["1"])
    #expect(try await store.unconsumedNumbers(of: "carol").isEmpty)
    let everyone = try await store.allUnconsumed(UnconsumedQuery(owner: .everyone))
    #expect(everyone.map(\.paymentSeq) == ["1", "21", "22", "4", "3"])
  }

  @Test
  func `User IDs are compared byte by byte`() async throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem", of: composed) + ","
          + Game.payment("2", "gem", of: decomposed)))
    #expect(try await store.unconsumedNumbers(of: Identifier(composed)) == ["1"])
    #expect(try await store.unconsumedNumbers(of: Identifier(decomposed)) == ["2"])
  }

  static let filtered = [
    Game.payment("1", "gem", at: "2026-01-10T00:00:00Z"),
    Game.payment("2", "coin", at: "2026-01-11T00:00:00Z", gg),
    Game.payment("3", "gem", at: "2026-01-15T08:59:00Z"),
    Game.payment("4", "chest", at: "2026-01-15T09:00:00Z"),
  ].joined(separator: ",")

  struct Choice: Sendable {
    let numbers: [String]
    let query: UnconsumedQuery

    init(_ numbers: [String], _ choose: (inout UnconsumedQuery) -> Void) {
      var query = UnconsumedQuery(owner: .user("alice"))
      choose(&query)
      (self.numbers, self.query) = (numbers, query)
    }
  }

  static let choices = [
    Choice(["1", "2", "3", "4"]) { _ in },
    Choice(["2"]) { $0.markets = [.googlePlay] },
    Choice(["1", "2", "3", "4"]) { $0.markets = [.googlePlay, .appStore, "STEAM"] },
    Choice([]) { $0.markets = ["STEAM"] },
    Choice(["1", "3"]) { $0.products = ["gem"] },
    Choice(["2", "4"]) { $0.products = ["coin", "chest"] },
    Choice([]) { $0.products = ["nothing"] },
    Choice(["3", "4"]) { $0.payments = ["4", "3", "99"] },
    Choice(["1", "2"]) { $0.limit = 2 },
    Choice([]) { $0.limit = 0 },
    Choice(["1", "2", "3", "4"]) { $0.limit = 4 },
    Choice(["1", "2", "3"]) { $0.age = CalendarPeriod("60s") },
    Choice(["1", "2"]) { $0.age = CalendarPeriod("61s") },
    Choice(["1"]) { $0.age = CalendarPeriod("P5D") },
    Choice([]) { $0.age = CalendarPeriod("P1000Y") },
    Choice(["3"]) {
      $0.products = ["gem"]
      $0.payments = ["2", "3"]
      $0.markets = [.appStore]
    },
  ]

  @Test(arguments: choices)
  func `Filters narrow the list`(_ choice: Choice) async throws {
    let store = try folder.store(Game.seed(purchases: Self.filtered))
    let purchases = try await store.allUnconsumed(choice.query)
    #expect(purchases.map(\.paymentSeq.text) == choice.numbers)
  }

  @Test
  func `The age filter uses the clock of the store`() async throws {
    let age = Choice([]) { $0.age = CalendarPeriod("1d") }.query
    let early = try folder.store(Game.seed(purchases: Self.filtered))
    #expect(try await early.allUnconsumed(age).map(\.paymentSeq) == ["1", "2"])
    let late = try folder.reopen(at: "2026-01-16T09:00:00Z")
    #expect(try await late.allUnconsumed(age).map(\.paymentSeq) == ["1", "2", "3", "4"])
  }

  @Test
  func `A market that is switched off is one failure in the list`() async throws {
    let store = try folder.store(
      Game.seed(
        markets: "{\"storeCode\": \"GG\", \"available\": false}", purchases: Self.filtered))
    func pieces(_ markets: [StoreCode]) async throws -> (numbers: [[String]], off: [StoreCode]) {
      var query = UnconsumedQuery(owner: .user("alice"))
      query.markets = markets
      var (numbers, off): ([[String]], [StoreCode]) = ([], [])
      for try await page in try await store.unconsumed(query) {
        if page.isAnswered { numbers.append(page.elements.map(\.paymentSeq.text)) }
        off += page.failures.map(\.market)
      }
      return (numbers, off)
    }
    let all = try await pieces([])
    #expect(all.numbers.flatMap { $0 } == ["1", "3", "4"])
    #expect(all.off == [.googlePlay])
    let google = try await pieces([.googlePlay])
    #expect(google.numbers.isEmpty, "nobody answered, not even with an empty list")
    #expect(google.off == [.googlePlay])
    let steam = try await pieces(["STEAM"])
    #expect(steam.numbers == [[]], "the market answered that it has nothing")
    #expect(steam.off.isEmpty)
  }

  @Test
  func `Many payments of the same instant are listed once each`() async throws {
    let count = 1300
    let numbers = (1...count).map { String(10_000 + $0) }
    let store = try folder.store(
      Game.seed(purchases: numbers.map { Game.payment($0, "gem") }.joined(separator: ",")))
    #expect(try await store.unconsumedNumbers(of: "alice") == numbers)
    var query = UnconsumedQuery(owner: .everyone)
    query.limit = 600
    #expect(try await store.allUnconsumed(query).map(\.paymentSeq.text) == Array(numbers[..<600]))
    query.limit = 512
    #expect(try await store.allUnconsumed(query).count == 512)
  }

  @Test
  func `Payments consumed between two pages do not shift the rest of the list`() async throws {
    let numbers = (1...520).map { String(10_000 + $0) }
    let store = try folder.store(
      Game.seed(purchases: numbers.map { Game.payment($0, "gem") }.joined(separator: ",")))
    var listed: [String] = []
    for try await page in try await store.unconsumed(UnconsumedQuery(owner: .everyone)) {
      let purchases = page.elements
      listed += purchases.map(\.paymentSeq.text)
      let requests = purchases.map { Payment($0.paymentSeq) }
      #expect(await store.consume(requests).allSatisfy { $0.answer != nil })
    }
    #expect(listed == numbers)
  }

  @Test
  func `Lists of any length are asked with the same statements`() async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("7", "gem")))
    func ask(_ count: Int) async throws {
      var query = UnconsumedQuery(owner: .user("alice"))
      query.payments = (0..<count).map { Identifier("\($0)") }
      query.products = (0..<count).map { $0 == 0 ? "gem" : Identifier("\u{202e}\"\\\($0)") }
      query.markets = [.appStore] + (1..<count).map { StoreCode("M\($0)") }
      let found = try await store.allUnconsumed(query)
      #expect(found.map(\.paymentSeq) == (count > 7 ? ["7"] : []))
    }
    // One value alone has a statement of its own.
    for count in 1...2 { try await ask(count) }
    let kept = await store.keptStatements
    for count in 3...300 { try await ask(count) }
    try await ask(10_000)
    #expect(await store.keptStatements == kept)
  }
}
