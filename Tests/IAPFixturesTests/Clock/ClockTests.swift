import IAPCore
import IAPFixtures
import Synchronization
import TestSupport
import Testing

/// Setting, keeping and following the clock of a store.
struct ClockTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `A clock that is set stands still and is saved in the store`() async throws {
    let store = try folder.store(Game.seed())
    #expect(try await store.contents().clock == Game.clock)
    let later = try folder.reopen(at: "2026-01-16T12:00:00+09:00")
    #expect(try await later.contents().clock == "2026-01-16T03:00:00.000Z")
    #expect(
      await later.buy("gem").answer?.purchase?.purchaseTime?.description
        == "2026-01-16T03:00:00.000Z")
    let again = try folder.reopen()
    #expect(try await again.contents().clock == "2026-01-16T03:00:00.000Z", "for good")
  }

  @Test
  func `Setting the clock back is refused`() async throws {
    let store = try folder.store(Game.seed())
    let before = try await store.dumped()
    let refusal = refusal { try folder.reopen(at: "2026-01-15T08:59:59.999Z") }
    let clock = try Game.instant(Game.clock)
    #expect(refusal?.code == .iapctl(.clockMovedBack))
    #expect(refusal?.reason == .clockBack(to: Instant(clock.milliseconds - 1), from: clock))
    #expect(try await store.dumped() == before)
    #expect(try await folder.reopen(at: Game.clock).dumped() == before)
  }

  @Test
  func `A new store can start later than its seed's clock, but not earlier`() async throws {
    var options = FixtureStore.Options.test
    options.clock = .set(try Game.instant("2026-01-16T00:00:00Z"))
    let later = try folder.store(RenewingTests.dueSoon, named: "later.db", options: options)
    #expect(try await later.contents().clock == "2026-01-16T00:00:00.000Z")
    #expect(try await later.contents().purchases.count == 2)
    options.clock = .set(try Game.instant("2026-01-01T00:00:00Z"))
    let refusal = refusal {
      try folder.store(RenewingTests.dueSoon, named: "earlier.db", options: options)
    }
    #expect(refusal?.code == .iapctl(.clockMovedBack))
    #expect(!folder.names.contains { $0.hasPrefix("earlier.db") })
  }

  @Test
  func `A store without a clock uses the real time`() async throws {
    let box = Box(try Game.instant("2026-01-15T09:00:00Z"))
    let options = FixtureStore.Options(
      patience: .zero, realTime: { box.time }, stopSignal: { nil })
    let store = try folder.store(Game.seed(clock: nil), options: options)
    let bought = try #require(await store.buy("chest").answer?.purchase)
    #expect(bought.purchaseTime == box.time)
    #expect(bought.expiryTime?.description == "2026-01-22T09:00:00.000Z")
    box.time = try Game.instant("2026-01-22T08:59:59.999Z")
    #expect(try await store.unconsumedNumbers(of: "alice").count == 1)
    box.time = try Game.instant("2026-01-29T09:00:00Z")
    #expect(try await store.unconsumedNumbers(of: "alice").count == 3)
    #expect(
      await store.buy("gem").answer?.purchase?.purchaseTime == box.time)
    #expect(try await store.contents().clock == nil)
  }

  @Test
  func `The clock cannot be set to before the last purchase`() async throws {
    let store = try folder.store(
      Game.seed(clock: nil, purchases: Game.payment("1", "gem", at: "2026-01-10T00:00:00Z")))
    let refusal = refusal { try folder.reopen(at: "2026-01-09T00:00:00Z") }
    #expect(refusal?.code == .iapctl(.clockMovedBack))
    #expect(try await store.contents().clock == nil)
    let set = try folder.reopen(at: "2026-01-10T00:00:00Z")
    #expect(try await set.contents().clock == "2026-01-10T00:00:00.000Z")
  }

  @Test
  func `A read-only store answers as if due renewals were made`() async throws {
    let seed = Game.seed(
      purchases: Game.payment(
        "1", "chest", "\"status\": \"ACTIVE\", \"expiryTime\": \"2026-01-14T00:00:00Z\""),
      faults: "{\"on\": \"subscriptions\", \"code\": 0, \"skip\": 1}")
    _ = try folder.store(seed)
    let bytes = try folder.read("store.db")
    try folder.forbidWriting("store.db")
    let store = try folder.reopen()
    #expect(try await store.unconsumedNumbers(of: "alice").count == 2)
    let query = SubscriptionQuery(user: "alice")
    let subscriptions = try await store.subscriptions(query).elements
    #expect(subscriptions.map(\.renewTime?.description) == ["2026-01-14T00:00:00.000Z"])
    let struck = await refusal { try await store.subscriptions(query) }
    #expect(struck?.code == .iap(.unknown), "faults count for as long as the store is open")
    #expect(try await store.contents().purchases.count == 2)
    #expect(try await store.contents().faults.map(\.used) == [2])
    let refused = await store.buy("gem").code
    #expect(refused == .iapctl(.storeReadOnly))
    #expect(try folder.read("store.db") == bytes)
    #expect(folder.names == ["store.db"])
    #expect(try await folder.reopen().contents().faults.map(\.used) == [0])
  }

  @Test
  func `A duration moves the clock from the time of the store, in each opening again`() async throws
  {
    let store = try folder.store(Game.seed())
    for day in 16...18 {
      let later = try folder.reopen(changing: ClockChange("+1d"))
      #expect(try await later.contents().clock == "2026-01-\(day)T09:00:00.000Z")
    }
    #expect(try await store.contents().clock == "2026-01-18T09:00:00.000Z")
  }

  @Test
  func `On a store without a clock, a duration counts from the real time`() async throws {
    _ = try folder.store(Game.seed(clock: nil))
    let later = try folder.reopen(changing: ClockChange("+P1M"))
    #expect(try await later.contents().clock == "2026-02-01T00:00:00.000Z")
    var options = FixtureStore.Options.test
    options.clock = ClockChange("+1d")
    let new = try folder.store(Game.seed(), named: "new.db", options: options)
    #expect(try await new.contents().clock == "2026-01-17T09:00:00.000Z", "made, then opened")
  }

  @Test
  func `A store is advanced, and counts what happened on the way`() async throws {
    let seed = Game.seed(
      purchases: [
        Game.payment("1", "vip", "\"expiryTime\": \"2026-02-10T00:00:00Z\""),
        Game.payment("2", "chest", "\"expiryTime\": \"2026-01-17T00:00:00Z\""),
        Game.payment(
          "3", "chest", of: "bob",
          "\"expiryTime\": \"2026-01-17T00:00:00Z\", "
            + "\"status\": \"CANCELED\""),
        Game.payment(
          "4", "chest", of: "carol", at: "2026-01-01T00:00:00Z",
          "\"expiryTime\": \"2026-01-08T00:00:00Z\", \"status\": \"EXPIRED\""),
      ].joined(separator: ","))
    let store = try folder.store(seed)
    let period = try #require(CalendarPeriod("P1M"))
    let advance = try await store.advance(by: period)
    #expect(advance.from.description == Game.clock)
    #expect(advance.to.description == "2026-02-15T09:00:00.000Z")
    #expect(advance.counts == [.renewed: 6, .expired: 1])
    #expect(try await store.contents().clock == "2026-02-15T09:00:00.000Z")
    let moved = try folder.store(seed, named: "moved.db")
    _ = try folder.reopen(at: "2026-02-15T09:00:00.000Z", named: "moved.db")
    #expect(try await moved.dumped() == store.dumped())
    let second = try #require(CalendarPeriod("1s"))
    #expect(try await store.advance(by: second).counts == [:])
  }

  @Test
  func `A store that follows the real time, a read-only one, and the end of time are refused`()
    async throws
  {
    let period = try #require(CalendarPeriod("1d"))
    let following = try folder.store(Game.seed(clock: nil), named: "following.db")
    let refused = await refusal { try await following.advance(by: period) }
    #expect(refused?.reason == .clockFollowsRealTime(path: folder["following.db"]))
    let last = try folder.store(Game.seed(clock: "9999-12-31T12:00:00Z"), named: "last.db")
    let before = try await last.dumped()
    let late = await refusal { try await last.advance(by: period) }
    #expect(
      late?.reason
        == .clockOutOfRange(from: try Game.instant("9999-12-31T12:00:00Z"), by: period))
    #expect(try await last.dumped() == before)
    _ = try folder.store(Game.seed())
    try folder.forbidWriting("store.db")
    let store = try folder.reopen()
    let readOnly = await refusal { try await store.advance(by: period) }
    #expect(readOnly?.code == .iapctl(.storeReadOnly))
  }

  @Test
  func `The clock of a read-only store cannot be set`() async throws {
    _ = try folder.store(Game.seed())
    let bytes = try folder.read("store.db")
    try folder.forbidWriting("store.db")
    let refusal = refusal { try folder.reopen(at: "2026-01-16T00:00:00Z") }
    #expect(refusal?.code == .iapctl(.storeReadOnly))
    #expect(try await folder.reopen(at: Game.clock).contents().clock == Game.clock)
    #expect(try folder.read("store.db") == bytes)
  }
}

/// A real time that the test can change.
private final class Box: Sendable {
  private let value: Mutex<Instant>

  init(_ time: Instant) { value = Mutex(time) }

  var time: Instant {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
