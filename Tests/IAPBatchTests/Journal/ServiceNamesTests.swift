import IAPBatch
import IAPCore
import SQLite
import TestSupport
import Testing

/// The names of a service, which the runs of a journal connect: from name to key to name.
struct ServiceNamesTests {
  /// Connects names by runs on another payment.
  private func connect(
    _ journal: JournalFixture, _ places: (host: String, key: String)...
  ) async throws {
    for (host, key) in places { _ = try await journal.run(origin: "https://\(host)", key: key) }
  }

  private func unknown(
    _ number: Identifier, in journal: JournalFixture, _ host: String, _ key: String
  ) async throws {
    let run = try await journal.run(origin: "https://\(host)", key: key)
    #expect(try await run.claim(number) == .new)
    try await run.write(number, .consumeBegins, .consumeEnds(.unknown(number)), .released)
    await run.end()
  }

  private func claim(
    _ number: Identifier, in journal: JournalFixture, _ host: String, _ key: String
  ) async throws -> Claim? {
    try await journal.run(origin: "https://\(host)", key: key).claim(number)
  }

  @Test(arguments: JournalKind.all)
  func `A payment is the same under each name that runs connect with its own`(_ kind: JournalKind)
    async throws
  {
    for links in [
      [("a", "k2")], [("b", "k1")], [("b", "k1"), ("b", "k2")],
      [("a", "k3"), ("c", "k3"), ("c", "k4"), ("d", "k4"), ("d", "k2")], [("a", ""), ("a", "k2")],
    ] {
      let journal = try await JournalFixture(kind)
      try await unknown("1", in: journal, "a", "k1")
      for link in links { try await connect(journal, link) }
      let issuer = Issuer(ServerName(text: "b"), fingerprint: "k2")
      let seen = try await journal.journal.claims(of: ["1"], at: issuer, ClaimRules())
      #expect(seen["1"]?.withoutTicket == .unknown(), "\(links)")
      #expect(try await claim("1", in: journal, "b", "k2") == .unknown(), "\(links)")
    }
  }

  @Test(arguments: JournalKind.all)
  func `Names that nothing connects, and the numbers of another API, stay apart`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    try await unknown("1", in: journal, "a", "k1")
    try await connect(journal, ("b", "k2"), ("c", ""), ("d", ""))
    for (host, key) in [("b", "k2"), ("c", ""), ("d", "")] {
      #expect(try await claim("1", in: journal, host, key) == .new)
    }
    // A key that two APIs got, by mistake.
    try await unknown("1", in: journal, "a/gamebase", "k1")
    #expect(try await claim("2", in: journal, "a", "k1") == .new)
    #expect(try await claim("2", in: journal, "a/gamebase", "k1") == .new)
    #expect(try await claim("1", in: journal, "e/gamebase", "k1") == .unknown())
    #expect(try await claim("1", in: journal, "a", "k4") == .unknown())
  }

  @Test(arguments: JournalKind.all)
  func `Entries are found by any name of their service`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    try await unknown("1", in: journal, "a", "k1")
    try await unknown("2", in: journal, "other", "k9")
    try await connect(journal, ("a", "k2"), ("b", "k2"))
    for selection in [JournalQuery.Selection.latest, .unknown, .everything, .payment("1")] {
      for host in ["a", "b"] {
        var query = JournalQuery(selection)
        query.server = ServerName(text: host)
        #expect(try await journal.entries(query).map(\.payment.paymentSeq) == ["1"], "\(host)")
        (query.server, query.issuer) = (nil, Issuer(ServerName(text: host)))
        #expect(try await journal.entries(query).map(\.payment.paymentSeq) == ["1"], "\(host)")
      }
    }
    // A key under which no run has asked at this address.
    var query = JournalQuery(.unknown)
    query.issuer = Issuer(ServerName(text: "new"), fingerprint: "k2")
    #expect(try await journal.entries(query).map(\.payment.paymentSeq) == ["1"])
  }

  @Test(arguments: JournalKind.all)
  func `A person settles a payment by any name of its service`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    try await unknown("1", in: journal, "a", "k1")
    try await connect(journal, ("a", "k2"), ("b", "k2"))
    let entry = try await journal.journal.annotate(
      "1", at: ServerName(text: "b"), .settled(.consumed), by: JournalFixture.facts)
    #expect(entry?.run.server == ServerName(text: "a"))
    #expect(try await claim("1", in: journal, "b", "k2") == .consumed(.consumed))
  }

  @Test(.postgres)
  func `A payment of a file is that of the database under a name that only one of them connects`()
    async throws
  {
    for isInFile in [false, true] {
      let (file, team) = (try JournalFixture(), try await JournalFixture(.database))
      try await unknown("1", in: team, "a", "k1")
      try await connect(isInFile ? file : team, ("a", "k2"))
      try await unknown("1", in: file, "b", "k2")
      let journal = try #require(team.journal as? PostgresJournal)
      let imported = try await journal.add(historyOf: JournalFixture.journal(at: file.path))
      #expect(imported.payments == 0)
      #expect(try await claim("1", in: team, "b", "k1") == .unknown())
      #expect(try await team.entries(.latest).count == 1)
    }
  }

  /// Neither sees what the other one enters before that is durable.
  @Test(.postgres)
  func `Two runs that enter payments at the same time under two names claim each once`()
    async throws
  {
    let journal = try await JournalFixture(.database)
    try await connect(journal, ("a", "k2"))
    let first = try await journal.run(origin: "https://a", key: "k1")
    let second = try await journal.run(origin: "https://b", key: "k2")
    for round in 0..<10 {
      let payments = (0..<500).map { Payment(Identifier("\(100_000 + round * 1000 + $0)")) }
      async let left = first.claim(payments, ClaimRules())
      async let right = second.claim(payments, ClaimRules())
      let claims = try await (left, right)
      #expect(zip(claims.0, claims.1).allSatisfy { ($0 == .new) != ($1 == .new) })
    }
  }

  @Test
  func `A file of an earlier version gets the index with the next run`() async throws {
    let journal = try JournalFixture()
    try await journal.run().end()
    try await journal.execute("DROP INDEX run_names")
    try await unknown("1", in: journal, "a", "k1")
    let file = try Connection(path: journal.path, access: .readWrite, patience: 1000)
    let plan = try file.all("EXPLAIN QUERY PLAN SELECT 1 FROM run WHERE server = 'a'", []) {
      $0.text(3) ?? ""
    }
    #expect(plan.first?.contains("run_names") == true, "\(plan)")
  }
}
