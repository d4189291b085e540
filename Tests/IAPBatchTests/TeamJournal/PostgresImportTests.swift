import CLibrary
import IAPBatch
import IAPCore
import SQLite
import System
import TestSupport
import Testing

/// Copies of a journal file that were made at several moments, imported in each order.
@Suite(.postgres)
struct PostgresImportTests {
  private static let payments = (1...7).map { Payment(Identifier("\($0)")) }

  /// A copy of the file as it is now.
  private func copy(_ journal: JournalFixture, _ name: String) throws -> SQLiteJournal {
    let path = journal.folder[name]
    try Connection(path: journal.path, access: .readWrite, patience: 1000)
      .run("VACUUM INTO '\(path)'", [])
    #expect(chmod(path, 0o600) == 0)
    return JournalFixture.journal(at: path)
  }

  /// In the middle of a batch, after its end, and after the next batch.
  private func copies(_ journal: JournalFixture) async throws -> [SQLiteJournal] {
    let run = try await journal.run()
    _ = try await run.claim(Self.payments, settles: false)
    for payment in [Identifier("1"), "6"] { try await run.write(payment, .deliveryBegins) }
    for payment in [Identifier("2"), "3", "4", "5", "7"] {
      try await run.write(payment, .consumeBegins)
    }
    try await run.write("3", .consumeEnds(.consumed("3")), .released)
    try await run.write("4", .consumeEnds(.unknown("4")), .released)
    try await run.write("6", .deliveryEnds(nil), .consumeBegins, .consumeEnds(.refused("6")))
    let middle = try copy(journal, "middle.db")
    try await run.write("1", .deliveryEnds(nil), .consumeBegins, .consumeEnds(.consumed("1")))
    try await run.write("2", .consumeEnds(.consumed("2")), .released)
    try await run.write("5", .consumeEnds(.refused("5")), .released)
    try await run.write("6", .undoBegins, .undoEnds(nil), .released)
    try await run.write("7", .consumeEnds(.unknown("7")), .released)
    await run.end()
    let end = try copy(journal, "end.db")
    let next = try await journal.run()
    _ = try await next.claim(["4", "5"].map { Payment($0) }, settles: true)
    try await next.write("4", .consumeBegins, .consumeEnds(.alreadyConsumed("4")), .released)
    try await next.write("5", .consumeBegins, .consumeEnds(.refused("5")), .released)
    await next.end()
    return [middle, end, try copy(journal, "next.db")]
  }

  @Test
  func `The database knows what the last copy knows, in whatever order copies are imported`()
    async throws
  {
    let file = try JournalFixture()
    let copies = try await copies(file)
    for order in [
      [2], [0, 2], [0, 1, 2], [1, 0, 2], [2, 0], [2, 1, 0], [0, 2, 1], [1, 2, 0],
    ] {
      let journal = try await JournalFixture(.database)
      let team = try #require(journal.journal as? PostgresJournal)
      for number in order { _ = try await team.add(historyOf: copies[number]) }
      let claims = try await journal.run().claim(Self.payments, settles: false)
      let free = Claim.granted(priorUnknown: false, isDelivered: false)
      #expect(
        claims == [
          .consumed(.consumed), .consumed(.consumed), .consumed(.consumed),
          .consumed(.alreadyConsumed), free, free, .unknown,
        ], "\(order)")
      let entries = try await journal.entries(.everything)
      #expect(entries.count == 12, "\(order)")
      #expect(entries.filter { $0.outcome == .consume(.unknown) }.count == 2, "\(order)")
      #expect(!entries.map(\.outcome).contains(.unknown), "\(order)")
      let again = try await team.add(historyOf: copies[2])
      #expect((again.runs, again.attempts, again.payments) == (0, 0, 0), "\(order)")
    }
    withExtendedLifetime(file) {}
  }

  private static let failure = IAPError.iapctl(.bug, .bug("x"))

  @Test(
    arguments: [
      ([.consumeEnds(.alreadyConsumed("1")), .undoBegins], [], true),
      (
        [.consumeEnds(.alreadyConsumed("1")), .undoBegins], [.undoBegins, .undoEnds(failure)], true
      ),
      ([.consumeEnds(.alreadyConsumed("1")), .undoBegins, .undoEnds(failure)], [], true),
      ([.consumeEnds(.alreadyConsumed("1")), .undoBegins], [.undoBegins, .undoEnds(nil)], false),
      ([.consumeEnds(.alreadyConsumed("1")), .undoBegins, .undoEnds(nil)], [], false),
      ([.consumeEnds(.refused("1")), .undoBegins], [], false),
      ([.consumeEnds(.refused("1")), .undoBegins], [.undoBegins, .undoEnds(failure)], false),
      ([.consumeEnds(.refused("1")), .undoBegins, .undoEnds(failure)], [], false),
    ] as [([JournalStep.Kind], [JournalStep.Kind], Bool)])
  func `The database knows which undos are left, as the file does`(
    _ first: [JournalStep.Kind], _ second: [JournalStep.Kind], _ isLeft: Bool
  ) async throws {
    let (file, database) = (try JournalFixture(), try await JournalFixture(.database))
    for steps in [[.deliveryBegins, .deliveryEnds(nil), .consumeBegins] + first, second] {
      guard !steps.isEmpty else { continue }
      let run = try await file.run()
      _ = try await run.claim("1", settles: true)
      for step in steps { try await run.write("1", step) }
      await run.end()
    }
    let team = try #require(database.journal as? PostgresJournal)
    _ = try await team.add(historyOf: copy(file, "copy.db"))
    for journal in [file, database] {
      #expect(try await journal.entries(.undoLeft).count == (isLeft ? 1 : 0))
    }
    let claims = [
      try await file.run().claim("1", settles: true),
      try await database.run().claim("1", settles: true),
    ]
    #expect(claims[0] == claims[1])
  }

  /// Somebody else of the team got 5018 for it.
  @Test(arguments: [true, false])
  func `No undo is left of a payment that an imported consume may have consumed`(
    _ isUnknownInFile: Bool
  ) async throws {
    let (file, database) = (try JournalFixture(), try await JournalFixture(.database))
    for journal in [file, database] {
      let run = try await journal.run()
      _ = try await run.claim("1")
      for step in [.deliveryBegins, .deliveryEnds(nil), .consumeBegins] as [JournalStep.Kind] {
        try await run.write("1", step)
      }
      if (journal.database == nil) == isUnknownInFile {
        try await run.write("1", .consumeEnds(.unknown("1")), .released)
      } else {
        try await run.write("1", .consumeEnds(.alreadyConsumed("1")), .undoBegins)
      }
      await run.end()
    }
    let team = try #require(database.journal as? PostgresJournal)
    _ = try await team.add(historyOf: copy(file, "copy.db"))
    #expect(try await database.entries(.undoLeft).isEmpty)
    #expect(
      try await database.run().claim("1", settles: true) == .consumed(.alreadyConsumed))
  }

  @Test
  func `What a person or a run of the team settled meanwhile is not undone by a later copy`()
    async throws
  {
    let file = try JournalFixture()
    let copies = try await copies(file)
    let journal = try await JournalFixture(.database)
    let team = try #require(journal.journal as? PostgresJournal)
    _ = try await team.add(historyOf: copies[0])
    _ = try await team.annotate("5", at: nil, .settled(.consumed), by: JournalFixture.facts)
    _ = try await team.annotate("7", at: nil, .settled(.notConsumed), by: JournalFixture.facts)
    let run = try await journal.run()
    _ = try await run.claim("2", settles: true)
    try await run.write("2", .consumeBegins, .consumeEnds(.alreadyConsumed("2")), .released)
    await run.end()
    _ = try await team.add(historyOf: copies[1])
    _ = try await team.add(historyOf: copies[2])
    let claims = try await journal.run().claim(
      ["2", "5", "7"].map { Payment($0) }, settles: false)
    #expect(
      claims == [
        .consumed(.consumed), .consumed(.consumed),
        .granted(priorUnknown: false, isDelivered: false, isSettledByHand: true),
      ])
    withExtendedLifetime(file) {}
  }
}
