import IAPCore
import SQLite
import Synchronization
import System
import TestSupport
import Testing

@testable import IAPBatch

/// How often a journal in a file is opened and checked for damage.
struct JournalOpeningTests {
  private static let server = ServerName(origin: "https://iap.test")

  /// A clock that a test moves.
  private final class MovingClock: Sendable {
    private let time = Mutex(JournalFixture.now)

    @Sendable func now() -> Instant { time.withLock { $0 } }
    func move(by hours: Int64) {
      time.withLock { $0 = Instant($0.milliseconds + hours * 3_600_000) }
    }
  }

  /// A journal that knows many payments.
  private func filled(_ count: Int) async throws -> JournalFixture {
    let fixture = try JournalFixture("journal.db")
    let run = try await fixture.run()
    let payments = (1...count).map { Payment(Identifier("\(20_260_101_000_000 + $0)")) }
    _ = try await run.claim(payments, settles: false)
    try await run.write(Self.first, .consumeBegins, .consumeEnds(.consumed(Self.first)), .released)
    await run.end()
    let connection = try Connection(
      path: fixture.folder["journal.db"], access: .readWrite, patience: 1000)
    _ = try connection.first("SELECT count(*) FROM payment", make: { $0.integer(0) })
    try connection.checkpoint()
    return fixture
  }

  private static let first: Identifier = "20260101000001"

  /// The same with an index that cannot be read, which a look-up of other payments does not use.
  private func damaged(_ count: Int) async throws -> JournalFixture {
    let fixture = try await filled(count)
    let path = fixture.folder["journal.db"]
    let page = try Connection(path: path, access: .readWrite, patience: 1000).first(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'attempt_of_payment'",
      make: { Int($0.integer(0) ?? 0) })
    var bytes = try fixture.folder.read("journal.db")
    bytes[(try #require(page) - 1) * 4096] = 0
    for name in fixture.folder.names where name != "journal.db-runs" {
      Files.remove(fixture.folder[name])
    }
    try fixture.folder.write(bytes, to: "journal.db")
    return fixture
  }

  private func open(_ fixture: JournalFixture, _ clock: MovingClock) async -> ConsoleCode? {
    let journal = SQLiteJournal(
      at: fixture.folder["journal.db"], patience: .seconds(1), realTime: clock.now, words: \.name)
    do {
      _ = try await journal.claims(of: ["1"], at: Self.server, settles: false)
      return nil
    } catch {
      guard case .iapctl(let code) = error.code else { return .bug }
      return code
    }
  }

  @Test
  func `A large journal is checked once a day, a small one each time it is opened`() async throws {
    let clock = MovingClock()
    let small = try await damaged(10)
    #expect(await open(small, clock) == .journalDamaged)
    #expect(!small.folder.names.contains("journal.db-checked"))
    let large = try await damaged(12_000)
    #expect(await open(large, clock) == .journalDamaged)
    #expect(!large.folder.names.contains("journal.db-checked"), "damage is no success")
    let checked = large.folder["journal.db-checked"]
    try Files.write(Array(clock.now().description.utf8), to: checked)
    #expect(await open(large, clock) == nil)
    clock.move(by: 23)
    #expect(await open(large, clock) == nil)
    clock.move(by: 1)
    #expect(await open(large, clock) == .journalDamaged)
    // A time that is not over yet, or none at all, does not count.
    clock.move(by: -48)
    #expect(await open(large, clock) == .journalDamaged)
    try Files.write(Array("soon".utf8), to: checked)
    #expect(await open(large, clock) == .journalDamaged)
  }

  @Test
  func `The time of a check is kept beside a large journal`() async throws {
    let fixture = try await filled(12_000)
    let clock = MovingClock()
    #expect(await open(fixture, clock) == nil)
    let kept = try Files.read(fixture.folder["journal.db-checked"], limit: 100)
    #expect(String(decoding: kept, as: UTF8.self) == JournalFixture.now.description)
  }

  @Test
  func `A journal opens its file once for all groups of payments, and again if it was replaced`()
    async throws
  {
    let fixture = try await filled(12_000)
    let journal = JournalFixture.journal(at: fixture.folder["journal.db"])
    #expect(try await journal.claims(of: [Self.first], at: Self.server, settles: false).count == 1)
    #expect(fixture.folder.names.contains("journal.db-checked"))
    // Each opening of a large journal without the time of its check leaves that time.
    let checked = fixture.folder["journal.db-checked"]
    Files.remove(checked)
    for _ in 1...3 {
      #expect(
        try await journal.claims(of: [Self.first], at: Self.server, settles: false).count == 1)
    }
    #expect(!fixture.folder.names.contains("journal.db-checked"))
    for name in fixture.folder.names { Files.remove(fixture.folder[name]) }
    #expect(try await journal.claims(of: [Self.first], at: Self.server, settles: false).isEmpty)
  }

  @Test
  func `The constraints of the tables hold while a run writes`() async throws {
    let fixture = try JournalFixture("journal.db")
    let run = try await fixture.run()
    _ = try await run.claim([Payment("1")], settles: false)
    let file = try #require(run as? SQLiteJournalRun)
    await #expect(throws: (any Error).self) { try await file.breakRules() }
  }
}

extension SQLiteJournalRun {
  /// Writes what no rule of the tables allows.
  fileprivate func breakRules() throws {
    try connection.run("UPDATE payment SET claimed_by = 99, outcome = 'maybe'", [])
  }
}
