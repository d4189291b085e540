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
      // The undo did not finish. Delivering again is safe, because deliveries are idempotent.
      ([.deliveryBegins, .deliveryEnds(nil), .undoBegins], false),
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
      try await journal.run().claim("1", settles: true)
        == .granted(priorUnknown: true, isDelivered: true))
  }
}
