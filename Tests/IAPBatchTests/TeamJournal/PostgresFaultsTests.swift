import IAPCore
import Synchronization
import System
import TestSupport
import Testing

@testable import IAPBatch

/// A journal in a database whose connection or server fails.
@Suite(.blocking, .postgres)
struct PostgresFaultsTests {
  private let granted = Claim.new

  /// A journal through a proxy, and the same journal without it.
  private struct Office {
    let cluster: PostgresCluster
    let database: String
    let proxy: CuttingProxy
    let distant: PostgresJournal
    let near: PostgresJournal

    init(lease: Duration = .seconds(120), patience: Duration = .seconds(30)) async throws {
      cluster = try await PostgresCluster.shared
      database = try await cluster.makeJournal()
      proxy = try CuttingProxy(to: cluster.port)
      distant = try JournalFixture.teamJournal(
        at: cluster.url(database, through: proxy), patience: patience, lease: lease)
      near = try JournalFixture.teamJournal(at: cluster.url(database))
    }

    func outcomes(_ payment: Identifier) async throws -> [JournalEntry.Outcome] {
      try await near.entries(JournalQuery(.payment(payment))).reduce(into: []) {
        $0 += $1.map(\.outcome)
      }
    }

    /// The payments and attempts, a text each.
    func states() throws -> [String] {
      try cluster.texts(
        """
        SELECT concat_ws(' ', payment_seq, outcome, open, latest, claimed_by) AS text
        FROM iapctl.payment UNION ALL
        SELECT concat_ws(' ', id, payment, action, outcome) FROM iapctl.attempt ORDER BY 1
        """, in: database)
    }

    /// Ends the leases of all runs, as time would.
    func endLeases() throws {
      try cluster.run("UPDATE iapctl.run SET lease = '2000-01-01'", in: database)
    }
  }

  /// The cuts are a few bytes apart, from before the first byte of a step to after its last: so they
  /// come before, in and after its COMMIT.
  @Test(arguments: CuttingProxy.Direction.allCases)
  func `A claim and a write are made once, wherever the connection is cut`(
    _ direction: CuttingProxy.Direction
  ) async throws {
    let office = try await Office()
    let run = try await office.distant.begin(JournalFixture.facts)
    let other = try await office.near.begin(JournalFixture.facts)
    _ = try await run.claim("0")
    try await run.write("0", .consumeBegins, .consumeEnds(.consumed("0")), .released)
    var (number, isReached) = (0, true)
    while isReached {
      number += 1
      let payment = Identifier("\(number)")
      office.proxy.cut(direction, after: number * 67)
      #expect(try await run.claim(payment) == granted)
      let isInClaim = !office.proxy.isCutPending
      guard case .held = try await other.claim(payment) else {
        Issue.record("claimed twice")
        return
      }
      office.proxy.cut(direction, after: number * 67)
      try await run.write(payment, .consumeBegins)
      let isInWrite = !office.proxy.isCutPending
      office.proxy.cut(direction, after: number * 67)
      try await run.write(payment, .consumeEnds(.consumed(payment)), .released)
      isReached = isInClaim || isInWrite || !office.proxy.isCutPending
      office.proxy.cutNothing()
      #expect(try await office.outcomes(payment) == [.consume(.consumed)])
      #expect(try await other.claim(payment) == .consumed(.consumed))
    }
    #expect(number > 5)
  }

  @Test(arguments: CuttingProxy.Direction.allCases)
  func `A run begins once, and a note is made once, wherever the connection is cut`(
    _ direction: CuttingProxy.Direction
  ) async throws {
    let office = try await Office()
    let run = try await office.near.begin(JournalFixture.facts)
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    for number in 1...24 {
      office.proxy.cut(direction, after: number * 97)
      // A connection that is cut before it is made is an error, and nothing was written.
      if let begun = try? await office.distant.begin(JournalFixture.facts) { await begun.end() }
    }
    var (bytes, step) = (0, 97)
    while step > 0 {
      bytes += step
      office.proxy.cut(direction, after: bytes)
      let text = "note \(bytes)"
      let made = await failure {
        _ = try await office.distant.annotate("1", at: nil, .note(text), by: JournalFixture.facts)
      }
      if office.proxy.isCutPending {
        // The answer to the last COMMIT, which is short, is among the last bytes.
        (bytes, step) = step == 97 ? (bytes - 2 * step, 17) : (bytes, 0)
      }
      office.proxy.cutNothing()
      let notes = try await office.near.entries(JournalQuery(.payment("1"))).reduce(into: []) {
        $0 += $1.compactMap(\.note)
      }
      #expect(notes.filter { $0 == text }.count == (made == nil ? 1 : 0))
    }
    let runs = try office.cluster.texts(
      "SELECT count(*)::text AS text FROM iapctl.run WHERE id > (SELECT runs FROM iapctl.format)",
      in: office.database)
    #expect(runs == ["0"])
  }

  /// After a claim that was given up, the next transaction first makes sure that it is over. If the
  /// answer to that is lost, the transaction itself was not sent.
  @Test
  func `After an abandoned claim, a write is made, wherever the next connection is cut`()
    async throws
  {
    let office = try await Office(patience: .seconds(1))
    let run = try await office.distant.begin(JournalFixture.facts)
    var (number, isReached) = (0, true)
    while isReached {
      number += 1
      let payment = Identifier("\(number)")
      _ = try await run.claim(payment)
      office.proxy.cut(.toClient, after: 1, staysDown: true)
      #expect(await failure { _ = try await run.claim("0") } != nil)
      office.proxy.setDown(false)
      office.proxy.cut(.toClient, after: number * 127)
      try await run.write(payment, .consumeBegins, .consumeEnds(.consumed(payment)), .released)
      isReached = !office.proxy.isCutPending
      office.proxy.cutNothing()
      #expect(try await office.outcomes(payment) == [.consume(.consumed)])
    }
    #expect(number > 5)
  }

  @Test
  func `A run whose lease is over loses its claims, and its late write is refused`() async throws {
    let office = try await Office()
    let run = try await office.distant.begin(JournalFixture.facts)
    _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: false)
    try await run.write("1", .consumeBegins)
    try office.endLeases()
    let other = try await office.near.begin(JournalFixture.facts)
    #expect(try await other.claim("1") == .unknown())
    #expect(try await other.claim("2") == granted)
    try await other.write("2", .consumeBegins)
    let error = await failure {
      try await run.write("1", .consumeEnds(.consumed("1")), .released)
    }
    #expect(error?.code == .iapctl(.journalNotWritten))
    #expect(throws: IAPError.self) { try run.requireLease(for: nil) }
    #expect(try await office.outcomes("1") == [.unknown])
    #expect(try await office.outcomes("2") == [.open])
  }

  @Test
  func `A write to a payment or attempt that the run has lost changes nothing and ends it`()
    async throws
  {
    for change in [
      "UPDATE iapctl.payment SET claimed_by = claimed_by + 1 WHERE payment_seq = '1'",
      "DELETE FROM iapctl.attempt",
    ] {
      let office = try await Office()
      let run = try await office.near.begin(JournalFixture.facts)
      _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: false)
      try await run.write("1", .consumeBegins)
      try office.cluster.run(change, in: office.database)
      let before = try office.states()
      let error = await failure {
        try await run.write([
          JournalStep("2", .consumeBegins, at: Instant(0)),
          JournalStep("1", .consumeEnds(.consumed("1")), at: Instant(0)),
        ])
      }
      #expect(error == JournalErrors(of: "postgresql:///\(office.database)").replaced, "\(change)")
      #expect(throws: IAPError.self) { try run.requireLease(for: nil) }
      #expect(try office.states() == before, "\(change)")
    }
  }

  @Test
  func `A run that is cut off sends nothing after its lease, measured by its own clock`()
    async throws
  {
    let office = try await Office()
    let time = Mutex(Duration.zero)
    let journal = try JournalFixture.teamJournal(
      at: office.cluster.url(office.database, through: office.proxy), patience: .seconds(30),
      lease: .seconds(100), monotonicTime: { time.withLock { $0 } })
    let run = try await journal.begin(JournalFixture.facts)
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    office.proxy.setDown(true)
    try run.requireLease(for: nil)
    // A request may take thirty seconds, and must end before the lease does.
    time.withLock { $0 = .seconds(71) }
    let error = #expect(throws: IAPError.self) { try run.requireLease(for: nil) }
    let url = "postgresql://iapctl@127.0.0.1:\(office.proxy.port)/\(office.database)"
    #expect(error == JournalErrors(of: url).runOver)
    time.withLock { $0 = .milliseconds(99_900) }
    let written = await failure { try await run.write("1", .consumeEnds(.consumed("1"))) }
    #expect(written?.code == .iapctl(.journalNotWritten))
    office.proxy.setDown(false)
    try office.endLeases()
    #expect(try await office.near.begin(JournalFixture.facts).claim("1") == .unknown())
  }

  @Test
  func `A lease is extended from the time when a write is sent, not from its answer`() async throws
  {
    let office = try await Office()
    let journal = try JournalFixture.teamJournal(
      at: office.cluster.url(office.database), lease: .seconds(100),
      monotonicTime: {
        // Fifty seconds pass while the entry is made.
        let entries = try? office.cluster.texts(
          "SELECT id::text AS text FROM iapctl.attempt", in: office.database)
        return .seconds(50 * (entries?.count ?? 0))
      })
    let run = try await journal.begin(JournalFixture.facts)
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    #expect(run.lease?.rest == .seconds(50))
  }

  @Test
  func `A lease is extended while nothing is written, also after a cut, and never once it is over`()
    async throws
  {
    let office = try await Office()
    let time = Mutex(Duration.zero)
    let journal = try JournalFixture.teamJournal(
      at: office.cluster.url(office.database, through: office.proxy), lease: .seconds(100),
      monotonicTime: { time.withLock { $0 } })
    let run = try #require(try await journal.begin(JournalFixture.facts) as? PostgresJournalRun)
    _ = try await run.claim("1")
    let isHeld = "SELECT (lease > clock_timestamp())::text AS text FROM iapctl.run"
    time.withLock { $0 = .seconds(60) }
    try office.endLeases()
    // Another run can have the payment by now.
    await run.extend()
    #expect(run.lease?.rest == .seconds(-60))
    #expect(throws: IAPError.self) { try run.requireLease(for: nil) }
    #expect(try office.cluster.texts(isHeld, in: office.database) == ["false"])

    time.withLock { $0 = .zero }
    let next = try #require(try await journal.begin(JournalFixture.facts) as? PostgresJournalRun)
    #expect(try await next.claim("1") == granted)
    time.withLock { $0 = .seconds(60) }
    #expect(next.lease?.rest == .seconds(40))
    office.proxy.cutAll()
    // The first extension finds the connection cut, and the second one connects again.
    await next.extend()
    await next.extend()
    #expect(next.lease?.rest == .seconds(100))
    let later = "SELECT (lease > clock_timestamp() + interval '99 seconds')::text AS text"
    let own = " FROM iapctl.run WHERE id = \(next.number)"
    #expect(try office.cluster.texts(later + own, in: office.database) == ["true"])
    await next.end()
    let lease = "SELECT lease::text AS text" + own
    let last = try office.cluster.texts(lease, in: office.database)
    await next.extend()
    #expect(try office.cluster.texts(lease, in: office.database) == last)
  }

  @Test
  func `A run extends its lease by itself`() async throws {
    let office = try await Office()
    let (pauses, pause) = AsyncStream<Duration>.makeStream()
    let time = Mutex(Duration.zero)
    let journal = try JournalFixture.teamJournal(
      at: office.cluster.url(office.database), lease: .seconds(120),
      monotonicTime: { time.withLock { $0 } },
      sleep: { duration in
        pause.yield(duration)
        let isFirst = time.withLock { time in
          defer { time = .seconds(30) }
          return time == .zero
        }
        if !isFirst { await untilCancelled() }
      })
    let run = try await journal.begin(JournalFixture.facts)
    // The second pause begins when the lease has been extended once.
    var count = 0
    for await duration in pauses {
      #expect(duration == .seconds(30))
      count += 1
      if count == 2 { break }
    }
    #expect(run.lease?.rest == .seconds(120))
    await run.end()
  }

  @Test
  func `A write waits while the server restarts, and is made once`() async throws {
    let cluster = try await waiting { try PostgresCluster() }
    let database = try await cluster.makeJournal()
    let run = try await JournalFixture.teamJournal(at: cluster.url(database)).begin(
      JournalFixture.facts)
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    for mode in ["fast", "immediate"] {
      try await cluster.control("-m \(mode) stop")
      async let written: Void = run.write("1", .consumeEnds(.refused("1")), .consumeBegins)
      try await cluster.control("-w start")
      try await written
    }
    try await run.write("1", .consumeEnds(.consumed("1")), .released)
    let outcomes = try cluster.texts(
      "SELECT outcome AS text FROM iapctl.attempt", in: database)
    #expect(outcomes == ["refused", "refused", "consumed"])
  }

  @Test
  func `No time limit that the database is set to ends a statement or a run`() async throws {
    let office = try await Office()
    let alter = "ALTER DATABASE \(office.database) SET"
    try office.cluster.run("\(alter) statement_timeout = '500ms'", in: "postgres")
    try office.cluster.run("\(alter) idle_session_timeout = '1h'", in: "postgres")
    try office.cluster.run(
      """
      CREATE FUNCTION iapctl.slow() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_sleep(1);
        IF current_setting('idle_session_timeout') <> '0' THEN RAISE EXCEPTION 'limit'; END IF;
        RETURN NULL;
      END $$
      """, in: office.database)
    try office.cluster.run(
      "CREATE TRIGGER slow AFTER INSERT ON iapctl.payment EXECUTE FUNCTION iapctl.slow()",
      in: office.database)
    let run = try await office.distant.begin(JournalFixture.facts)
    #expect(try await run.claim("1") == granted)
  }

  @Test
  func `A statement that the server cancels is reported, and nothing is claimed`() async throws {
    let office = try await Office()
    let run = try await office.distant.begin(JournalFixture.facts)
    try office.cluster.run(
      """
      CREATE FUNCTION iapctl.cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'canceling statement due to user request' USING ERRCODE = '57014'; END $$
      """, in: office.database)
    try office.cluster.run(
      "CREATE TRIGGER cancelled BEFORE INSERT ON iapctl.payment EXECUTE FUNCTION iapctl.cancelled()",
      in: office.database)
    let error = await failure { _ = try await run.claim("1") }
    #expect(error?.code == .iapctl(.journalBusy))
    try office.cluster.run("DROP TRIGGER cancelled ON iapctl.payment", in: office.database)
    #expect(try await run.claim("1") == granted)
  }

  /// A real full disk gives this answer. What it refuses is rolled back, and the run goes on as soon as
  /// there is room.
  @Test
  func `A full disk of the server is reported, and no request is announced that is not written`()
    async throws
  {
    let office = try await Office()
    let run = try await office.near.begin(JournalFixture.facts)
    #expect(try await run.claim("1") == granted)
    try office.cluster.run(
      """
      CREATE FUNCTION iapctl.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'could not extend file "base/5/16403": No space left on device'
          USING ERRCODE = 'disk_full', HINT = 'Check free disk space.';
      END $$
      """, in: office.database)
    try office.cluster.run(
      """
      CREATE TRIGGER full_disk BEFORE INSERT ON iapctl.attempt
      FOR EACH ROW EXECUTE FUNCTION iapctl.full_disk()
      """, in: office.database)
    let error = await failure { try await run.write("1", .consumeBegins) }
    #expect(error?.code == .iapctl(.journalNotWritten))
    #expect("\(error as Any)".contains("No space left on device"))
    #expect(try await office.outcomes("1") == [])
    try office.cluster.run("DROP TRIGGER full_disk ON iapctl.attempt", in: office.database)
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    #expect(try await office.outcomes("1") == [.consume(.consumed)])
  }

  @Test
  func `Clocks that differ by an hour change neither claims nor the order of entries`() async throws
  {
    let office = try await Office()
    let early = PostgresJournal.Clocks(
      realTime: { Instant(JournalFixture.now.milliseconds - 3_600_000) },
      monotonicTime: { .nanoseconds(Clocks.sleeplessNanoseconds()) }, lease: .seconds(120))
    let other = try PostgresJournal(
      at: office.cluster.url(office.database), patience: .seconds(30), clocks: early,
      words: \.name)
    let first = try await office.near.begin(JournalFixture.facts)
    _ = try await first.claim("1")
    try await first.write("1", .consumeBegins, .consumeEnds(.refused("1")))
    let second = try await other.begin(JournalFixture.facts)
    guard case .held = try await second.claim("1") else {
      Issue.record("claimed twice")
      return
    }
    try await first.write("1", .released)
    #expect(try await second.claim("1") == granted)
    try await second.write([
      JournalStep("1", .consumeBegins, at: Instant(JournalFixture.now.milliseconds - 3_600_000)),
      JournalStep(
        "1", .consumeEnds(.consumed("1")), at: Instant(JournalFixture.now.milliseconds - 3_600_000)),
    ])
    #expect(try await office.outcomes("1") == [.consume(.refused), .consume(.consumed)])
  }
}
