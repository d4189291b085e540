import CLibrary
import IAPBatch
import IAPCore
import SQLite
import System
import TestSupport
import Testing

/// Copies of a journal file that were made at several moments, imported in each order.
@Suite(.blocking, .postgres)
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
    for payment in [Identifier("1"), "6"] {
      try await run.write(payment, .deliveryBegins(Purchase(paymentSeq: "1")))
    }
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
      let free = Claim.new
      let takenBack = Claim.granted(Claim.Grant(earlierDelivery: .takenBack))
      #expect(
        claims == [
          .consumed(.consumed, after: .delivered), .consumed(.consumed), .consumed(.consumed),
          .consumed(.alreadyConsumed), free, takenBack, .unknown(ticket: "T-1"),
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

  @Test
  func `A run that another import adds in the meantime is found`() async throws {
    let file = try JournalFixture()
    let copy = try #require(try await copies(file).first)
    let other = try await JournalFixture(.database)
    let otherTeam = try #require(other.journal as? PostgresJournal)
    #expect(try await otherTeam.add(historyOf: copy).runs == 1)
    let cluster = try await PostgresCluster.shared
    let marks = try cluster.texts(
      "SELECT mark AS text FROM iapctl.run", in: try #require(other.database))

    let journal = try await JournalFixture(.database)
    let (team, name) = (
      try #require(journal.journal as? PostgresJournal), try #require(journal.database)
    )
    // The import finds no run, and then waits for its number.
    let lock = try cluster.lock("iapctl.format IN EXCLUSIVE MODE", in: name)
    async let imported = team.add(historyOf: copy)
    let waiters =
      "SELECT 'x' AS text FROM pg_stat_activity WHERE datname = '\(name)' AND wait_event_type = 'Lock'"
    try await waiting { while try cluster.texts(waiters, in: name).isEmpty {} }
    try cluster.run(
      """
      INSERT INTO iapctl.run (id, mark, server, fingerprint, operator, host, process, began, lease)
      VALUES (99, '\(marks[0])', 's', 'f', 'o', 'h', 1, 0, clock_timestamp())
      """, in: name)
    try lock.release()
    #expect(try await imported.runs == 0)
    let runs = try cluster.texts(
      "SELECT DISTINCT CAST(run AS text) AS text FROM iapctl.attempt", in: name)
    #expect(runs == ["99"])
    withExtendedLifetime(file) {}
  }

  private static let failure = IAPError.iapctl(.bug, .bug("x"))

  @Test(
    arguments: [
      [.consumeEnds(.alreadyConsumed("1"))], [.consumeEnds(.refused("1")), .undoBegins],
      [.consumeEnds(.refused("1")), .undoBegins, .undoEnds(nil)],
      [.consumeEnds(.refused("1")), .undoBegins, .undoEnds(failure)], [.consumeEnds(.unknown("1"))],
    ] as [[JournalStep.Kind]])
  func `The database knows what is delivered, as the file does`(_ last: [JournalStep.Kind])
    async throws
  {
    let (file, database) = (try JournalFixture(), try await JournalFixture(.database))
    var item = Purchase(paymentSeq: "1")
    item.userID = "alice"
    let run = try await file.run()
    _ = try await run.claim("1", settles: true)
    for step in [.deliveryBegins(item), .deliveryEnds(nil), .consumeBegins] + last {
      try await run.write("1", step)
    }
    await run.end()
    let team = try #require(database.journal as? PostgresJournal)
    _ = try await team.add(historyOf: copy(file, "copy.db"))
    #expect(
      try await file.run().claim("1", settles: true)
        == database.run().claim("1", settles: true))
  }

  /// A request that was repeated may itself have consumed the payment. No other program is to blame then.
  @Test
  func `A later copy tells of an open attempt that it followed one without an answer`() async throws
  {
    let (file, database) = (try JournalFixture(), try await JournalFixture(.database))
    let run = try await file.run()
    _ = try await run.claim("1", settles: true)
    let item = Purchase(paymentSeq: "1")
    for step in [.deliveryBegins(item), .deliveryEnds(nil), .consumeBegins] as [JournalStep.Kind] {
      try await run.write("1", step)
    }
    let open = try copy(file, "open.db")
    let repeated = ConsumeResult(
      ClaimedPayment(Payment("1")), .alreadyConsumed, priorUnknown: true)
    try await run.write("1", .consumeEnds(repeated), .released)
    await run.end()
    let team = try #require(database.journal as? PostgresJournal)
    for copy in [open, try copy(file, "ended.db")] { _ = try await team.add(historyOf: copy) }
    let entry = try #require(try await database.entries(.everything).last)
    #expect(entry.outcome == .consume(.alreadyConsumed))
    #expect(entry.priorUnknown)
    #expect(!entry.isConsumedElsewhere)
  }

  @Test
  func `A payment that the database has under another address of the service is the same`()
    async throws
  {
    let (file, database) = (try JournalFixture(), try await JournalFixture(.database))
    for (journal, origin) in [(file, "https://old.test"), (database, "https://new.test")] {
      let run = try await journal.run(origin: origin)
      _ = try await run.claim("1", settles: true)
      try await run.write("1", .consumeBegins)
      if journal.database == nil { try await run.write("1", .consumeEnds(.consumed("1"))) }
      await run.end()
    }
    let team = try #require(database.journal as? PostgresJournal)
    _ = try await team.add(historyOf: copy(file, "copy.db"))
    for origin in ["https://old.test", "https://new.test", "https://third.test"] {
      #expect(try await database.run(origin: origin).claim("1") == .consumed(.consumed))
    }
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
        .granted(Claim.Grant(isSettledByHand: true)),
      ])
    withExtendedLifetime(file) {}
  }

  @Test
  func `A clock that was set back does not change the order of a file`() async throws {
    let file = try JournalFixture()
    let run = try await file.run()
    _ = try await run.claim("1")
    let later = Instant(1_893_456_000_000)
    try await run.write([
      JournalStep("1", .deliveryBegins(Purchase(paymentSeq: "1")), at: later),
      JournalStep("1", .deliveryEnds(nil), at: later),
    ])
    try await run.write(
      "1", .consumeBegins, .consumeEnds(.refused("1")), .undoBegins, .undoEnds(nil))
    await run.end()
    let journal = try await JournalFixture(.database)
    let team = try #require(journal.journal as? PostgresJournal)
    _ = try await team.add(historyOf: copy(file, "copy.db"))
    #expect(try await journal.run().claim("1")?.grant?.earlierDelivery == .takenBack)
  }

  /// One payment in a file and in a database, each with an attempt of its own.
  private func attempts(
    _ inFile: ConsumeResult, _ inDatabase: ConsumeResult
  ) async throws -> (JournalFixture, JournalFixture) {
    let (file, database) = (try JournalFixture(), try await JournalFixture(.database))
    for (journal, result) in [(file, inFile), (database, inDatabase)] {
      let run = try await journal.run()
      _ = try await run.claim("1", settles: true)
      try await run.write("1", .consumeBegins, .consumeEnds(result), .released)
      await run.end()
    }
    return (file, database)
  }

  @Test
  func `What a person settled says nothing of the attempts of another journal`() async throws {
    for isSettledInFile in [false, true] {
      let (file, database) = try await attempts(.unknown("1"), .unknown("1"))
      _ = try await (isSettledInFile ? file : database).journal.annotate(
        "1", at: nil, .settled(.notConsumed), by: JournalFixture.facts)
      let team = try #require(database.journal as? PostgresJournal)
      _ = try await team.add(historyOf: copy(file, "copy.db"))
      #expect(try await database.run().claim("1")?.isUnknown == true, "\(isSettledInFile)")
      // A person of the team can settle both.
      _ = try await team.annotate("1", at: nil, .settled(.notConsumed), by: JournalFixture.facts)
      _ = try await team.add(historyOf: copy(file, "again.db"))
      #expect(try await database.run().claim("1")?.isUnknown == false, "\(isSettledInFile)")
    }
  }

  @Test
  func `The entry that makes a payment consumed is shown, and cannot be settled away`() async throws
  {
    let (file, database) = try await attempts(.consumed("1"), .unknown("1"))
    let team = try #require(database.journal as? PostgresJournal)
    _ = try await team.annotate("1", at: nil, .settled(.notConsumed), by: JournalFixture.facts)
    _ = try await team.add(historyOf: copy(file, "copy.db"))
    #expect(try await database.run().claim("1") == .consumed(.consumed))
    #expect(try await database.entries(.latest).map(\.outcome) == [.consume(.consumed)])
    await #expect(throws: IAPError.self) {
      _ = try await team.annotate("1", at: nil, .settled(.notConsumed), by: JournalFixture.facts)
    }
  }
}
