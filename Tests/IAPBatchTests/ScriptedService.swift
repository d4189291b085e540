import IAPCore
import Synchronization
import Testing

/// Responds to consume requests from a script and records them. Any other call is a test failure.
final class ScriptedService: IAPService {
  typealias Script = @Sendable (Payment) -> Result<ConsumeReceipt, IAPError>

  private let script: Script?
  private let asked = Mutex<[Payment]>([])

  let traits: ServiceTraits
  let taskExecutor: (any TaskExecutor)? = nil
  private let stopsBatch: Bool
  /// The payments of tokens; nil if such a query is a test failure.
  private let transactions: [Secret: PaymentTransaction]?
  /// The lists of each user, by market. A query for another user is a test failure.
  private let lists: [Identifier: [MarketResults<[Purchase]>]]
  /// What each look-up by number is refused with; nil to look into the lists.
  private let lookupRefusal: IAPError?
  private let arriving: @Sendable () async -> Void
  private let queries = Mutex<[UnconsumedQuery]>([])
  private let pausing: @Sendable (Payment) -> ServerPause?
  private let again: AttemptResult<ConsumeReceipt>.Again?

  /// - Parameters:
  ///   - script: nil if a consume request is a test failure.
  ///   - stopsBatch: the value in every result.
  ///   - lookupRefusal: what each look-up by number is refused with.
  ///   - again: when each consume may be attempted again.
  ///   - pausing: what the answer to a consume asks for; runs after the script.
  ///   - arriving: runs before each consume.
  init(
    _ script: Script?, stopsBatch: Bool = false, needsToken: Bool = true,
    lists: [Identifier: [MarketResults<[Purchase]>]] = [:],
    transactions: [Secret: PaymentTransaction]? = nil,
    lookupRefusal: IAPError? = nil,
    again: AttemptResult<ConsumeReceipt>.Again? = nil,
    pausing: @escaping @Sendable (Payment) -> ServerPause? = { _ in nil },
    arriving: @escaping @Sendable () async -> Void = {}
  ) {
    (self.arriving, self.pausing, self.again) = (arriving, pausing, again)
    self.script = script
    self.stopsBatch = stopsBatch
    self.transactions = transactions
    var traits = ServiceTraits(origin: "test", needsToken: needsToken)
    traits.readsTokens = transactions != nil
    self.traits = traits
    (self.lists, self.lookupRefusal) = (lists, lookupRefusal)
  }

  /// The queries, in order.
  var listed: [UnconsumedQuery] { queries.withLock { $0 } }

  /// The consume requests, in order.
  var requests: [Payment] { asked.withLock { $0 } }

  func consumeListed(
    _ query: UnconsumedQuery, isOrdered: Bool, after place: ConsumedGroup.Cursor?, most: Int
  ) async -> ConsumedGroup? { nil }

  func attempt(
    _ consumes: [ConsumeAttempt],
    ended: @escaping @Sendable (Int, AttemptResult<ConsumeReceipt>) -> Void
  ) {
    for (place, consume) in consumes.enumerated() {
      Task { ended(place, await attempt(consume.payment)) }
    }
  }

  private func attempt(_ request: Payment) async -> AttemptResult<ConsumeReceipt> {
    asked.withLock { $0.append(request) }
    await arriving()
    let result = script.map { $0(request) } ?? .failure(unexpected("consume"))
    let call = CallResult(result, stopsBatch: stopsBatch)
    var attempt = AttemptResult(
      call.result, again: again, stopsBatch: call.stopsBatch, isSent: call.attempts > 0)
    if case .failure(let error) = call.result {
      attempt.status = error.httpStatus
    } else {
      attempt.status = 200
    }
    attempt.pause = pausing(request)
    return attempt
  }

  func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<[Product]> {
    throw unexpected("products")
  }

  func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    throw unexpected("purchase")
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<[Product]> {
    throw unexpected("deferredProducts")
  }

  func unconsumed(_ query: UnconsumedQuery) async throws(IAPError) -> PageSequence<
    MarketResults<[Purchase]>
  > {
    queries.withLock { $0.append(query) }
    switch query.owner {
    case .everyone: return Self.sequence(of: lists.values.flatMap { $0 })
    case .users(let users): throw unexpected("unconsumed of \(users)")
    case .user(let user):
      guard let pages = lists[user] else { throw unexpected("unconsumed of \(user)") }
      return Self.sequence(of: pages)
    }
  }

  private static func sequence(
    of pages: [MarketResults<[Purchase]>]
  ) -> PageSequence<MarketResults<[Purchase]>> {
    PageSequence(from: 0) { place async throws(IAPError) in
      place < pages.count ? (pages[place], place + 1) : nil
    }
  }

  func payments(_ query: PaymentQuery) async throws(IAPError) -> PageSequence<[StoredPayment]> {
    throw unexpected("payments")
  }

  func histories(of number: Identifier) async throws(IAPError) -> [PaymentHistory] {
    throw unexpected("histories")
  }

  func transaction(of token: Secret) async throws(IAPError) -> PaymentTransaction {
    guard let transactions else { throw unexpected("transaction") }
    guard let found = transactions[token] else {
      throw IAPError(.http(.requestInvalid), .serverSaid(code: 1100, message: nil))
    }
    return found
  }

  func subscriptions(of payments: [Payment]) async throws(IAPError) -> [Subscription] {
    throw unexpected("subscriptions(of:)")
  }

  func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName] {
    throw unexpected("unknownNames")
  }

  func consumable(_ requests: [Payment]) async -> [Result<Purchase, IAPError>] {
    if let lookupRefusal { return requests.map { _ in .failure(lookupRefusal) } }
    return await findInUnconsumedList(requests)
  }

  func subscriptions(_ query: SubscriptionQuery) async throws(IAPError) -> MarketResults<
    [Subscription]
  > {
    throw unexpected("subscriptions")
  }

  func restore(_ request: UserRequest) async throws(IAPError) -> CompletionReport {
    throw unexpected("restore")
  }

  func reprocess(_ request: UserRequest) async throws(IAPError) -> CompletionReport {
    throw unexpected("reprocess")
  }

  private func unexpected(_ call: String) -> IAPError {
    Issue.record("unexpected call: \(call)")
    return .iapctl(.bug, .bug("unexpected call: \(call)"))
  }
}
