package import IAPCore
import SQLite
import Synchronization

/// A file that behaves as the IAP service and the stores behind it.
///
/// Before every operation it brings itself up to its clock. Every operation is one transaction:
/// what it answers is durable, and two processes may use the file at once.
package actor FixtureStore {
  /// What an open store needs of the outside.
  package struct Options: Sendable {
    /// How long to wait for other processes.
    package var patience: Duration
    /// Sets the store's clock to an instant, for good.
    package var clock: Instant?
    /// The real time, for a store whose clock follows it.
    package var realTime: @Sendable () -> Instant
    /// Whether a long statement is to end at once.
    package var isStopped: @Sendable () -> Bool

    package init(
      patience: Duration, clock: Instant? = nil, realTime: @escaping @Sendable () -> Instant,
      isStopped: @escaping @Sendable () -> Bool
    ) {
      self.patience = patience
      self.clock = clock
      self.realTime = realTime
      self.isStopped = isStopped
    }

    var patienceInMilliseconds: Int32 {
      let (seconds, attoseconds) = patience.components
      let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
      return Int32(min(max(0, milliseconds), Double(Int32.max)))
    }
  }

  let file: StoreFile
  private let options: Options
  /// The file, or a private copy of it where the file cannot be written.
  private(set) var connection: Connection
  private var isPrivateCopy = false

  /// The store works where its caller, the main actor, does: a pool of threads would wait for the
  /// same database, and starting one costs more than most operations.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    MainActor.sharedUnownedExecutor
  }

  /// Opens the store at a path.
  ///
  /// - Parameter isForCheck: whether damage is no reason to refuse, because it is looked for.
  package init(
    openAt path: String, options: Options, isForCheck: Bool = false
  ) throws(IAPError) {
    file = try StoreFile(
      existing: path, patience: options.patienceInMilliseconds)
    self.options = options
    connection = try file.open(isForCheck: isForCheck)
    connection.watch(options.isStopped)
    if let clock = options.clock {
      try Self.set(clock: clock, of: connection, in: file, realTime: options.realTime())
    }
  }

  // MARK: Time

  /// The store's time: its own clock, or the real one.
  private static func time(of connection: Connection, realTime: Instant) throws -> Instant {
    try StoreSession.settings(of: connection).clock ?? realTime
  }

  private static func set(
    clock: Instant, of connection: Connection, in file: StoreFile, realTime: Instant
  ) throws(IAPError) {
    do {
      let before = try StoreSession.settings(of: connection).clock
      if clock == before { return }
      if let floor = try before ?? latestEvent(in: connection, until: realTime), clock < floor {
        throw IAPError.iapctl(.clockMovedBack, .clockBack(to: clock, from: floor))
      }
      guard file.isWritable else {
        throw IAPError.iapctl(
          .storeReadOnly, .cannotWrite(path: file.path, why: "it is read-only"))
      }
      try connection.transaction {
        try connection.run("UPDATE store SET clock = ?", [.integer(clock.milliseconds)])
        try StoreSession(connection: connection, now: clock).bringUpToDate()
      }
    } catch {
      throw file.explain(error)
    }
  }

  /// The last thing that happened in a store on real time: it was bought, or it expired.
  private static func latestEvent(
    in connection: Connection, until realTime: Instant
  ) throws -> Instant? {
    let latest = try connection.first(
      """
      SELECT max(time) FROM (
        SELECT max(purchaseTime) AS time FROM purchase UNION ALL
        SELECT max(expiryTime) FROM purchase WHERE status = 'EXPIRED' AND expiryTime <= ?)
      """, [.integer(realTime.milliseconds)], make: { $0.integer(0).map(Instant.init) })
    return latest ?? nil
  }

  // MARK: Transactions

  /// The store at its time, for a look that changes nothing.
  ///
  /// What is due is written first; where the file cannot be written, into a private copy.
  func look<Answer>(
    _ body: (StoreSession) throws -> Answer
  ) throws(IAPError) -> Answer {
    do {
      let session = try self.session()
      if try session.isAnythingDue() {
        try makeWritable()
        try connection.transaction { try self.session().bringUpToDate() }
      }
      return try connection.transaction(writing: false) { try body(try self.session()) }
    } catch {
      throw file.explain(error)
    }
  }

  /// The store at its time, for a change that is durable or did not happen.
  func change<Answer>(_ body: (StoreSession) throws -> Answer) throws(IAPError) -> Answer {
    do {
      guard file.isWritable else {
        throw IAPError.iapctl(
          .storeReadOnly, .cannotWrite(path: file.path, why: "it is read-only"))
      }
      return try connection.transaction {
        let session = try self.session()
        try session.bringUpToDate()
        return try body(session)
      }
    } catch {
      throw file.explain(error)
    }
  }

  private func session() throws -> StoreSession {
    StoreSession(
      connection: connection,
      now: try Self.time(of: connection, realTime: options.realTime()))
  }

  private func makeWritable() throws {
    guard !file.isWritable, !isPrivateCopy else { return }
    connection = try file.privateCopy(of: connection)
    connection.watch(options.isStopped)
    isPrivateCopy = true
  }

  // MARK: Operations and their faults

  /// A query, unless a fault strikes it.
  private func query<Answer>(
    _ operation: Operation, user: Identifier? = nil,
    _ body: (StoreSession) throws -> Answer
  ) throws(IAPError) -> Answer {
    do {
      if try session().hasFaults(on: operation) {
        try makeWritable()
        let fault = try connection.transaction {
          try self.session().takeFault(on: operation, user: user, product: nil)
        }
        if let fault { throw fault.error(of: operation) }
      }
    } catch {
      throw file.explain(error)
    }
    return try look(body)
  }

  /// A change, unless a fault strikes it: before, so that nothing happens, or after, so that it
  /// happens and only the answer is lost.
  private func mutate<Answer>(
    _ operation: Operation, user: Identifier?, product: Identifier?,
    _ body: (StoreSession) throws -> Result<Answer, IAPError>
  ) throws(IAPError) -> Answer {
    let result = try change { session in
      try Self.strike(operation, user: user, product: product, in: session, body)
    }
    return try result.get()
  }

  private static func strike<Answer>(
    _ operation: Operation, user: Identifier?, product: Identifier?, in session: StoreSession,
    _ body: (StoreSession) throws -> Result<Answer, IAPError>
  ) throws -> Result<Answer, IAPError> {
    let fault = try session.takeFault(on: operation, user: user, product: product)
    if let fault, !fault.isAfter { return .failure(fault.error(of: operation)) }
    let result: Result<Answer, IAPError>
    do {
      result = try session.connection.attempt { try body(session) }
    } catch let refusal as IAPError {
      result = .failure(refusal)
    }
    guard let fault, case .success = result else { return result }
    return .failure(fault.error(of: operation))
  }
}

extension FixtureStore: IAPService {
  package func products(in markets: [StoreCode]) async throws(IAPError) -> Answer<Product> {
    try query(.products) { try $0.products(in: markets) }
  }

  package func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    try mutate(.purchase, user: request.user, product: request.product) { try $0.buy(request) }
  }

  package func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> Answer<Product> {
    try look { try $0.deferredProducts(of: user, in: markets) }
  }

  package func unconsumed(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> any Pages<Purchase> {
    let user: Identifier? = if case .user(let user) = query.owner { user } else { nil }
    let (failures, isAnswered) = try self.query(.unconsumed, user: user) {
      (try $0.unconsumedFailures(query), try $0.isAnyAvailable(of: query.markets))
    }
    return UnconsumedPages(
      of: query, in: self,
      beginning: failures.map(Page.failure) + (isAnswered ? [.elements([])] : []))
  }

  fileprivate func unconsumed(
    _ query: UnconsumedQuery, after place: StoreSession.Place, atMost count: Int
  ) throws(IAPError) -> (purchases: [Purchase], place: StoreSession.Place) {
    try look { try $0.unconsumed(query, after: place, atMost: count) }
  }

  package func consume(_ requests: [ConsumeRequest]) async -> [Result<ConsumeReceipt, IAPError>] {
    do {
      return try change { session in
        try requests.map { request in
          let row = try session.purchase(numbered: request.paymentSeq)
          return try Self.strike(
            .consume, user: row?.purchase.userID, product: row?.purchase.productIdentifier,
            in: session
          ) { try $0.consume(request) }
        }
      }
    } catch {
      return requests.map { _ in .failure(error) }
    }
  }

  package func subscriptions(
    _ query: SubscriptionQuery
  ) async throws(IAPError) -> Answer<Subscription> {
    try self.query(.subscriptions, user: query.user) { try $0.subscriptions(query) }
  }

  package func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try mutate(.restore, user: user, product: nil) { .success(try $0.restore(user, in: markets)) }
  }

  package func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try mutate(.reprocess, user: user, product: nil) {
      .success(try $0.reprocess(user, in: markets))
    }
  }
}

/// The unconsumed list of a store. It keeps no look open: each piece is one of its own.
private final class UnconsumedPages: Pages {
  private let query: UnconsumedQuery
  private let store: FixtureStore
  private let progress: Mutex<(beginning: ArraySlice<Page<Purchase>>, place: StoreSession.Place)>

  private static let size = 512

  init(of query: UnconsumedQuery, in store: FixtureStore, beginning: [Page<Purchase>]) {
    self.query = query
    self.store = store
    progress = Mutex((beginning[...], .start))
  }

  func next() async throws(IAPError) -> Page<Purchase>? {
    if let page = progress.withLock({ $0.beginning.popFirst() }) { return page }
    let place = progress.withLock { $0.place }
    let piece = try await store.unconsumed(query, after: place, atMost: Self.size)
    progress.withLock { $0.place = piece.place }
    return piece.purchases.isEmpty ? nil : .elements(piece.purchases)
  }
}
