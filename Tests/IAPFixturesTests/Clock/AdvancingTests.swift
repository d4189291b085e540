import IAPCore
import IAPFixtures
import Synchronization
import TestSupport
import Testing

/// One large step of the clock gives the same store as many small ones.
struct AdvancingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A monthly, a weekly and a five-minute subscription, plain and consumable, with grace and hold.
  private static let products = ["AUTO_RENEWABLE", "CONSUMABLE_AUTO_RENEWABLE"].flatMap { type in
    ["P1M", "P1W", "PT5M", "P2D"].map { period in
      """
      {"productIdentifier": "\(type).\(period)", "productType": "\(type)", "period": "\(period)",
       "price": 2.29, "currency": "EUR", "grace": "P2W", "hold": "P1M"}
      """
    }
  }.joined(separator: ",")

  private static let users = ["ok", "failing"].map {
    "{\"userID\": \"\($0)\", \"billing\": \"\($0)\"}"
  }.joined(separator: ",")

  /// From the end of a month in a leap year. Some expire at midnight, at which the small steps end.
  private static func year(with periods: [String]) -> String {
    var purchases: [String] = []
    for type in ["AUTO_RENEWABLE", "CONSUMABLE_AUTO_RENEWABLE"] {
      for period in periods {
        for user in ["ok", "failing", "other"] {
          for (status, time) in [
            ("ACTIVE", "2028-01-31T00:00:00Z"), ("ACTIVE", "2028-01-31T11:22:33.444Z"),
            ("CANCELED", "2028-01-31T00:00:00Z"), ("IN_GRACE_PERIOD", "2028-01-31T00:00:00Z"),
            ("ON_HOLD", "2028-01-31T01:00:00Z"),
          ]
          where period != "PT5M"
            || status == "ACTIVE" && user != "failing" && type == "AUTO_RENEWABLE"
          {
            purchases.append(
              Game.payment(
                "\(purchases.count + 1)", "\(type).\(period)", of: user, at: time,
                "\"status\": \"\(status)\""))
          }
        }
      }
    }
    return Game.seed(
      clock: "2028-01-31T12:00:00Z", products: products, users: users,
      purchases: purchases.joined(separator: ","))
  }

  private func play(
    _ seed: String, _ step: String, times: Int, named name: String
  ) async throws -> String {
    let store = try folder.store(seed, named: name)
    let step = try #require(CalendarPeriod(step))
    for _ in 1...times { try await store.advance(by: step) }
    #expect(try await store.check().isEmpty)
    return try await store.dumped(withLog: true)
  }

  /// Compares dumps by their first different line: a complete comparison of long texts takes minutes.
  private func expectSame(_ leap: String, _ steps: String) {
    let lines = (leap.split(separator: "\n"), steps.split(separator: "\n"))
    let different = zip(lines.0, lines.1).first { $0 != $1 }
    #expect(different == nil)
    #expect(lines.0.count == lines.1.count)
  }

  @Test
  func `A year at once is the same store as 366 days, with grace periods and holds on the way`()
    async throws
  {
    let seed = Self.year(with: ["P1M", "P1W"])
    let leap = try await play(seed, "P366D", times: 1, named: "leap.db")
    expectSame(leap, try await play(seed, "P1D", times: 366, named: "steps.db"))
    for kind in ["renewed", "grace", "hold", "expired", "recovered"] {
      #expect(leap.contains("\"kind\":\"\(kind)\""))
    }
  }

  @Test
  func `Two days of five-minute subscriptions at once are the same store as their hours`()
    async throws
  {
    let seed = Self.year(with: ["P2D", "PT5M"])
    let leap = try await play(seed, "P2D", times: 1, named: "leap.db")
    expectSame(leap, try await play(seed, "PT1H", times: 48, named: "steps.db"))
  }

  @Test
  func `More subscriptions than are read at once are still played in order of time`() async throws {
    let users = ["ok", "failing", "other"]
    let purchases = (0..<2500).map { index in
      // Many expire at the same time, and some of them enter a stage that ends when others do.
      Game.payment(
        "\(index + 1)", "CONSUMABLE_AUTO_RENEWABLE.\(index % 7 < 5 ? "P2D" : "P1W")",
        of: users[index % 3], at: "2026-01-0\(1 + index % 4)T00:00:00Z")
    }
    let products = Self.products.replacing("\"grace\": \"P2W\"", with: "\"grace\": \"P1D\"")
      .replacing("\"hold\": \"P1M\"", with: "\"hold\": \"P2D\"")
    let seed = Game.seed(
      clock: "2026-01-04T00:00:00Z", products: products, users: Self.users,
      purchases: purchases.joined(separator: ","))
    let leap = try await play(seed, "P8D", times: 1, named: "leap.db")
    expectSame(leap, try await play(seed, "PT12H", times: 16, named: "steps.db"))
    let times = try await folder.reopen(named: "leap.db").log().map(\.time)
    #expect(times.count > 4000)
    #expect(times == times.sorted())
  }

  @Test
  func `Progress is reported, and its end`() async throws {
    let seen = Reports()
    var options = FixtureStore.Options.test
    options.progress = { seen.add($0) }
    let store = try folder.store(Self.year(with: ["P1W"]), options: options)
    try await store.advance(by: #require(CalendarPeriod("P1Y")))
    let counts = seen.all
    #expect(counts.compactMap(\.self).max() ?? 0 > 256)
    #expect(counts.last == .some(nil))
  }

  @Test
  func `A stop while the store catches up leaves it as it was`() async throws {
    let seed = Self.year(with: ["P1W"])
    let before = try await folder.store(seed).dumped(withLog: true)
    let calls = Reports()
    var options = FixtureStore.Options.test
    options.progress = { calls.add($0) }
    options.stopSignal = { calls.all.isEmpty ? nil : 2 }
    let store = try folder.reopen(options: options)
    let year = try #require(CalendarPeriod("P1Y"))
    #expect(await refusal { try await store.advance(by: year) }?.code == .iapctl(.interrupted))
    #expect(calls.all.compactMap(\.self) == [256])
    #expect(try await folder.reopen().dumped(withLog: true) == before)
  }
}

/// What a progress callback was told.
private final class Reports: Sendable {
  private let reports = Mutex<[Int?]>([])

  var all: [Int?] { reports.withLock { $0 } }

  func add(_ done: Int?) { reports.withLock { $0.append(done) } }
}
