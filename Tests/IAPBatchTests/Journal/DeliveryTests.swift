import IAPBatch
import IAPCore
import TestSupport
import Testing

/// The delivery state that the journal returns to the next run.
@Suite("Delivery state in the journal")
struct DeliveryTests {
  private static let failure = IAPError.iapctl(.bug, .bug("x"))

  @Test(
    "A payment is delivered if its last delivery succeeded and was not undone",
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
  func delivered(_ kind: JournalKind, _ steps: ([JournalStep.Kind], Bool)) async throws {
    let (kinds, isDelivered) = steps
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("1")
    for kind in kinds { try await run.write("1", kind) }
    await run.end()
    #expect(
      try await desk.run().claim("1")
        == .granted(priorUnknown: false, isDelivered: isDelivered))
  }

  @Test("A payment cannot be claimed between its refusal and its undo", arguments: JournalKind.all)
  func aPaymentCannotBeClaimedBetweenItsRefusalAndItsUndo(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write("1", .deliveryBegins, .deliveryEnds(nil), .consumeBegins)
    try await run.write("1", .consumeEnds(.refused("1")))
    let other = try await desk.run(user: "bob")
    guard case .held = try await other.claim("1") else {
      Issue.record("the payment is free")
      return
    }
    try await run.write("1", .undoBegins)
    try await run.write("1", .undoEnds(nil), .released)
    #expect(
      try await other.claim("1") == .granted(priorUnknown: false, isDelivered: false))
  }

  @Test("A payment with an unknown outcome stays delivered", arguments: JournalKind.all)
  func aPaymentWithAnUnknownOutcomeStaysDelivered(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write(
      "1", .deliveryBegins, .deliveryEnds(nil), .consumeBegins, .consumeEnds(.unknown("1")),
      .released)
    #expect(
      try await desk.run().claim("1", settles: true)
        == .granted(priorUnknown: true, isDelivered: true))
  }
}
