import IAPBatch
import IAPCore
import SQLite
import TestSupport
import Testing

/// A run switches the checks of SQLite off for its own connection, so these tests make them.
struct JournalRowsTests {
  private func expectSound(_ journal: JournalFixture) throws {
    let connection = try Connection(path: journal.path, access: .readWrite, patience: 0)
    #expect(try connection.all("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    #expect(try connection.all("PRAGMA foreign_key_check") { $0.text(0) }.isEmpty)
  }

  @Test
  func `The rows of a run with every step and outcome fulfil the constraints of their tables`()
    async throws
  {
    let journal = try JournalFixture()
    let run = try await journal.run()
    let failure = IAPError.iapctl(.bug, .bug("x"))
    let steps: [[JournalStep.Kind]] = [
      [.deliveryBegins(Purchase(paymentSeq: "1")), .deliveryEnds(nil), .consumeBegins],
      [.deliveryBegins(Purchase(paymentSeq: "1")), .deliveryEnds(failure), .released],
      [.undoBegins, .undoEnds(nil), .undoBegins, .undoEnds(failure), .released],
      [.described(Payment("4")), .consumeBegins, .consumeWithdrawn, .released],
    ]
    for (index, kinds) in steps.enumerated() {
      let payment = Identifier("\(index + 1)")
      _ = try await run.claim(payment)
      try await run.write(kinds.map { JournalStep(payment, $0, at: JournalFixture.now) })
    }
    let outcomes: [ConsumeResult.Outcome] = ConsumeResult.Outcome.allCases
    for (index, outcome) in outcomes.enumerated() {
      let payment = Identifier("1\(index)")
      _ = try await run.claim(payment)
      let error = outcome == .unknown ? failure : nil
      try await run.write(
        payment, .consumeBegins,
        .consumeEnds(ConsumeResult(payment, outcome, priorUnknown: index == 0, error: error)),
        .released)
    }
    _ = try await run.claim("20")
    try expectSound(journal)
    await run.end()
    try expectSound(journal)
  }

  @Test(arguments: JournalKind.all)
  func `A withdrawn attempt leaves no entry, and the payment can be claimed as before`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    try await run.write("1", .consumeWithdrawn, .released)
    #expect(try await journal.entries(.everything).isEmpty)
    #expect(try await journal.entries(.latest).isEmpty)
    #expect(
      try await journal.run().claim("1") == .new)
  }

  /// A reader that has seen the first one looks for those after its number.
  @Test
  func `The number of a withdrawn attempt is not given again by its run`() async throws {
    let journal = try JournalFixture()
    let run = try await journal.run()
    _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: false)
    try await run.write("1", .consumeBegins)
    try await run.write("1", .consumeWithdrawn, .released)
    try await run.write("2", .consumeBegins)
    let connection = try Connection(path: journal.path, access: .readWrite, patience: 1000)
    #expect(try connection.all("SELECT id FROM attempt", [], make: { $0.integer(0) }) == [2])
  }

  @Test(arguments: JournalKind.all)
  func `After a withdrawn attempt, the latest entry is the one before it`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim(["1", "2", "3"].map { Payment($0) }, settles: false)
    try await run.write("1", .deliveryBegins(Purchase(paymentSeq: "1")), .deliveryEnds(nil))
    try await run.write("2", .consumeBegins, .consumeEnds(.refused("2")))
    try await run.write("2", .undoBegins, .undoEnds(nil))
    try await run.write("3", .consumeBegins, .consumeEnds(.unknown("3")), .released)
    _ = try await run.claim("3", settles: true)
    for payment: Identifier in ["1", "2", "3"] {
      try await run.write(payment, .consumeBegins)
      try await run.write(payment, .consumeWithdrawn, .released)
    }
    let latest = try await journal.entries(.latest)
    #expect(latest.map(\.payment.paymentSeq) == ["1", "2", "3"])
    #expect(latest.map(\.outcome) == [.done, .consume(.refused), .consume(.unknown)])
    #expect(try await journal.run().claim("3") == .unknown())
  }
}
