import IAPCore
import System
import TestSupport
import Testing

@testable import IAPBatch

struct ClaimTests {
  private let granted = Claim.new

  @Test(arguments: JournalKind.all)
  func `A payment can be claimed by only one run`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let (first, second) = (try await journal.run(user: "alice"), try await journal.run(user: "bob"))

    #expect(try await first.claim("1") == granted)
    let holder = RunHolder(
      user: "alice", host: "desk", process: CurrentProcess.number, since: JournalFixture.now)
    #expect(try await second.claim("1") == .held(holder))
    #expect(try await first.claim("1") == granted)

    try await first.write("1", .released)
    #expect(try await second.claim("1") == granted)
  }

  @Test(.postgres)
  func `Of two machines that ask for a payment at the same time, one gets it`() async throws {
    let journal = try await JournalFixture(.database)
    let (database, cluster) = (
      try #require(journal.database), try await PostgresCluster.shared
    )
    let earlier = try await journal.run()
    _ = try await earlier.claim("1")
    try await earlier.write("1", .released)
    await earlier.end()
    let (one, other) = (try await journal.run(), try await journal.run())
    // Both have asked when the row becomes free.
    let holding =
      "WITH held AS (SELECT id FROM iapctl.payment FOR UPDATE) SELECT pg_sleep(3) FROM held"
    let holder = Task.detached { _ = try cluster.run(holding, in: database) }
    let asleep = "SELECT 'x' AS text FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    while try cluster.texts(asleep, in: database).isEmpty {}
    async let first = one.claim("1")
    async let second = other.claim("1")
    let claims = try await [first, second]
    #expect(claims.count { $0 == granted } == 1, "\(claims)")
    try await holder.value
  }

  @Test(arguments: JournalKind.stored)
  func `A payment whose data was changed or lost by hand is not consumed again`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim(["1", "2", "3"].map { Payment($0) }, settles: false)
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    try await run.write("2", .consumeBegins)
    await run.end()
    try await journal.execute("UPDATE payment SET outcome = NULL")
    try await journal.execute("DELETE FROM attempt WHERE outcome IS NULL")
    let next = try await journal.run()
    #expect(try await next.claim("1") == .consumed(.consumed))
    #expect(try await next.claim("2") == .unknown())
    #expect(try await next.claim("3") == granted)
  }

  /// A path through symbolic links leads to the same journal and the same locks.
  @Test
  func `Two paths to the same journal share its claims`() async throws {
    let journal = try JournalFixture()
    let first = try await journal.run()
    #expect(try await first.claim("1") == granted)
    let link = journal.folder["link.db"]
    #expect(
      try Program(in: journal.folder).shell("ln -s '\(journal.path)' '\(link)'").status == 0)
    let second = try await JournalFixture.journal(at: link).begin(
      RunFacts(
        server: ServerName(origin: "https://iap.test"), appKeyFingerprint: "0011223344556677",
        user: "bob",
        host: "desk", profile: nil, ticket: nil))
    guard case .held = try await second.claim("1") else {
      Issue.record("it is claimed twice")
      return
    }
  }

  @Test(arguments: JournalKind.all)
  func `A group of claims is answered in order; a run can claim a payment twice`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("2")
    try await run.write("2", .consumeBegins, .consumeEnds(.consumed("2")), .released)

    let claims = try await run.claim(
      ["1", "2", "1"].map { Payment($0) }, settles: false)

    #expect(claims == [granted, .consumed(.consumed), granted])
  }

  @Test(arguments: JournalKind.all)
  func `An unknown payment that a run is settling is held`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let first = try await journal.run()
    _ = try await first.claim("1")
    try await first.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    let second = try await journal.run()
    _ = try await second.claim([Payment("1")], settles: true)
    let third = try await journal.run(user: "bob")
    guard case .held? = try await third.claim([Payment("1")], settles: true).first else {
      Issue.record("it is claimed twice")
      return
    }
  }

  @Test(arguments: JournalKind.all)
  func `What is unknown has the ticket of its attempt, or of its run`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let first = try await journal.run()
    var payment = Payment("2")
    payment.ticket = "row 2"
    _ = try await first.claim([Payment("1"), payment], settles: false)
    for number: Identifier in ["1", "2"] {
      try await first.write(number, .consumeBegins, .consumeEnds(.unknown(number)), .released)
    }
    let numbers = [Payment("1"), Payment("2")]
    let second = try await journal.run()
    #expect(
      try await second.claim(numbers, settles: false)
        == [.unknown(ticket: "T-1"), .unknown(ticket: "row 2")])
    let results = zip(numbers, try await second.claim(numbers, settles: true)).map {
      ConsumeResult(ClaimedPayment($0, $1), .unknown)
    }
    #expect(results.map(\.ticket) == ["T-1", "row 2"])
  }

  /// A moved host, a gateway, an address: the service has several names.
  @Test(arguments: JournalKind.all)
  func `The same number under the same app key at another host is the same payment`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    let first = try await journal.run(origin: "https://old.test", key: "aa")
    _ = try await first.claim("1")
    try await first.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    _ = try await first.claim("2")
    let second = try await journal.run(origin: "https://new.test", key: "aa")
    #expect(try await second.claim("1") == .unknown())
    #expect(
      try await second.claim("1", settles: true)?.withoutTimes
        == .granted(Claim.Grant(priorUnknown: true)))
    guard case .held? = try await second.claim("2") else {
      Issue.record("payment 2 is free")
      return
    }
    #expect(await second.otherNames == [ServerName(text: "old.test")])
    try await second.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    // The key is rotated at the new host: what one key knows, the other does.
    let third = try await journal.run(origin: "https://new.test", key: "bb")
    #expect(try await third.claim("1") == .consumed(.consumed))
    // Another key at another host is another payment; so is each without a key.
    for (origin, key) in [("https://other.test", "cc"), ("https://third.test", "")] {
      #expect(try await journal.run(origin: origin, key: key).claim("1") == granted)
    }
    #expect(try await journal.run(origin: "fixture:x", key: "aa").claim("1") == granted)
  }

  @Test(arguments: JournalKind.all)
  func `Of two names of a service, the attempt counts that may have ended last`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let ended = try await journal.run(origin: "https://new.test", key: "bb")
    _ = try await ended.claim("1")
    try await ended.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    await ended.end()
    let dead = try await journal.run(origin: "https://old.test", key: "aa")
    _ = try await dead.claim("1")
    try await dead.write("1", .consumeBegins)
    await dead.end()
    let next = try await journal.run(origin: "https://new.test", key: "aa")
    #expect(
      try await next.claim("1", settles: true)
        == .granted(Claim.Grant(priorUnknown: true, lastCutOff: Instant.range.upperBound)))
  }

  /// Of two commands under two names it is not known which was the last.
  @Test(
    arguments: JournalKind.all,
    [
      ([.deliveryEnds(nil)], .delivered), ([.deliveryEnds(.iapctl(.bug, .bug("x")))], .failed),
      ([.deliveryEnds(nil), .undoBegins, .undoEnds(nil)], .undoFailed),
      ([.consumeBegins], .delivered),
    ] as [([JournalStep.Kind], Delivery)])
  func `What was delivered under two names of a service is known as far as both agree`(
    _ kind: JournalKind, _ other: ([JournalStep.Kind], Delivery)
  ) async throws {
    let journal = try await JournalFixture(kind)
    let delivering = JournalStep.Kind.deliveryBegins(Purchase(paymentSeq: "1"))
    let new = try await journal.run(origin: "https://new.test", key: "bb")
    _ = try await new.claim("1")
    for step in [delivering, .deliveryEnds(nil)] { try await new.write("1", step) }
    await new.end()
    let old = try await journal.run(origin: "https://old.test", key: "aa")
    _ = try await old.claim("1")
    let isCommand = other.0 != [.consumeBegins]
    for step in (isCommand ? [delivering] : []) + other.0 { try await old.write("1", step) }
    await old.end()
    let next = try await journal.run(origin: "https://new.test", key: "aa")
    #expect(try await next.claim("1", settles: true)?.earlierDelivery == other.1)
  }

  @Test(arguments: JournalKind.all)
  func `A payment is identified by its number and its server, under any app key`(
    _ kind: JournalKind
  )
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    #expect(try await run.claim("\u{E9}") == granted)
    #expect(try await run.claim("e\u{301}") == granted)
    #expect(try await run.claim("A") == granted)
    #expect(try await run.claim("a") == granted)
    let elsewhere = try await journal.run(origin: "https://other.test", key: "aa")
    #expect(try await elsewhere.claim("A") == granted)
    for (origin, key) in [
      ("https://iap.test", "8899aabbccddeeff"), ("https://iap.test", ""),
      ("https://IAP.test.", "aa"),
    ] {
      let same = try await journal.run(origin: origin, key: key)
      guard case .held = try await same.claim("A") else {
        Issue.record("claimed twice: \(origin)")
        return
      }
    }
    #expect(try await journal.run(user: "carol").claim("A") != granted)
  }

  @Test(
    arguments: JournalKind.all,
    [ConsumeResult.consumed("1"), .alreadyConsumed("1")])
  func `A consumed payment cannot be claimed again`(_ kind: JournalKind, _ result: ConsumeResult)
    async throws
  {
    let (journal, outcome) = (try await JournalFixture(kind), result.outcome)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(result))
    // This holds even while the first run is still open.
    #expect(try await journal.run().claim("1") == .consumed(outcome))
    #expect(try await run.claim("1") == .consumed(outcome))
    try await run.write("1", .released)
    await run.end()
    #expect(try await journal.run().claim("1", settles: true) == .consumed(outcome))
  }

  @Test(arguments: JournalKind.all, [ConsumeResult.refused("1"), .notSent("1")])
  func `A payment that was refused or not sent can be claimed again`(
    _ kind: JournalKind, _ result: ConsumeResult
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(result), .released)
    #expect(try await journal.run().claim("1") == granted)
  }

  /// How a consume ends, and whether the server may be at work on it after that.
  private static let ends: [(IAPError, sends: Int, isCutOff: Bool)] = [
    (IAPError(.http(.requestTimeout), .stopped(signal: 2), outcome: .unknown), 1, true),
    (.status(504, isChange: true), 1, true), (.status(500, isChange: true), 1, true),
    (.status(503, isChange: true), 1, true), (.status(429, isChange: true).afterUnknown, 1, false),
    (.status(400, isChange: true).afterUnknown, 1, false),
    (.resultCode(9999, .stopped(signal: 2), payment: "1", isChange: true), 1, true),
    (.gamebaseCode(-5_000_001, .stopped(signal: 2), payment: "1", isChange: true), 1, true),
    (.gamebaseCode(-7, .stopped(signal: 2), payment: "1", isChange: true), 1, true),
    (
      .gamebaseCode(5000, .stopped(signal: 2), payment: "1", isChange: true).afterUnknown, 1, false
    ),
    // The answer before was another one, such as 503.
    (.gamebaseCode(5000, .stopped(signal: 2), payment: "1", isChange: true).afterUnknown, 2, true),
    (IAPError(.http(.networkNotAvailable), .stopped(signal: 2), outcome: .unknown), 0, false),
  ]

  @Test(arguments: JournalKind.all)
  func `A claim has the end of the last attempt that the server may be working on`(
    _ kind: JournalKind
  ) async throws {
    for (index, end) in Self.ends.enumerated() {
      let journal = try await JournalFixture(kind)
      let run = try await journal.run()
      _ = try await run.claim("1")
      let result = ConsumeResult("1", CallResult(.failure(end.0), attempts: end.sends))
      try await run.write("1", .consumeBegins, .consumeEnds(result), .released)
      let ended = try #require(try await journal.entries(.latest).first?.ended)
      await run.end()
      let claim = try await journal.run().claim("1", settles: true)
      let cutOff = end.isCutOff ? ended : nil
      #expect(
        claim == .granted(Claim.Grant(priorUnknown: true, lastCutOff: cutOff)), "\(index)")
    }
  }

  @Test(arguments: JournalKind.all)
  func `An attempt that a dead run left open ended when the next run began, at the latest`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    await run.end()
    let second = try await journal.run()
    #expect(
      try await second.claim("1", settles: true)
        == .granted(Claim.Grant(priorUnknown: true, lastCutOff: Instant.range.upperBound)))
    let refusal = IAPError.resultCode(5000, .stopped(signal: 2), payment: "1", isChange: true)
    let refused = ConsumeResult("1", CallResult(.failure(refusal.afterUnknown)))
    try await second.write("1", .consumeBegins, .consumeEnds(refused), .released)
    let began = try #require(try await journal.entries(.latest).first?.began)
    #expect(
      try await journal.run().claim("1", settles: true)
        == .granted(Claim.Grant(priorUnknown: true, lastCutOff: began)))
  }

  @Test(arguments: JournalKind.all)
  func `A person's note does not say that an open attempt has ended`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    await run.end()
    _ = try await journal.journal.annotate("1", at: nil, .note("asked"), by: JournalFixture.facts)
    #expect(
      try await journal.run().claim("1", settles: true)
        == .granted(Claim.Grant(priorUnknown: true, lastCutOff: Instant.range.upperBound)))
  }

  @Test(arguments: JournalKind.all)
  func `An unknown payment can be claimed only to settle it`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)

    let next = try await journal.run()
    #expect(try await next.claim("1") == .unknown())
    #expect(
      try await next.claim("1", settles: true)?.withoutTimes
        == .granted(Claim.Grant(priorUnknown: true)))
    try await next.write("1", .consumeBegins, .consumeEnds(.alreadyConsumed("1")), .released)
    #expect(try await journal.run().claim("1") == .consumed(.alreadyConsumed))
  }

  @Test(arguments: JournalKind.all, [ConsumeResult.refused("1"), .notSent("1")])
  func `An attempt without effect does not settle an earlier unknown outcome`(
    _ kind: JournalKind, _ result: ConsumeResult
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    _ = try await run.claim("1", settles: true)
    try await run.write("1", .consumeBegins, .consumeEnds(result), .released)
    #expect(try await journal.run().claim("1") == .unknown())
  }

  @Test(arguments: JournalKind.all)
  func `A refusal after an unknown attempt of the same run stays unknown`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write(
      "1", .consumeBegins, .consumeEnds(.refused("1", priorUnknown: true)), .released)
    #expect(try await journal.run().claim("1") == .unknown())
  }

  @Test(arguments: JournalKind.all)
  func `A run that ends releases its claims, and its open attempts are unknown`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: false)
    try await run.write("2", .consumeBegins)
    await run.end()

    let next = try await journal.run()
    #expect(try await next.claim("1") == granted)
    #expect(try await next.claim("2") == .unknown())
    #expect(
      try await next.claim("2", settles: true)?.withoutTimes
        == .granted(Claim.Grant(priorUnknown: true)))
    // A claim that was released without sending does not change the earlier unknown outcome.
    try await next.write("2", .released)
    #expect(try await journal.run().claim("2") == .unknown())
  }

  @Test(arguments: JournalKind.stored)
  func `Nothing is recorded without a claim or after the end of the run`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    await #expect(throws: IAPError.self) { try await run.write("1", .consumeBegins) }
    _ = try await run.claim("1")
    await #expect(throws: IAPError.self) {
      try await run.write("1", .consumeEnds(.consumed("1")))
    }
    await #expect(throws: IAPError.self) {
      try await run.write("1", .consumeBegins, .consumeBegins)
    }
    // The claim of both failed, so the claim of the first was released.
    #expect(try await journal.entries(.everything).isEmpty)
    try await run.write("1", .consumeBegins)
    await run.end()
    await #expect(throws: IAPError.self) { try await run.write("1", .released) }
    await #expect(throws: IAPError.self) { try await run.claim("2") }
  }
}
