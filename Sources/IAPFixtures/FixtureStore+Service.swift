package import IAPCore
import SQLite
import Synchronization

extension FixtureStore: IAPService {
  package nonisolated var traits: ServiceTraits {
    ServiceTraits(origin: "fixture:\(identity)", needsToken: false)
  }

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
    let beginning = try beginUnconsumed(query)
    return UnconsumedPages(
      of: query, in: self,
      beginning: beginning.failures.map(Page.failure)
        + (beginning.isAnswered ? [.elements([])] : []))
  }

  /// Begins an unconsumed list: a fault strikes it here or not at all.
  ///
  /// - Returns: no purchases yet; which markets cannot answer, and whether any can.
  package func beginUnconsumed(_ query: UnconsumedQuery) throws(IAPError) -> Answer<Purchase> {
    let user: Identifier? = if case .user(let user) = query.owner { user } else { nil }
    return try self.query(.unconsumed, user: user) {
      Answer(
        [], failures: try $0.unconsumedFailures(query),
        isAnswered: try $0.isAnyAvailable(of: query.markets))
    }
  }

  /// How many purchases a piece of an unconsumed list has, but for the last one.
  package static let pieceSize = 512

  /// The next piece of an unconsumed list, and where to go on; no purchases behind its end.
  package func unconsumed(
    _ query: UnconsumedQuery, after place: UnconsumedPlace
  ) throws(IAPError) -> (purchases: [Purchase], place: UnconsumedPlace) {
    try look { try $0.unconsumed(query, after: place, atMost: Self.pieceSize) }
  }

  package func consume(_ requests: [ConsumeRequest]) async -> [CallResult<ConsumeReceipt>] {
    do {
      return try change { session in
        try requests.map { request in
          let row = try session.purchase(numbered: request.paymentSeq)
          let result = try Self.strike(
            .consume, user: row?.purchase.userID, product: row?.purchase.productIdentifier,
            in: session
          ) { try $0.consume(request) }
          return CallResult(result)
        }
      }
    } catch {
      return requests.map { _ in
        CallResult(.failure(error), stopsBatch: Self.isLasting(error))
      }
    }
  }

  /// Whether the file is in trouble that the next change would meet as well. After a COMMIT that
  /// failed nothing more is tried: each further one could leave more payments unknown.
  private static func isLasting(_ error: IAPError) -> Bool {
    switch error.code {
    case .iapctl(.unsettled), .iapctl(.storeNotWritten), .iapctl(.storeReadOnly),
      .iapctl(.storeDamaged):
      true
    default: false
    }
  }

  package func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName] {
    try look { try $0.unknownNames(among: names) }
  }

  package func consumable(_ requests: [ConsumeRequest]) async -> [Result<Purchase, IAPError>] {
    do {
      return try look { session in
        try requests.map { try session.consumable($0).map(\.purchase) }
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
  private let progress: Mutex<(beginning: ArraySlice<Page<Purchase>>, place: UnconsumedPlace)>

  init(of query: UnconsumedQuery, in store: FixtureStore, beginning: [Page<Purchase>]) {
    self.query = query
    self.store = store
    progress = Mutex((beginning[...], .start))
  }

  func next() async throws(IAPError) -> Page<Purchase>? {
    if let page = progress.withLock({ $0.beginning.popFirst() }) { return page }
    let place = progress.withLock { $0.place }
    let piece = try await store.unconsumed(query, after: place)
    progress.withLock { $0.place = piece.place }
    return piece.purchases.isEmpty ? nil : .elements(piece.purchases)
  }
}

/// Operations and the faults that strike them.
extension FixtureStore {
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
