import IAPBatch
import IAPCore
import TestSupport
import Testing

struct JournalAnnotationTests {
  private let settledAsConsumed = JournalAnnotation.settled(.consumed)
  private let settledAsNotConsumed = JournalAnnotation.settled(.notConsumed)

  /// A journal in which payment 1 is unknown.
  private func journal(_ kind: JournalKind) async throws -> JournalFixture {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    await run.end()
    return journal
  }

  private func annotate(
    _ journal: JournalFixture, _ annotation: JournalAnnotation, of payment: Identifier = "1",
    at server: String? = nil
  ) async throws -> JournalEntry? {
    var person = JournalFixture.facts
    person.ticket = "T-9"
    return try await journal.journal.annotate(
      payment, at: server.map { ServerName(text: $0) }, annotation, by: person)
  }

  @Test(arguments: JournalKind.all)
  func `A payment settled as consumed cannot be claimed again`(_ kind: JournalKind) async throws {
    let journal = try await journal(kind)
    let entry = try #require(try await annotate(journal, settledAsConsumed))
    #expect(entry.action == .settle)
    #expect(entry.outcome == .consume(.consumed))
    #expect(entry.run.user == "u")
    #expect(entry.run.server == ServerName(text: "iap.test"))
    #expect(entry.ticket == "T-9")
    #expect((entry.began, entry.ended) == (JournalFixture.now, JournalFixture.now))
    #expect(try await journal.run().claim("1", settles: true) == .consumed(.consumed))
    #expect(try await journal.entries(.latest).map(\.action) == [.settle])
    #expect(try await journal.entries(.unknown).isEmpty)
  }

  @Test(arguments: JournalKind.all)
  func `A payment settled as not consumed can be consumed again`(_ kind: JournalKind) async throws {
    let journal = try await journal(kind)
    let entry = try await annotate(journal, settledAsNotConsumed)
    #expect(entry?.outcome == .notConsumed)
    let run = try await journal.run()
    let claim = Claim.granted(Claim.Grant(isSettledByHand: true))
    #expect(try await run.claim("1") == claim)
    // The settlement counts also after another attempt.
    try await run.write("1", .consumeBegins, .consumeEnds(.refused("1")), .released)
    #expect(try await run.claim("1") == claim)
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    #expect(try await journal.entries(.latest).map(\.outcome) == [.consume(.consumed)])
  }

  @Test(arguments: JournalKind.all)
  func `An attempt that a crashed run left open can be settled`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    let held = await failure { _ = try await annotate(journal, settledAsConsumed) }
    #expect(held?.code == .http(.alreadyInProgress))
    await run.end()
    #expect(try await annotate(journal, settledAsConsumed) != nil)
    #expect(try await journal.run().claim("1", settles: true) == .consumed(.consumed))
  }

  @Test(arguments: JournalKind.all)
  func `A wrong settlement can be corrected until the server answers`(_ kind: JournalKind)
    async throws
  {
    let journal = try await journal(kind)
    #expect(try await annotate(journal, settledAsConsumed) != nil)
    #expect(try await annotate(journal, settledAsNotConsumed) != nil)
    #expect(try await annotate(journal, settledAsConsumed) != nil)
    #expect(try await annotate(journal, settledAsConsumed) == nil)
    #expect(try await journal.run().claim("1", settles: true) == .consumed(.consumed))
    #expect(try await annotate(journal, settledAsNotConsumed) != nil)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    #expect(
      await failure { _ = try await annotate(journal, settledAsNotConsumed) }
        == .iapctl(.usage, .payment("1", .outcomeKnown("consumed"))))
  }

  @Test(arguments: JournalKind.all)
  func `Only an unknown outcome can be settled, and the same settlement is recorded once`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await journal(kind)
    #expect(try await annotate(journal, settledAsConsumed) != nil)
    #expect(try await annotate(journal, settledAsConsumed) == nil)
    let run = try await journal.run()
    _ = try await run.claim("2")
    try await run.write("2", .consumeBegins, .consumeEnds(.refused("2")), .released)
    #expect(try await annotate(journal, settledAsNotConsumed, of: "2") == nil)
    #expect(
      await failure { _ = try await annotate(journal, settledAsConsumed, of: "2") }
        == .iapctl(.usage, .payment("2", .outcomeKnown(nil))))
    #expect(try await journal.entries(.everything).count == 3)
  }

  @Test(
    arguments: JournalKind.stored
  )
  func `A payment without attempts is not found, and no journal is created`(_ kind: JournalKind)
    async throws
  {
    let journal = try await journal(kind)
    let expected = IAPError.iapctl(
      .paymentNotFound, .payment("9", .notInJournal(path: journal.path)))
    #expect(await failure { _ = try await annotate(journal, .note("x"), of: "9") } == expected)
    let empty = try await JournalFixture(kind)
    #expect(
      await failure { _ = try await annotate(empty, .note("x"), of: "9") }?.code
        == .iapctl(.paymentNotFound))
    #expect(empty.folder.names.isEmpty)
  }

  @Test(arguments: JournalKind.all)
  func `If several servers have the payment number, the server must be given`(_ kind: JournalKind)
    async throws
  {
    let journal = try await journal(kind)
    let other = try await journal.run(origin: "https://other.test:8443", key: "aa")
    _ = try await other.claim("1")
    try await other.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    await other.end()
    let names = ["iap.test", "other.test:8443"].map { ServerName(text: $0) }
    #expect(
      await failure { _ = try await annotate(journal, settledAsConsumed) }
        == .iapctl(.usage, .payment("1", .onServers(names))))
    let entry = try await annotate(journal, settledAsConsumed, at: "other.test:8443")
    #expect(entry?.run.server == names[1])
    #expect(try await journal.run().claim("1") == .unknown())
  }

  /// The hint of a run under the other name has that name.
  @Test(arguments: JournalKind.all)
  func `A payment is settled under each name of its service that a run has used`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run(origin: "https://one.test", key: "aa")
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    await run.end()
    for (name, key) in [("two", "aa"), ("three", "bb")] {
      let other = try await journal.run(origin: "https://\(name).test", key: key)
      _ = try await other.claim("2")
      await other.end()
    }
    let stranger = await failure {
      _ = try await annotate(journal, settledAsConsumed, at: "three.test")
    }
    #expect(stranger?.code == .iapctl(.paymentNotFound))
    #expect(try await annotate(journal, settledAsConsumed, at: "two.test") != nil)
    let claim = try await journal.run(origin: "https://two.test", key: "aa").claim("1")
    #expect(claim == .consumed(.consumed))
  }

  /// Both are the payment of the name: the one by the name itself, the other one by its app key.
  @Test(arguments: JournalKind.all)
  func `Of two payments of a service with one number, the unknown one is settled`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    let ends = [("one", "aa", ConsumeResult.unknown("1")), ("two", "bb", .refused("1"))]
    for (name, key, end) in ends {
      let run = try await journal.run(origin: "https://\(name).test", key: key)
      _ = try await run.claim("1")
      try await run.write("1", .consumeBegins, .consumeEnds(end), .released)
      await run.end()
    }
    let other = try await journal.run(origin: "https://two.test", key: "aa")
    _ = try await other.claim("2")
    await other.end()
    #expect(try await annotate(journal, settledAsConsumed, at: "two.test") != nil)
    let claim = try await journal.run(origin: "https://one.test", key: "aa").claim("1")
    #expect(claim == .consumed(.consumed))
  }

  @Test(arguments: JournalKind.all)
  func `A note is recorded and changes nothing else`(_ kind: JournalKind) async throws {
    let journal = try await journal(kind)
    let entry = try await annotate(journal, .note("asked the store"))
    #expect(entry?.note == "asked the store")
    #expect(entry?.outcome == .done)
    #expect(try await journal.entries(.payment("1")).map(\.action) == [.consume, .note])
    #expect(try await journal.entries(.latest).map(\.action) == [.consume])
    #expect(try await journal.run().claim("1") == .unknown())
  }
}
