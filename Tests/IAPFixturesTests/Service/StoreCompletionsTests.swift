import IAPCore
import IAPFixtures
import SQLite
import TestSupport
import Testing

struct StoreCompletionsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a query without a time limit.
  private func names(_ query: NameQuery) throws -> [Candidate] {
    try StoreCompletions.names(
      query, at: folder["store.db"], realTime: { Instant(1_767_225_600_000) },
      monotonicTime: { .zero })
  }

  private func names(
    _ subject: NameQuery.Subject, _ beginning: String = "", limit: Int = 100,
    of user: Identifier? = nil, in markets: [StoreCode] = []
  ) throws -> [String] {
    var query = NameQuery(subject, beginning: beginning, limit: limit)
    (query.user, query.markets) = (user, markets)
    return try names(query).map(\.text)
  }

  @Test
  func `Payments in any state are completed by their number`() throws {
    _ = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("21", "gem"), Game.payment("22", "gem", "\"consumed\": true"),
          Game.payment("23", "gem", of: "bob", "\"state\": \"REFUND\""), Game.payment("3", "vip"),
        ].joined(separator: ",")))
    #expect(try names(.payments) == ["21", "22", "23", "3"])
    #expect(try names(.payments, "2", limit: 2) == ["21", "22"])
    #expect(try names(.unconsumedPayments) == ["21"])
  }

  // MARK: Products

  @Test
  func `Products are completed by identifier, also inactive ones`() throws {
    _ = try folder.store(Game.seed())
    #expect(
      try names(.products)
        == ["box", "chest", "coin", "gem", "odd", "old", "unlisted", "vip"])
    #expect(try names(.products, "o") == ["odd", "old"])
    #expect(try names(.products, "old") == ["old"])
    #expect(try names(.products, "older") == [])
    #expect(try names(.products, "O") == [])
    #expect(try names(.products, limit: 2) == ["box", "chest"])
    #expect(try names(.products, limit: 0) == [])
  }

  @Test
  func `Only products of available markets are completed`() throws {
    _ = try folder.store(Game.seed(markets: "{\"storeCode\": \"AS\", \"available\": false}"))
    #expect(try names(.products) == ["box", "coin"])
    #expect(try names(.products, in: ["GG"]) == ["box", "coin"])
    #expect(try names(.products, in: ["AS"]) == [])
    #expect(try names(.products, "c", in: ["GG", "ONESTORE"]) == ["coin"])
  }

  @Test
  func `A product in two markets is one candidate`() throws {
    _ = try folder.store(
      Game.seed(
        products: Game.products + """
          , {"productIdentifier": "gem", "productType": "CONSUMABLE", "storeCode": "GG"}
          """))
    #expect(try names(.products, "gem") == ["gem"])
    #expect(try names(.products, "g", limit: 1) == ["gem"])
  }

  @Test
  func `A product is described by its title, else by its name`() throws {
    _ = try folder.store(
      Game.seed(
        products: """
          {"productIdentifier": "a", "productType": "CONSUMABLE", "productName": "name",
           "localizedTitle": "제목"},
          {"productIdentifier": "b", "productType": "CONSUMABLE", "productName": "name"},
          {"productIdentifier": "c", "productType": "CONSUMABLE"}
          """))
    #expect(
      try names(NameQuery(.products, beginning: "", limit: 9))
        == [Candidate("a", about: "제목"), Candidate("b", about: "name"), Candidate("c")])
  }

  // MARK: Users

  @Test
  func `Every user in the store is one candidate`() throws {
    _ = try folder.store(
      Game.seed(
        users: "{\"userID\": \"bob\"}, {\"userID\": \"zoe\"}",
        purchases: Game.payment("1", "gem", of: "alice") + ","
          + Game.payment("2", "gem", of: "bob") + "," + Game.payment("3", "gem", of: "bob"),
        transactions: Game.receipt("7", "vip", of: "carol", name: "bob") + ","
          + Game.receipt("8", "vip", of: "bob")))
    #expect(try names(.users) == ["alice", "bob", "carol", "zoe"])
    #expect(try names(.users, "b") == ["bob"])
    #expect(try names(.users, "bob") == ["bob"])
    #expect(try names(.users, "bobby") == [])
    #expect(try names(.users, "zz") == [])
    #expect(try names(.users, limit: 3) == ["alice", "bob", "carol"])
    #expect(try names(.users, limit: 0) == [])
  }

  @Test
  func `A store without users has no user candidates`() throws {
    _ = try folder.store(Game.seed())
    #expect(try names(.users) == [])
  }

  /// A precomposed letter differs from the same letter with a combining mark.
  @Test
  func `Prefixes are compared byte by byte`() throws {
    let users = [
      "가", "가나", "각", "나", "\u{E9}", "e\u{301}", "e", "💎a", "💎", "\u{FFFD}", "50%", "5_",
    ]
    _ = try folder.store(
      Game.seed(users: users.map { "{\"userID\": \"\($0)\"}" }.joined(separator: ",")))
    func found(_ beginning: String) throws -> [[Unicode.Scalar]] {
      try names(.users, beginning).map { Array($0.unicodeScalars) }
    }
    #expect(try found("가") == [["가"], ["가", "나"]])
    #expect(try found("\u{1100}") == [])
    #expect(try found("e") == [["e"], ["e", "\u{301}"]])
    #expect(try found("\u{E9}") == [["\u{E9}"]])
    #expect(try found("💎") == [["💎"], ["💎", "a"]])
    #expect(try found("\u{FFFD}") == [["\u{FFFD}"]])
    #expect(try found("5") == [["5", "0", "%"], ["5", "_"]])
    #expect(try found("%") == [])
    #expect(try names(.users).count == users.count)
  }

  // MARK: Markets

  @Test
  func `Markets that are declared or have products are candidates`() throws {
    _ = try folder.store(
      Game.seed(
        markets: """
          {"storeCode": "EPIC"}, {"storeCode": "GG", "available": false}
          """))
    #expect(try names(.markets) == ["AS", "EPIC", "GG"])
    #expect(try names(.markets, "E") == ["EPIC"])
    #expect(try names(.markets, limit: 1) == ["AS"])
  }

  // MARK: Payments

  @Test
  func `Only payments that can be consumed are candidates`() throws {
    _ = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("11", "gem"), Game.payment("12", "gem", "\"consumed\": true"),
          Game.payment("13", "gem", "\"state\": \"REFUND\""),
          Game.payment("14", "gem", "\"state\": \"RESERVED\""),
          Game.payment("15", "vip"), Game.payment("16", "chest", of: "bob"),
          Game.payment("17", "coin", of: "bob", "\"storeCode\": \"GG\""),
          Game.payment("21", "old"),
        ].joined(separator: ",")))
    #expect(try names(.unconsumedPayments) == ["11", "16", "17", "21"])
    #expect(try names(.unconsumedPayments, "1") == ["11", "16", "17"])
    #expect(try names(.unconsumedPayments, "12") == [])
    #expect(try names(.unconsumedPayments, limit: 2) == ["11", "16"])
    #expect(try names(.unconsumedPayments, of: "bob") == ["16", "17"])
    #expect(try names(.unconsumedPayments, of: "bob", in: ["GG"]) == ["17"])
    #expect(try names(.unconsumedPayments, of: "zoe") == [])
    #expect(try names(.unconsumedPayments, in: ["AS"]) == ["11", "16", "21"])
  }

  @Test
  func `Payments of a revoked subscription are not candidates`() throws {
    _ = try folder.store(
      Game.seed(
        purchases: ConsumingTests.chain("REVOKED", in: "GG") + "," + Game.payment("9", "gem")))
    #expect(try names(.unconsumedPayments) == ["9"])
    _ = try folder.store(Game.seed(purchases: ConsumingTests.chain("ACTIVE")), named: "other.db")
    let query = NameQuery(.unconsumedPayments, beginning: "", limit: 9)
    #expect(
      try StoreCompletions.names(
        query, at: folder["other.db"], realTime: { Instant(1_767_225_600_000) },
        monotonicTime: { .zero }
      ).map(\.text)
        == ["1", "2", "3"])
  }

  @Test
  func `A payment is described by its user, product and price`() throws {
    _ = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "chest") + "," + Game.payment("2", "old", of: "김 철수")))
    #expect(
      try names(NameQuery(.unconsumedPayments, beginning: "", limit: 9))
        == [
          Candidate("1", about: "alice chest 2.29 EUR"), Candidate("2", about: "김 철수 old"),
        ])
  }
}
