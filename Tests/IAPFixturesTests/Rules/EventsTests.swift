import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct EventsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// `kind payment user before after`, without what is missing.
  private func lines(of store: FixtureStore) async throws -> [String] {
    try await store.log().map { event in
      [event.kind, event.paymentSeq?.text, event.userID?.text, event.before, event.after]
        .compactMap(\.self).joined(separator: " ")
    }
  }

  static let purchases: [(PurchaseRequest.Simulation?, [String])] = [
    (nil, ["reserved RESERVED", "charged RESERVED CHARGED", "verified CHARGED SUCCESS"]),
    (.cancelled, ["reserved RESERVED", "closed RESERVED USER_CLOSE"]),
    (.paymentFailed, ["reserved RESERVED", "failed RESERVED FAILURE"]),
    (
      .verifyFailed,
      ["reserved RESERVED", "charged RESERVED CHARGED", "failed CHARGED FAILURE"]
    ),
    (.interrupted, ["reserved RESERVED", "charged RESERVED CHARGED"]),
    (.notAllowed, []),
  ]

  @Test(arguments: purchases)
  func `A purchase writes each step up to its end`(
    _ example: (simulation: PurchaseRequest.Simulation?, lines: [String])
  ) async throws {
    let store = try folder.store(Game.seed())
    _ = await store.buy("gem", ending: example.simulation)
    let number = try await store.contents().purchases.first?.paymentSeq ?? ""
    let expected = example.lines.map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return "\(words[0]) \(number) alice \(words[1])"
    }
    #expect(try await lines(of: store) == expected)
    #expect(try await store.log().allSatisfy { $0.time.description == Game.clock })
    #expect(try await store.log().map(\.id) == expected.indices.map { Int64($0 + 1) })
  }

  @Test
  func `Each way to consume a payment writes one event, and a refused one none`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: (1...5).map { Game.payment("\($0)", "gem") }.joined(separator: ","),
        faults: FaultsTests.fault("consume", 12, "\"skip\": 1")))
    #expect(await store.consuming("1").answer != nil)
    #expect(await store.consuming("2").refusal != nil)
    #expect(await store.consuming("2").answer != nil)
    #expect(await store.consuming("2").refusal?.isAlreadyConsumed == true)
    let group = await store.consumeListed(
      UnconsumedQuery(owner: .everyone), isOrdered: true, after: nil, most: 2)
    #expect(group?.payments.count == 2)
    let rest = await store.consumeListed(
      UnconsumedQuery(owner: .everyone), isOrdered: false, after: nil, most: 9)
    #expect(rest?.payments.count == 1)
    #expect(
      try await lines(of: store)
        == (1...5).map { "consumed \($0) alice unconsumed consumed" })
  }

  @Test
  func `A kept promotion, a restored receipt and completed purchases are events`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("1", "gem", "\"state\": \"RESERVED\""),
          Game.payment("2", "coin", "\"storeCode\": \"GG\", \"state\": \"CHARGED\""),
        ].joined(separator: ","),
        transactions: Game.receipt("7", "vip") + "," + Game.receipt("8", "gem", until: nil)))
    var promotion = PurchaseRequest(product: "gem", user: "alice")
    (promotion.isPromotion, promotion.isDeferred) = (true, true)
    for _ in 1...2 { #expect(await store.purchasing(promotion).answer != nil) }
    for _ in 1...2 { #expect(try await store.restore("alice", in: []).failures.isEmpty) }
    for _ in 1...2 { #expect(try await store.reprocess("alice", in: []).failures.isEmpty) }
    let numbers = try await store.contents().purchases.suffix(2).map(\.paymentSeq)
    #expect(
      try await lines(of: store) == [
        "deferred alice gem", "restored \(numbers[0]) alice SUCCESS",
        "closed 1 alice RESERVED USER_CLOSE", "reprocessed 2 alice CHARGED SUCCESS",
        "reprocessed \(numbers[1]) alice SUCCESS",
      ])
    // An event without a payment is one of its user, too.
    for (user, count) in [("alice", 5), ("bob", 0)] as [(Identifier, Int)] {
      var selection = EventSelection()
      selection.user = user
      #expect(try await store.read { try $0.events(selection).count } == count)
    }
  }

  @Test
  func `A dump with its log recreates the log, and loading it again adds nothing`() async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "chest")))
    #expect(await store.consuming("1").answer != nil)
    let short = try await store.dumped(withLog: true)
    #expect(await store.buy("gem").answer != nil)
    let dump = try await store.dumped(withLog: true)
    let again = try folder.store(dump, named: "again.db")
    #expect(try await again.dumped(withLog: true) == dump)
    for seed in [dump, short, try await store.dumped()] {
      try await again.load(SeedText(Array(seed.utf8)))
      #expect(try await again.dumped(withLog: true) == dump)
    }
    #expect(try await !store.dumped().contains("\"events\""))
  }

  static let contradictions: [(event: String, problem: String)] = [
    (
      #"{"time": "2026-01-01T00:00:00Z", "kind": "consumed", "paymentSeq": "9"}"#,
      "events[0].paymentSeq: no payment 9"
    ),
    (
      #"{"time": "2026-01-01T00:00:00Z", "kind": "consumed", "paymentSeq": "1", "userID": "bob"}"#,
      "events[0].userID: not the user of payment 1"
    ),
    (
      #"{"time": "2026-01-01T00:00:00Z", "kind": "consumed"}"#,
      "events[0].paymentSeq: missing: an event concerns a payment or a user"
    ),
  ]

  @Test(arguments: contradictions)
  func `An event that contradicts its payment is refused with its place`(
    _ example: (event: String, problem: String)
  ) throws {
    let seed = """
      {"format": 1, "products": [\(Game.products)], "purchases": [\(Game.payment("1", "gem"))],
       "events": [\(example.event)]}
      """
    let refusal = refusal { try folder.store(seed) }
    guard case .seed(let place, let problem)? = refusal?.reason else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect("\(place): \(problem)" == example.problem)
  }

  @Test
  func `Another log than the one of the store is refused, and nothing is loaded`() async throws {
    let store = try folder.store(Game.seed())
    #expect(await store.buy("gem").answer != nil)
    let dump = try await store.dumped(withLog: true)
    let other = dump.replacing("\"kind\":\"charged\"", with: "\"kind\":\"failed\"")
    let seed = try SeedText(Array(other.utf8))
    let refusal = await refusal { try await store.load(seed) }
    #expect(refusal?.code == .iapctl(.seedContradicts))
    guard case .seed("events[1]", _)? = refusal?.reason else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(try await store.dumped(withLog: true) == dump)
  }

  @Test
  func `The log is read in pages, from any position`() async throws {
    let count = 1200
    let store = try folder.store(
      Game.seed(purchases: (1...count).map { Game.payment("\($0)", "gem") }.joined(separator: ",")))
    _ = await store.consumeListed(
      UnconsumedQuery(owner: .everyone), isOrdered: true, after: nil, most: count)
    #expect(try await store.log().map(\.id) == Array(1...Int64(count)))
    for (position, expected) in [(0, 512), (600, 512), (1198, 2), (1200, 0)] as [(Int64, Int64)] {
      let page = try await store.read { try $0.events(after: position) }
      #expect(page.map(\.id) == (0..<expected).map { position + $0 + 1 })
    }
  }
}
