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
    /// The signal that asked to stop, once one did: it ends a long statement, or a wait.
    package var stopSignal: @Sendable () -> Int32?

    package init(
      patience: Duration, clock: Instant? = nil, realTime: @escaping @Sendable () -> Instant,
      stopSignal: @escaping @Sendable () -> Int32?
    ) {
      self.patience = patience
      self.clock = clock
      self.realTime = realTime
      self.stopSignal = stopSignal
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
    file = try StoreFile(existing: path, options: options)
    self.options = options
    connection = try file.open(isForCheck: isForCheck)
    connection.watch { options.stopSignal() != nil }
    if let clock = options.clock { try Self.set(clock, of: connection, in: file, options) }
  }

  // MARK: Time

  /// The store's time: its own clock, or the real one.
  private static func time(of connection: Connection, realTime: Instant) throws -> Instant {
    try StoreSession.settings(of: connection).clock ?? realTime
  }

  private static func set(
    _ clock: Instant, of connection: Connection, in file: StoreFile, _ options: Options
  ) throws(IAPError) {
    do {
      if try StoreSession.settings(of: connection).clock == clock { return }
      try file.requireWritable()
      try connection.transaction {
        try StoreSession(connection: connection, now: clock).moveClock(from: options.realTime())
      }
    } catch {
      throw file.explain(error)
    }
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
      try file.requireWritable()
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
    let stopSignal = options.stopSignal
    connection.watch { stopSignal() != nil }
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
