import IAPCore
import Postgres
import SQLite
import System
import TestSupport
import Testing
import World

@testable import IAPBatch

/// The kinds of journals. All pass the same tests.
enum JournalKind: Sendable, CaseIterable, CustomTestStringConvertible {
  case file, database
  /// That of a simulated world.
  case memory

  /// Those that this machine has.
  static let all = stored + [.memory]

  /// Those that keep what they have when the process ends.
  static let stored: [JournalKind] = PostgresCluster.problem == nil ? [.file, .database] : [.file]

  var testDescription: String {
    switch self {
    case .file: "a file"
    case .database: "a database"
    case .memory: "memory"
    }
  }
}

/// A journal in a temporary folder or in a database of its own, with the operations that the tests
/// need.
struct JournalFixture {
  let folder: TemporaryFolder
  let journal: any Journal
  /// The name of the database; nil for a file.
  private(set) var database: String?

  static let now = Instant(1_767_225_600_000)

  init(_ name: String = "state/journal.db", patience: Duration = .seconds(30)) throws {
    folder = try TemporaryFolder()
    journal = Self.journal(at: folder[name], patience: patience)
  }

  private init(_ folder: TemporaryFolder, _ journal: any Journal, database: String? = nil) {
    (self.folder, self.journal, self.database) = (folder, journal, database)
  }

  init(_ kind: JournalKind) async throws {
    if kind == .memory {
      let folder = try TemporaryFolder()
      self.init(
        folder,
        MemoryJournal(
          named: folder["state/journal.db"], process: CurrentProcess.number, realTime: { Self.now },
          words: { "words: \($0.name)" }))
      return
    }
    guard kind == .database else {
      try self.init()
      return
    }
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let folder = try TemporaryFolder()
    self.init(
      folder, try Self.teamJournal(at: cluster.url(name), locks: folder["state/runs"]),
      database: name)
  }

  static func journal(at path: String, patience: Duration = .seconds(30)) -> SQLiteJournal {
    SQLiteJournal(at: path, patience: patience, realTime: { now }, words: { "words: \($0.name)" })
  }

  static func teamJournal(
    at url: String, patience: Duration = .seconds(30), lease: Duration = .seconds(120),
    locks: String? = nil,
    monotonicTime: @escaping @Sendable () -> Duration = {
      .nanoseconds(Clocks.sleeplessNanoseconds())
    },
    sleep: (@Sendable (Duration) async -> Void)? = nil
  ) throws -> PostgresJournal {
    var clocks = PostgresJournal.Clocks(
      realTime: { now }, monotonicTime: monotonicTime, lease: lease, locks: locks)
    if let sleep { clocks.sleep = sleep }
    return try PostgresJournal(
      at: url, patience: patience, clocks: clocks, words: { "words: \($0.name)" })
  }

  /// The name of the journal in messages.
  var path: String {
    database.map { "postgresql:///\($0)" } ?? folder["state/journal.db"]
  }

  /// The path or the URL, for a process.
  var address: String {
    get async throws {
      guard let database else { return path }
      return try await PostgresCluster.shared.url(database)
    }
  }

  func run(
    user: String = "alice", origin: String = "https://iap.test", key: String = "0011223344556677"
  ) async throws -> any JournalRun {
    try await journal.begin(
      RunFacts(
        server: ServerName(origin: origin), appKeyFingerprint: key, user: user, host: "desk",
        profile: "live",
        ticket: "T-1"))
  }

  /// Changes the journal as a person with a shell of the database can.
  func execute(_ sql: String) async throws {
    guard let database else {
      try Connection(path: path, access: .readWrite, patience: 1000).run(sql, [])
      return
    }
    let sql = ["payment", "attempt"].reduce(sql) { $0.replacing(" \($1)", with: " iapctl.\($1)") }
    try await PostgresCluster.shared.run(sql, in: database)
  }

  func entries(_ selection: JournalQuery.Selection) async throws -> [JournalEntry] {
    try await entries(JournalQuery(selection))
  }

  func entries(_ query: JournalQuery) async throws -> [JournalEntry] {
    try await journal.entries(query).reduce(into: []) { $0 += $1 }
  }
}

/// The error of something that must fail; nil if it does not.
func failure(_ body: () async throws -> Void) async -> IAPError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? IAPError
  }
}

extension Journal {
  func claims(
    of payments: [Identifier], at server: ServerName, settles: Bool
  ) async throws(IAPError) -> [Identifier: Claim] {
    try await claims(of: payments, at: Issuer(server), ClaimRules(settles: settles))
  }
}

extension JournalRun {
  /// Throws if nothing may begin any more.
  func requireLease(for duration: Duration?) throws(IAPError) {
    let present = Present(.zero, JournalFixture.now, lease: lease)
    if let problem = present.problem(for: duration) { throw problem }
  }

  func claim(_ payments: [Payment], settles: Bool) async throws(IAPError) -> [Claim] {
    try await claim(payments, ClaimRules(settles: settles))
  }

  func claim(_ payment: Identifier, settles: Bool = false) async throws -> Claim? {
    try await claim([Payment(payment)], settles: settles).first?.withoutTicket
  }

  func write(_ payment: Identifier, _ kinds: JournalStep.Kind...) async throws {
    try await write(kinds.map { JournalStep(payment, $0, at: JournalFixture.now) })
  }
}

extension ConsumeResult {
  static func consumed(_ payment: Identifier) -> ConsumeResult {
    let receipt = ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 7)
    return ConsumeResult(payment, CallResult(.success(receipt)))
  }

  static func alreadyConsumed(_ payment: Identifier) -> ConsumeResult {
    ConsumeResult(payment, CallResult(.failure(.alreadyConsumed(payment))))
  }

  static func refused(_ payment: Identifier, priorUnknown: Bool = false) -> ConsumeResult {
    let error = IAPError(
      .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: nil), serverCode: 5000,
      httpStatus: 200)
    return ConsumeResult(payment, CallResult(.failure(error), priorUnknown: priorUnknown))
  }

  static func notSent(_ payment: Identifier) -> ConsumeResult {
    let error = IAPError.http(.networkNotAvailable, .server("a", .unreachable(why: "b")))
    return ConsumeResult(payment, CallResult(.failure(error), attempts: 0))
  }

  static func unknown(_ payment: Identifier) -> ConsumeResult {
    let error = IAPError(
      .http(.requestTimeout), .server("a", .noAnswerInTime), outcome: .unknown)
    return ConsumeResult(payment, CallResult(.failure(error), attempts: 2))
  }
}
