import IAPCore
import SQLite
import TestSupport
import Testing

@testable import IAPFixtures

/// Calls of a server that share a transaction.
struct SharedCallsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A store with three payments.
  private func store(
    faults: String = "", options: FixtureStore.Options = .test
  ) throws -> FixtureStore {
    let payments = ["1", "2", "3"].map { Game.payment($0, "gem") }.joined(separator: ",")
    return try folder.store(Game.seed(purchases: payments, faults: faults), options: options)
  }

  /// Another connection to the store's file.
  private func connection() throws -> Connection {
    try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
  }

  private func numbers(in store: isolated FixtureStore) throws(IAPError) -> [String] {
    try store.firstUnconsumed(UnconsumedQuery(owner: .everyone)).page.elements
      .map(\.paymentSeq.text)
  }

  /// Consumes the payments together.
  private func consume(
    _ payments: [Identifier], in store: isolated FixtureStore,
    before: (Identifier) -> Void = { _ in }
  ) throws -> [IAPError?]? {
    try store.together(payments) { payment in
      before(payment)
      return store.consume([Payment(payment)])[0].result.refusal
    }
  }

  @Test
  func `They become visible together, and one that is refused does not undo the others`()
    async throws
  { try await oneCommit(in: store()) }

  private func oneCommit(in store: isolated FixtureStore) throws {
    let other = try connection()
    func unconsumed() -> Int64? {
      let count = try? other.first("SELECT count(*) FROM purchase WHERE consumed = 0") {
        $0.integer(0)
      }
      return count.flatMap(\.self).flatMap(\.self)
    }
    var seen: [Int64?] = []
    let refusals = try consume(["1", "1", "9", "2"], in: store) { _ in seen.append(unconsumed()) }
    #expect(seen == [3, 3, 3, 3])
    #expect(unconsumed() == 1)
    #expect(
      refusals == [
        nil, .alreadyConsumed("1"), .iapctl(.paymentNotFound, .payment("9", .notFound)), nil,
      ])
    #expect(try numbers(in: store) == ["3"])
  }

  @Test
  func `If SQLite rolls the transaction back, nothing is changed and each call is to run alone`()
    async throws
  { try await aLostTransaction(in: store()) }

  private func aLostTransaction(in store: isolated FixtureStore) throws {
    let connection = store.connection
    let refusals = try consume(["1", "2", "3"], in: store) { payment in
      if payment == "2" { try? connection.execute("ROLLBACK") }
    }
    #expect(refusals == nil)
    #expect(try numbers(in: store) == ["1", "2", "3"])
    #expect(try consume(["1", "2"], in: store) == [nil, nil], "the next ones are not affected")
  }

  @Test
  func `If another process holds the lock, all get its error`() async throws {
    var options = FixtureStore.Options.test
    options.patience = .zero
    try await aBusyStore(in: store(options: options))
  }

  private func aBusyStore(in store: isolated FixtureStore) throws {
    let holder = try connection()
    try holder.execute("BEGIN IMMEDIATE")
    #expect(throws: IAPError.iapctl(.storeBusy, .file(folder["store.db"], .lockedByOthers))) {
      _ = try consume(["1"], in: store)
    }
    try holder.execute("ROLLBACK")
    #expect(try numbers(in: store) == ["1", "2", "3"])
  }

  @Test
  func `A query in one transaction has the result of its steps, also if a fault applies`()
    async throws
  {
    let fault = FaultsTests.fault("unconsumed", 2)
    try await aQuery(in: store(faults: fault))
  }

  private func aQuery(in store: isolated FixtureStore) throws {
    func list() -> Result<[String], IAPError> {
      store.query { Result { () throws(IAPError) in try numbers(in: store) } }
    }
    #expect(list().code == .iap(IAPCode(rawValue: 2) ?? .unknown))
    #expect(list().answer == ["1", "2", "3"], "the fault is used up")
    #expect(!store.connection.isInTransaction)
  }

  @Test
  func `A query sees each change since the last one, of this connection and of another one`()
    async throws
  {
    let seed = Game.seed(
      markets: #"{"storeCode": "AS"}"#,
      purchases: Game.payment(
        "1", "chest", #""status": "ACTIVE", "expiryTime": "2026-02-14T00:00:00Z""#))
    try await changesBetweenQueries(in: folder.store(seed))
  }

  private func changesBetweenQueries(in store: isolated FixtureStore) throws {
    func list() -> Result<[String], IAPError> {
      store.query {
        Result { () throws(IAPError) in
          let page = try store.firstUnconsumed(UnconsumedQuery(owner: .everyone)).page
          if let failure = page.failures.first { throw failure.error }
          return page.elements.map(\.paymentSeq.text)
        }
      }
    }
    func key() -> String? { store.query { try? store.key(.appKey).revealed } }
    let other = try connection()
    for (number, connection) in [store.connection, other, store.connection].enumerated() {
      #expect(list().answer == ["1"])
      try connection.execute("UPDATE store SET appKey = 'key \(number)'")
      #expect(key() == "key \(number)")
      try connection.execute("UPDATE market SET available = 0")
      #expect(list().code == .iap(.storeNotAvailable))
      try connection.execute("UPDATE market SET available = 1")
      #expect(list().answer == ["1"])
      try connection.execute(
        """
        INSERT INTO fault (operation, domain, code, after, skip, times, used)
        VALUES ('unconsumed', 'com.nhncloud.iap', 2, 0, 0, 1, 0)
        """)
      #expect(list().code == .iap(IAPCode(rawValue: 2) ?? .unknown))
      try connection.execute("BEGIN; UPDATE store SET appKey = 'undone'; ROLLBACK")
      #expect(key() == "key \(number)")
    }
    try other.execute("UPDATE store SET clock = clock + 31 * 86400000")
    #expect(list().answer?.count == 2, "it was renewed")
  }

  @Test
  func `A query writes the events that are due`() async throws {
    let seed = Game.seed(
      purchases: Game.payment(
        "1", "chest", #""status": "ACTIVE", "expiryTime": "2026-01-14T00:00:00Z""#))
    try await aDueEvent(in: folder.store(seed))
  }

  private func aDueEvent(in store: isolated FixtureStore) throws {
    let count = store.query { (try? numbers(in: store))?.count }
    #expect(count == 2, "it was renewed")
  }
}
