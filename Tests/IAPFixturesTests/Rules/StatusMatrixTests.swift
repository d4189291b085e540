import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// What each status does, for each type and market: the tables are written by hand from the rules.
struct StatusMatrixTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let columns = [
    "ACTIVE", "CANCELED", "ON_HOLD", "IN_GRACE_PERIOD", "PAUSED", "REVOKED", "EXPIRED", "UNKNOWN",
  ]

  /// A row of a table: a letter for each status, in the order of ``columns``.
  struct Line: Sendable, CustomTestStringConvertible {
    let name: String
    let cells: String
    var testDescription: String { name }

    func cell(_ status: String) -> Character {
      let index = StatusMatrixTests.columns.firstIndex(of: status) ?? 0
      return Array(cells.filter { $0 != " " })[index]
    }
  }

  private func seed(
    _ type: String, _ market: String, _ status: String, billing: String = "null",
    until expiry: String = "2026-02-10T00:00:00Z", stages: String = ""
  ) -> String {
    let receipt = """
      {"transactionIdentifier": "1", "originalTransactionIdentifier": "1", "userID": "alice",
       "productIdentifier": "sub", "storeCode": "\(market)", "purchaseTime": "2026-01-10T00:00:00Z",
       "expiryTime": "2026-02-10T00:00:00Z", "applicationUsername": "alice"}
      """
    return Game.seed(
      products: """
        {"productIdentifier": "sub", "productType": "\(type)", "period": "P1M",
         "storeCode": "\(market)", "price": 1, "currency": "USD"\(stages)}
        """,
      users: "{\"userID\": \"alice\", \"billing\": \(billing)}",
      purchases: Game.payment(
        "1", "sub",
        """
        "storeCode": "\(market)", "status": "\(status)", "expiryTime": "\(expiry)"
        """),
      transactions: receipt)
  }

  // MARK: Lists

  ///                                           A C H G P R E U
  static let unconsumed = [
    Line(name: "AUTO_RENEWABLE AS", cells: "            - - - - - - - -"),
    Line(name: "AUTO_RENEWABLE GG", cells: "            - - - - - - - -"),
    Line(name: "CONSUMABLE_AUTO_RENEWABLE AS", cells: " x x x x x x x x"),
    Line(name: "CONSUMABLE_AUTO_RENEWABLE ONESTORE", cells: "x x x x x x x x"),
    Line(name: "CONSUMABLE_AUTO_RENEWABLE GG", cells: " x x - - - - - x"),
  ]

  @Test(arguments: unconsumed)
  func `The unconsumed list by type, market and status`(_ line: Line) async throws {
    let words = line.name.split(separator: " ").map(String.init)
    for status in Self.columns {
      let store = try folder.store(seed(words[0], words[1], status), named: "\(status).db")
      let isListed = try await store.unconsumedNumbers(of: "alice") == ["1"]
      #expect(isListed == (line.cell(status) == "x"), "\(status)")
    }
  }

  /// Access until the expiry, and after it.
  static let active = [
    Line(name: "2026-02-10T00:00:00Z", cells: "x x - x - - - -"),
    Line(name: "2026-01-15T09:00:00Z", cells: "r - - x - - - -"),
  ]

  @Test(
    arguments: active,
    ["AUTO_RENEWABLE", "CONSUMABLE_AUTO_RENEWABLE"])
  func `The active subscriptions by expiry, type, market and status`(_ line: Line, _ type: String)
    async throws
  {
    for market in ["AS", "GG", "ONESTORE"] {
      for status in Self.columns {
        let store = try folder.store(
          seed(type, market, status, until: line.name), named: "\(market)\(status).db")
        let found = try await store.subscriptions(SubscriptionQuery(user: "alice")).elements
        let isRenewed = found.first?.purchase.paymentSeq != "1"
        let cell: Character = found.isEmpty ? "-" : isRenewed ? "r" : "x"
        #expect(cell == line.cell(status), "\(market) \(status)")
      }
    }
  }

  @Test(arguments: ["AUTO_RENEWABLE", "CONSUMABLE_AUTO_RENEWABLE"], ["AS", "GG", "ONESTORE"])
  func `A restore answers the payment whatever the status, and changes nothing`(
    _ type: String, _ market: String
  ) async throws {
    for status in Self.columns {
      let store = try folder.store(seed(type, market, status), named: "\(status).db")
      let before = try await store.dumped()
      for _ in 1...2 {
        let report = try await store.restore("alice", in: [])
        #expect(report.purchases.map(\.paymentSeq) == ["1"], "\(status)")
        #expect(report.failures.isEmpty)
      }
      #expect(try await store.dumped() == before)
    }
  }

  // MARK: Events

  /// What becomes of a status when its expiry is met, by billing and by the stages of the product:
  /// r(enewed), g(race), h(old), e(xpired), c (recovered), - nothing.
  static let events = [
    Line(name: "null -", cells: "              r e - - - - - -"),
    Line(name: "null grace hold", cells: "     r e - - - - - -"),
    Line(name: "ok -", cells: "                r e c c - - - -"),
    Line(name: "ok grace hold", cells: "       r e c c - - - -"),
    Line(name: "failing -", cells: "           e e e e - - - -"),
    Line(name: "failing grace", cells: "       g e e e - - - -"),
    Line(name: "failing hold", cells: "        h e e h - - - -"),
    Line(name: "failing grace hold", cells: "  g e e h - - - -"),
  ]

  @Test(arguments: events)
  func `The event at the expiry by billing, stages and status`(_ line: Line) async throws {
    let words = line.name.split(separator: " ").map(String.init)
    let stages = words.dropFirst().filter { $0 != "-" }.map { ", \"\($0)\": \"P3D\"" }.joined()
    let billing = words[0] == "null" ? "null" : "\"\(words[0])\""
    let letters: [String: Character] = [
      "renewed": "r", "grace": "g", "hold": "h", "expired": "e", "recovered": "c",
    ]
    for status in Self.columns {
      let store = try folder.store(
        seed(
          "AUTO_RENEWABLE", "AS", status, billing: billing, until: Game.clock, stages: stages),
        named: "\(status).db")
      _ = try await store.subscriptions(SubscriptionQuery(user: "alice"))
      let events = try await store.log()
      #expect(events.count <= 1)
      let letter = events.first.flatMap { letters[$0.kind] } ?? "-"
      #expect(letter == line.cell(status), "\(status)")
      #expect(events.allSatisfy { $0.before == status })
      #expect(try await store.check().isEmpty)
    }
  }
}
