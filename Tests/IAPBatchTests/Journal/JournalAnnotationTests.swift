import IAPBatch
import IAPCore
import TestSupport
import Testing

@Suite("Journal settlements and notes")
struct JournalAnnotationTests {
  private let settledAsConsumed = JournalAnnotation.settled(.consumed)
  private let settledAsNotConsumed = JournalAnnotation.settled(.notConsumed)

  /// A journal in which payment 1 is unknown.
  private func desk(_ kind: JournalKind) async throws -> Desk {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    await run.end()
    return desk
  }

  private func annotate(
    _ desk: Desk, _ annotation: JournalAnnotation, of payment: Identifier = "1",
    at server: String? = nil
  ) async throws -> JournalEntry? {
    var person = Desk.facts
    person.ticket = "T-9"
    return try await desk.journal.annotate(
      payment, at: server.map { ServerName(text: $0) }, annotation, by: person)
  }

  private func failure(_ body: () async throws -> Void) async -> IAPError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? IAPError
    }
  }

  @Test("A payment settled as consumed cannot be claimed again", arguments: JournalKind.all)
  func consumed(_ kind: JournalKind) async throws {
    let desk = try await desk(kind)
    let entry = try #require(try await annotate(desk, settledAsConsumed))
    #expect(entry.action == .settle)
    #expect(entry.outcome == .consume(.consumed))
    #expect(entry.run.user == "u")
    #expect(entry.run.server == ServerName(text: "iap.test"))
    #expect(entry.ticket == "T-9")
    #expect((entry.began, entry.ended) == (Desk.now, Desk.now))
    #expect(try await desk.run().claim("1", settles: true) == .consumed(.consumed))
    #expect(try await desk.entries(.latest).map(\.action) == [.settle])
    #expect(try await desk.entries(.unknown).isEmpty)
  }

  @Test("A payment settled as not consumed can be consumed again", arguments: JournalKind.all)
  func notConsumed(_ kind: JournalKind) async throws {
    let desk = try await desk(kind)
    let entry = try await annotate(desk, settledAsNotConsumed)
    #expect(entry?.outcome == .notConsumed)
    let run = try await desk.run()
    let claim = Claim.granted(priorUnknown: false, isDelivered: false, isSettledByHand: true)
    #expect(try await run.claim("1") == claim)
    // The settlement counts also after another attempt.
    try await run.write("1", .consumeBegins, .consumeEnds(.refused("1")), .released)
    #expect(try await run.claim("1") == claim)
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    #expect(try await desk.entries(.latest).map(\.outcome) == [.consume(.consumed)])
  }

  @Test("An attempt that a crashed run left open can be settled", arguments: JournalKind.all)
  func leftOpen(_ kind: JournalKind) async throws {
    let desk = try await Desk(kind)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    let held = await failure { _ = try await annotate(desk, settledAsConsumed) }
    #expect(held?.code == .http(.alreadyInProgress))
    await run.end()
    #expect(try await annotate(desk, settledAsConsumed) != nil)
    #expect(try await desk.run().claim("1", settles: true) == .consumed(.consumed))
  }

  @Test("A wrong settlement can be corrected until the server answers", arguments: JournalKind.all)
  func corrected(_ kind: JournalKind) async throws {
    let desk = try await desk(kind)
    #expect(try await annotate(desk, settledAsConsumed) != nil)
    #expect(try await annotate(desk, settledAsNotConsumed) != nil)
    #expect(try await annotate(desk, settledAsConsumed) != nil)
    #expect(try await annotate(desk, settledAsConsumed) == nil)
    #expect(try await desk.run().claim("1", settles: true) == .consumed(.consumed))
    #expect(try await annotate(desk, settledAsNotConsumed) != nil)
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    #expect(
      await failure { _ = try await annotate(desk, settledAsNotConsumed) }
        == .iapctl(.usage, .payment("1", .outcomeKnown("consumed"))))
  }

  @Test(
    "Only an unknown outcome can be settled, and the same settlement is recorded once",
    arguments: JournalKind.all)
  func known(_ kind: JournalKind) async throws {
    let desk = try await desk(kind)
    #expect(try await annotate(desk, settledAsConsumed) != nil)
    #expect(try await annotate(desk, settledAsConsumed) == nil)
    let run = try await desk.run()
    _ = try await run.claim("2")
    try await run.write("2", .consumeBegins, .consumeEnds(.refused("2")), .released)
    #expect(try await annotate(desk, settledAsNotConsumed, of: "2") == nil)
    #expect(
      await failure { _ = try await annotate(desk, settledAsConsumed, of: "2") }
        == .iapctl(.usage, .payment("2", .outcomeKnown(nil))))
    #expect(try await desk.entries(.everything).count == 3)
  }

  @Test(
    "A payment without attempts is not found, and no journal is created", arguments: JournalKind.all
  )
  func missing(_ kind: JournalKind) async throws {
    let desk = try await desk(kind)
    let expected = IAPError.iapctl(.paymentNotFound, .payment("9", .notInJournal(path: desk.path)))
    #expect(await failure { _ = try await annotate(desk, .note("x"), of: "9") } == expected)
    let empty = try await Desk(kind)
    #expect(
      await failure { _ = try await annotate(empty, .note("x"), of: "9") }?.code
        == .iapctl(.paymentNotFound))
    #expect(empty.folder.names.isEmpty)
  }

  @Test(
    "If several servers have the payment number, the server must be given",
    arguments: JournalKind.all)
  func servers(_ kind: JournalKind) async throws {
    let desk = try await desk(kind)
    let other = try await desk.run(origin: "https://other.test:8443")
    _ = try await other.claim("1")
    try await other.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    await other.end()
    let names = ["iap.test", "other.test:8443"].map { ServerName(text: $0) }
    #expect(
      await failure { _ = try await annotate(desk, settledAsConsumed) }
        == .iapctl(.usage, .payment("1", .onServers(names))))
    let entry = try await annotate(desk, settledAsConsumed, at: "other.test:8443")
    #expect(entry?.run.server == names[1])
    #expect(try await desk.run().claim("1") == .unknown)
  }

  @Test("A note is recorded and changes nothing else", arguments: JournalKind.all)
  func note(_ kind: JournalKind) async throws {
    let desk = try await desk(kind)
    let entry = try await annotate(desk, .note("asked the store"))
    #expect(entry?.note == "asked the store")
    #expect(entry?.outcome == .done)
    #expect(try await desk.entries(.payment("1")).map(\.action) == [.consume, .note])
    #expect(try await desk.entries(.latest).map(\.action) == [.consume])
    #expect(try await desk.run().claim("1") == .unknown)
  }
}
