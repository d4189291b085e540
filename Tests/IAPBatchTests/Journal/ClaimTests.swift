import IAPBatch
import IAPCore
import System
import TestSupport
import Testing

@Suite("Claims")
struct ClaimTests {
  private let granted = Claim.granted(priorUnknown: false, isDelivered: false)

  @Test("A payment can be claimed by only one run", arguments: JournalKind.all)
  func aPaymentCanBeClaimedByOnlyOneRun(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let (first, second) = (try await desk.run(user: "alice"), try await desk.run(user: "bob"))

    #expect(try await first.claim("1") == granted)
    let holder = RunHolder(
      user: "alice", host: "desk", process: CurrentProcess.number, since: Desk.now)
    #expect(try await second.claim("1") == .held(holder))
    #expect(try await first.claim("1") == granted)

    try await first.write("1", .released)
    #expect(try await second.claim("1") == granted)
  }

  @Test(
    "A payment whose data was changed or lost by hand is not consumed again",
    arguments: JournalKind.all)
  func changedByHand(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim(["1", "2", "3"].map { Payment($0) }, settles: false)
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    try await run.write("2", .consumeBegins)
    await run.end()
    try await desk.execute("UPDATE payment SET outcome = NULL")
    try await desk.execute("DELETE FROM attempt WHERE outcome IS NULL")
    let next = try await desk.run()
    #expect(try await next.claim("1") == .consumed(.consumed))
    #expect(try await next.claim("2") == .unknown)
    #expect(try await next.claim("3") == granted)
  }

  /// A path through symbolic links leads to the same journal and the same locks.
  @Test("Two paths to the same journal share its claims")
  func twoPathsToTheSameJournalShareItsClaims() async throws {
    let desk = try Desk()
    let first = try await desk.run()
    #expect(try await first.claim("1") == granted)
    let link = desk.folder["link.db"]
    #expect(
      try Program(in: desk.folder).shell("ln -s '\(desk.path)' '\(link)'").status == 0)
    let second = try await Desk.journal(at: link).begin(
      RunFacts(
        server: ServerName(origin: "https://iap.test"), appKeyFingerprint: "0011223344556677",
        user: "bob",
        host: "desk", profile: nil, ticket: nil))
    guard case .held = try await second.claim("1") else {
      Issue.record("it is claimed twice")
      return
    }
  }

  @Test(
    "A group of claims is answered in order; a run can claim a payment twice",
    arguments: JournalKind.all)
  func aGroupOfClaimsIsAnsweredInOrderARunCanClaimAPaymentTwice(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("2")
    try await run.write("2", .consumeBegins, .consumeEnds(.consumed("2")), .released)

    let claims = try await run.claim(
      ["1", "2", "1"].map { Payment($0) }, settles: false)

    #expect(claims == [granted, .consumed(.consumed), granted])
  }

  @Test(
    "A payment is identified by its server and number, not by the app key",
    arguments: JournalKind.all)
  func aPaymentIsIdentifiedByItsServerAndNumberNotByTheAppKey(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    #expect(try await run.claim("\u{E9}") == granted)
    #expect(try await run.claim("e\u{301}") == granted)
    #expect(try await run.claim("A") == granted)
    #expect(try await run.claim("a") == granted)
    let elsewhere = try await desk.run(origin: "https://other.test")
    #expect(try await elsewhere.claim("A") == granted)
    for (origin, key) in [
      ("https://iap.test", "8899aabbccddeeff"), ("https://iap.test", ""),
      ("https://IAP.test.", "aa"),
    ] {
      let same = try await desk.run(origin: origin, key: key)
      guard case .held = try await same.claim("A") else {
        Issue.record("claimed twice: \(origin)")
        return
      }
    }
    #expect(try await desk.run(user: "carol").claim("A") != granted)
  }

  @Test(
    "A consumed payment cannot be claimed again", arguments: JournalKind.all,
    [ConsumeResult.consumed("1"), .alreadyConsumed("1")])
  func settled(_ kind: JournalKind, _ result: ConsumeResult) async throws {
    let (desk, outcome) = (try await Desk(kind), result.outcome)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(result))
    // This holds even while the first run is still open.
    #expect(try await desk.run().claim("1") == .consumed(outcome))
    #expect(try await run.claim("1") == .consumed(outcome))
    try await run.write("1", .released)
    await run.end()
    #expect(try await desk.run().claim("1", settles: true) == .consumed(outcome))
  }

  @Test(
    "A payment that was refused or not sent can be claimed again",
    arguments: JournalKind.all, [ConsumeResult.refused("1"), .notSent("1")])
  func again(_ kind: JournalKind, _ result: ConsumeResult) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(result), .released)
    #expect(try await desk.run().claim("1") == granted)
  }

  @Test("An unknown payment can be claimed only to settle it", arguments: JournalKind.all)
  func anUnknownPaymentCanBeClaimedOnlyToSettleIt(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)

    let next = try await desk.run()
    #expect(try await next.claim("1") == .unknown)
    #expect(
      try await next.claim("1", settles: true)
        == .granted(priorUnknown: true, isDelivered: false))
    try await next.write("1", .consumeBegins, .consumeEnds(.alreadyConsumed("1")), .released)
    #expect(try await desk.run().claim("1") == .consumed(.alreadyConsumed))
  }

  @Test(
    "An attempt without effect does not settle an earlier unknown outcome",
    arguments: JournalKind.all, [ConsumeResult.refused("1"), .notSent("1")])
  func staysUnknown(_ kind: JournalKind, _ result: ConsumeResult) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    _ = try await run.claim("1", settles: true)
    try await run.write("1", .consumeBegins, .consumeEnds(result), .released)
    #expect(try await desk.run().claim("1") == .unknown)
  }

  @Test(
    "A refusal after an unknown attempt of the same run stays unknown", arguments: JournalKind.all)
  func aRefusalAfterAnUnknownAttemptOfTheSameRunStaysUnknown(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write(
      "1", .consumeBegins, .consumeEnds(.refused("1", priorUnknown: true)), .released)
    #expect(try await desk.run().claim("1") == .unknown)
  }

  @Test(
    "A run that ends releases its claims, and its open attempts are unknown",
    arguments: JournalKind.all)
  func aRunThatEndsReleasesItsClaimsAndItsOpenAttemptsAreUnknown(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: false)
    try await run.write("2", .consumeBegins)
    await run.end()

    let next = try await desk.run()
    #expect(try await next.claim("1") == granted)
    #expect(try await next.claim("2") == .unknown)
    #expect(
      try await next.claim("2", settles: true)
        == .granted(priorUnknown: true, isDelivered: false))
    // A claim that was released without sending does not change the earlier unknown outcome.
    try await next.write("2", .released)
    #expect(try await desk.run().claim("2") == .unknown)
  }

  @Test(
    "Nothing is recorded without a claim or after the end of the run", arguments: JournalKind.all)
  func nothingIsRecordedWithoutAClaimOrAfterTheEndOfTheRun(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    await #expect(throws: IAPError.self) { try await run.write("1", .consumeBegins) }
    _ = try await run.claim("1")
    await #expect(throws: IAPError.self) {
      try await run.write("1", .consumeEnds(.consumed("1")))
    }
    await #expect(throws: IAPError.self) {
      try await run.write("1", .consumeBegins, .consumeBegins)
    }
    // The claim of both failed, so the claim of the first was released.
    #expect(try await desk.entries(.everything).isEmpty)
    try await run.write("1", .consumeBegins)
    await run.end()
    await #expect(throws: IAPError.self) { try await run.write("1", .released) }
    await #expect(throws: IAPError.self) { try await run.claim("2") }
  }
}
