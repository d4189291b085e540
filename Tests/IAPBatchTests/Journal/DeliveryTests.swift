import IAPBatch
import IAPCore
import TestSupport
import Testing

/// The delivery state that the journal returns to the next run.
struct DeliveryTests {
  private static let failure = IAPError.iapctl(.bug, .bug("x"))

  /// What the command of the last delivery got.
  private static let item: Purchase = {
    var purchase = Purchase(paymentSeq: "1")
    (purchase.userID, purchase.storeCode) = ("alice", "AS")
    (purchase.productIdentifier, purchase.productSeq) = ("gem.100", 7)
    (purchase.price, purchase.currency) = (Price("1500.5"), "KRW")
    (purchase.purchaseTime, purchase.isSandboxPayment) = (Instant(1_767_225_600_123), false)
    purchase.payload = "a \"b\" \u{1F600}"
    return purchase
  }()

  private static let delivering: [JournalStep.Kind] = [.deliveryBegins(item)]
  private static let delivered = delivering + [.deliveryEnds(nil)]

  @Test(
    arguments: JournalKind.all,
    [
      (delivering, .failed, true), (delivered, .delivered, true),
      (delivering + [.deliveryEnds(failure)], .failed, true),
      (delivered + [.consumeBegins, .consumeEnds(.refused("1"))], .delivered, true),
      (delivered + [.undoBegins], .undoFailed, true),
      (delivered + [.undoBegins, .undoEnds(nil)], .takenBack, false),
      (delivered + [.undoBegins, .undoEnds(failure)], .undoFailed, true),
      ([.undoBegins, .undoEnds(failure)], .undoFailed, false),
      (
        delivered + [.undoBegins, .undoEnds(nil), .undoBegins, .undoEnds(failure)], .undoFailed,
        false
      ),
      (delivered + [.undoBegins, .undoEnds(nil)] + delivered, .delivered, true),
      (delivered + delivering + [.deliveryEnds(failure)], .failed, true),
      (delivering + [.deliveryEnds(failure), .undoBegins, .undoEnds(nil)], .takenBack, false),
    ] as [([JournalStep.Kind], Delivery?, Bool)])
  func `A journal knows what the last command did with the item`(
    _ kind: JournalKind, _ steps: ([JournalStep.Kind], Delivery?, Bool)
  ) async throws {
    let (kinds, item, mayHaveItem) = steps
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    for kind in kinds { try await run.write("1", kind) }
    await run.end()
    let claim = Claim.granted(
      Claim.Grant(earlierDelivery: item, delivery: mayHaveItem ? Self.item : nil))
    #expect(try await journal.run().claim("1") == claim)
  }

  @Test(arguments: JournalKind.all)
  func `What another client has consumed stays consumed and delivered, and nothing is left to do`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    for kind in Self.delivered + [.consumeBegins, .consumeEnds(.alreadyConsumed("1")), .released] {
      try await run.write("1", kind)
    }
    await run.end()
    #expect(
      try await journal.run().claim("1", settles: true)
        == .consumed(.alreadyConsumed, after: .delivered))
    let entry = try #require(try await journal.entries(.latest).first)
    #expect(entry.isConsumedElsewhere)
  }

  @Test(arguments: JournalKind.all, [SettledOutcome.notConsumed, .consumed])
  func `A settlement does not make a journal forget that there was a delivery, only how it ended`(
    _ kind: JournalKind, _ outcome: SettledOutcome
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    for kind in Self.delivered + [.consumeBegins, .consumeEnds(.unknown("1")), .released] {
      try await run.write("1", kind)
    }
    await run.end()
    var person = JournalFixture.facts
    person.ticket = "T-9"
    _ = try await journal.journal.annotate("1", at: nil, .settled(outcome), by: person)
    #expect(
      try await journal.run().claim("1", settles: true)
        == (outcome == .consumed
          ? .consumed(.consumed, after: .failed)
          : .granted(Claim.Grant(earlierDelivery: .failed, isSettledByHand: true))))
  }

  @Test(arguments: JournalKind.all, [SettledOutcome.notConsumed, .consumed])
  func `A settlement does not make a journal forget that there was an undo, only how it ended`(
    _ kind: JournalKind, _ outcome: SettledOutcome
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    for kind in Self.delivered + [.consumeBegins, .consumeEnds(.refused("1"))] {
      try await run.write("1", kind)
    }
    for kind in [.undoBegins, .undoEnds(nil), .consumeBegins] as [JournalStep.Kind] {
      try await run.write("1", kind)
    }
    try await run.write("1", .consumeEnds(.unknown("1")), .released)
    await run.end()
    var person = JournalFixture.facts
    person.ticket = "T-9"
    _ = try await journal.journal.annotate("1", at: nil, .settled(outcome), by: person)
    let claim = try await journal.run().claim("1", settles: true)
    #expect(
      claim
        == (outcome == .consumed
          ? .consumed(.consumed, after: .undoFailed)
          : .granted(Claim.Grant(earlierDelivery: .undoFailed, isSettledByHand: true))))
  }

  @Test(arguments: JournalKind.all)
  func `A payment cannot be claimed between its refusal and its undo`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    for kind in Self.delivered + [.consumeBegins] { try await run.write("1", kind) }
    try await run.write("1", .consumeEnds(.refused("1")))
    let other = try await journal.run(user: "bob")
    guard case .held = try await other.claim("1") else {
      Issue.record("the payment is free")
      return
    }
    try await run.write("1", .undoBegins)
    try await run.write("1", .undoEnds(nil), .released)
    #expect(
      try await other.claim("1") == .granted(Claim.Grant(earlierDelivery: .takenBack)))
  }

  @Test(arguments: JournalKind.stored, [delivering, delivered + [.undoBegins]])
  func `A command without a recorded end keeps its payment while it has the lock of its run`(
    _ kind: JournalKind, _ steps: [JournalStep.Kind]
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    for kind in steps + [.released] { try await run.write("1", kind) }
    let lock = await run.lock
    await run.end()
    guard case .held = try await journal.run(user: "bob").claim("1") else {
      Issue.record("the payment is free")
      return
    }
    withExtendedLifetime(lock) {}
  }

  @Test(arguments: JournalKind.all)
  func `A payment with an unknown outcome keeps what its delivery got`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    for kind in Self.delivered + [.consumeBegins, .consumeEnds(.unknown("1")), .released] {
      try await run.write("1", kind)
    }
    #expect(
      try await journal.run().claim("1", settles: true)?.withoutTimes
        == .granted(
          Claim.Grant(priorUnknown: true, earlierDelivery: .delivered, delivery: Self.item)))
  }

  @Test(
    .enabled(if: PostgresCluster.problem == nil),
    arguments: [delivering, delivered + [.undoBegins]])
  func
    `A command of another machine without a recorded end keeps its payment until a person says more`(
      _ steps: [JournalStep.Kind]
    ) async throws
  {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let url = cluster.url(name)
    let folder = try TemporaryFolder()
    func machine(_ name: String) throws -> PostgresJournal {
      try JournalFixture.teamJournal(at: url, locks: folder["\(name)/runs"])
    }
    let facts = JournalFixture.facts
    let first = try await machine("one").begin(facts)
    _ = try await first.claim("1")
    for kind in steps { try await first.write("1", kind) }
    let second = try await machine("two").begin(facts)
    // The machine of the first run sleeps: its lease ends.
    _ = try cluster.run(
      "UPDATE iapctl.run SET lease = clock_timestamp() - interval '1 hour' WHERE ended IS NULL"
        + " AND id = (SELECT claimed_by FROM iapctl.payment)", in: name)
    for settles in [false, true] {
      let claim = try await second.claim("1", settles: settles)
      guard case .commandOpen(let run)? = claim else {
        Issue.record("the payment is free")
        return
      }
      #expect(run.host == facts.host)
    }
    let claims = try await second.claim([Payment("1")], ClaimRules(takesOver: true))
    #expect(
      claims == [
        .granted(
          Claim.Grant(earlierDelivery: steps.count > 1 ? .undoFailed : .failed, delivery: Self.item)
        )
      ])
    withExtendedLifetime(first) {}
  }
}
