import IAPBatch
import IAPCore
import TestSupport
import Testing

/// The delivery state that the journal returns to the next run.
struct DeliveryTests {
  private static let failure = IAPError.iapctl(.bug, .bug("x"))

  @Test(
    arguments: JournalKind.all,
    [
      ([.deliveryBegins], false),
      ([.deliveryBegins, .deliveryEnds(nil)], true),
      ([.deliveryBegins, .deliveryEnds(failure)], false),
      (
        [.deliveryBegins, .deliveryEnds(nil), .consumeBegins, .consumeEnds(.refused("1"))], true
      ),
      ([.deliveryBegins, .deliveryEnds(nil), .undoBegins, .undoEnds(nil)], false),
      ([.deliveryBegins, .deliveryEnds(nil), .undoBegins, .undoEnds(failure)], true),
      ([.undoBegins, .undoEnds(failure)], false),
      (
        [
          .deliveryBegins, .deliveryEnds(nil), .undoBegins, .undoEnds(nil), .undoBegins,
          .undoEnds(failure),
        ], false
      ),
      (
        [
          .deliveryBegins, .deliveryEnds(nil), .undoBegins, .undoEnds(nil), .deliveryBegins,
          .deliveryEnds(nil),
        ], true
      ),
      (
        [.deliveryBegins, .deliveryEnds(nil), .deliveryBegins, .deliveryEnds(failure)], true
      ),
    ] as [([JournalStep.Kind], Bool)])
  func `A payment is delivered if its last delivery succeeded and was not undone`(
    _ kind: JournalKind, _ steps: ([JournalStep.Kind], Bool)
  ) async throws {
    let (kinds, isDelivered) = steps
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    for kind in kinds { try await run.write("1", kind) }
    await run.end()
    #expect(
      try await journal.run().claim("1")
        == .granted(priorUnknown: false, isDelivered: isDelivered))
  }

  private static let delivered: [JournalStep.Kind] = [.deliveryBegins, .deliveryEnds(nil)]
  private static let alreadyConsumed = JournalStep.Kind.consumeEnds(.alreadyConsumed("1"))

  /// The payment as the input gives it.
  private static var payment: Payment {
    var payment = Payment("1")
    (payment.purchase.userID, payment.isConfirmed) = ("alice", true)
    (payment.purchase.price, payment.purchase.currency) = (Price("1500"), "KRW")
    (payment.purchase.storeCode, payment.purchase.productSeq) = ("AS", 7)
    return payment
  }

  private func interrupted(
    _ journal: JournalFixture, after steps: [JournalStep.Kind]
  ) async throws {
    let run = try await journal.run()
    _ = try await run.claim([Self.payment], settles: false)
    for kind in Self.delivered + [.consumeBegins] + steps { try await run.write("1", kind) }
    await run.end()
  }

  /// Delivering again is safe, because deliveries are idempotent.
  @Test(
    arguments: JournalKind.all,
    [[.consumeEnds(.refused("1")), .undoBegins], [.consumeEnds(.notSent("1")), .undoBegins]]
      as [[JournalStep.Kind]])
  func `A payment that is not consumed can be claimed after an undo that did not end`(
    _ kind: JournalKind, _ steps: [JournalStep.Kind]
  ) async throws {
    let journal = try await JournalFixture(kind)
    try await interrupted(journal, after: steps)
    let run = try await journal.run()
    #expect(
      try await run.claim("1") == .granted(priorUnknown: false, isDelivered: false))
    // The run has claimed it.
    guard case .held = try await journal.run(user: "bob").claim("1", settles: true) else {
      Issue.record("the payment is free")
      return
    }
    try await run.write("1", .deliveryBegins, .deliveryEnds(nil), .released)
    #expect(try await journal.entries(.undoLeft).isEmpty)
    #expect(
      try await run.claim("1") == .granted(priorUnknown: false, isDelivered: true))
  }

  @Test(arguments: JournalKind.all)
  func `A run that resumes claims a payment whose undo did not end, although it is consumed`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    try await interrupted(journal, after: [Self.alreadyConsumed, .undoBegins])
    let left = Claim.undoLeft(of: Self.payment)
    let (first, second) = (try await journal.run(), try await journal.run(user: "bob"))
    // Without a claim, the next run can claim it.
    #expect(try await second.claim("1") == left)
    #expect(try await first.claim("1", settles: true) == left)
    #expect(try await second.claim("1") == .consumed(.alreadyConsumed))
    guard case .held = try await second.claim("1", settles: true) else {
      Issue.record("the payment is free")
      return
    }
    // A run that ends before the undo begins changes nothing.
    await first.end()
    let entry = try #require(try await journal.entries(.undoLeft).first)
    #expect((entry.payment.confirmedUser, entry.action) == ("alice", .consume))

    #expect(try await second.claim("1", settles: true) == left)
    try await second.write("1", .undoBegins, .undoEnds(nil), .released)
    #expect(try await second.claim("1", settles: true) == .consumed(.alreadyConsumed))
    #expect(try await journal.entries(.undoLeft).isEmpty)
    #expect(try await journal.entries(.latest).map(\.outcome) == [.consume(.alreadyConsumed)])
  }

  /// The game server may be down, or a stop of the machine may end the command.
  @Test(arguments: JournalKind.all)
  func `An undo that failed is left too if another client has consumed the payment`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    try await interrupted(
      journal, after: [Self.alreadyConsumed, .undoBegins, .undoEnds(Self.failure)])
    for _ in 0..<2 {
      let run = try await journal.run()
      #expect(
        try await run.claim("1", settles: true) == .undoLeft(of: Self.payment))
      try await run.write("1", .undoBegins, .undoEnds(Self.failure), .released)
    }
    // A person takes the item back.
    let person = RunFacts(
      server: ServerName(origin: "https://iap.test"), appKeyFingerprint: "", user: "kim",
      host: "desk", profile: nil, ticket: "T-2")
    let entry = try await journal.journal.annotate(
      "1", at: nil, .settled(.consumed), by: person)
    #expect(entry != nil)
    #expect(try await journal.entries(.undoLeft).isEmpty)
    #expect(try await journal.run().claim("1", settles: true) == .consumed(.consumed))
  }

  @Test(arguments: JournalKind.all)
  func `The undos of another app of the same server are not found`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    try await interrupted(journal, after: [Self.alreadyConsumed, .undoBegins])
    var query = JournalQuery(.undoLeft)
    (query.server, query.user) = (ServerName(origin: "https://iap.test"), "alice")
    for (fingerprint, count) in [("0011223344556677", 1), ("8899aabbccddeeff", 0)] {
      query.appKeyFingerprint = fingerprint
      #expect(try await journal.entries(query).count == count)
    }
  }

  @Test(arguments: JournalKind.all)
  func `A claim for an undo writes nothing of the input over what was delivered`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    try await interrupted(journal, after: [Self.alreadyConsumed, .undoBegins])
    var other = Self.payment
    (other.purchase.productSeq, other.purchase.price) = (8, Price("9"))
    let left = Claim.undoLeft(of: Self.payment)
    for _ in 0..<2 {
      let run = try await journal.run()
      #expect(try await run.claim([other], settles: true) == [left])
      await run.end()
    }
  }

  /// The item is with the player for good if iapctl may have consumed the payment.
  @Test(arguments: JournalKind.all)
  func `No undo is left of a payment that iapctl may have consumed`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    try await interrupted(journal, after: [.consumeEnds(.refused("1")), .undoBegins])
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    #expect(try await journal.entries(.undoLeft).isEmpty)
    #expect(
      try await run.claim("1", settles: true)?.withoutTimes
        == .granted(priorUnknown: true, isDelivered: false))
    try await run.write("1", .consumeBegins, Self.alreadyConsumed, .released)
    #expect(try await run.claim("1", settles: true) == .consumed(.alreadyConsumed))
    #expect(try await journal.entries(.undoLeft).isEmpty)
  }

  @Test(arguments: JournalKind.all)
  func `A payment cannot be claimed between its refusal and its undo`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .deliveryBegins, .deliveryEnds(nil), .consumeBegins)
    try await run.write("1", .consumeEnds(.refused("1")))
    let other = try await journal.run(user: "bob")
    guard case .held = try await other.claim("1") else {
      Issue.record("the payment is free")
      return
    }
    try await run.write("1", .undoBegins)
    try await run.write("1", .undoEnds(nil), .released)
    #expect(
      try await other.claim("1") == .granted(priorUnknown: false, isDelivered: false))
  }

  @Test(arguments: JournalKind.all)
  func `A payment with an unknown outcome stays delivered`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write(
      "1", .deliveryBegins, .deliveryEnds(nil), .consumeBegins, .consumeEnds(.unknown("1")),
      .released)
    #expect(
      try await journal.run().claim("1", settles: true)?.withoutTimes
        == .granted(priorUnknown: true, isDelivered: true))
  }
}
