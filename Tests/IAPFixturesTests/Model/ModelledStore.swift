import IAPCore
import IAPFixtures
import SQLite
import System
import TestSupport

/// A real store beside the model: operations on it, and its content as lines of text.
struct ModelledStore {
  /// Both are empty before a walk: that takes less time than to make new ones.
  private let store: FixtureStore
  private let copy: FixtureStore
  /// Reads the rows of the store.
  private let tables: Connection

  init(in folder: TemporaryFolder) throws {
    store = try folder.store("{\"format\": 1}").reopened(on: ExclusiveExecutor())
    copy = try folder.store("{\"format\": 1}", named: "copy.db").reopened(on: ExclusiveExecutor())
    tables = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
  }

  func begin(with world: Model) async throws {
    try await store.reset()
    try await store.load(try SeedText(Array(world.seed.utf8)))
  }

  // MARK: Operations

  /// Does an operation, and returns its answer or refusal.
  func apply(_ operation: ModelOperation) async throws -> String {
    do {
      return try await answer(of: operation)
    } catch let error as IAPError {
      return Self.text(error)
    }
  }

  private static func text(_ error: IAPError) -> String {
    guard let number = error.number else { return error.name }
    return "\(number < 100 ? "iap" : "http") \(number)"
      + (error.isAlreadyConsumed ? " alreadyConsumed" : "")
      + (error.outcome == .unknown ? " unknown" : "")
  }

  private func answer(of operation: ModelOperation) async throws -> String {
    switch operation {
    case .buy(let request): return Self.text(try await store.purchase(request))
    case .consume(let payment, let user, let market, let isTokenWrong):
      return try await consume(payment, user, market, isTokenWrong)
    case .consumeAll(let user):
      let group = await store.consumeListed(
        query(user, nil), isOrdered: true, after: nil, most: 1000)
      return group.map { "consumed " + numbers($0.payments.map(\.paymentSeq)) } ?? "not possible"
    case .unconsumed(let user, let market):
      return numbers(try await store.allUnconsumed(query(user, market)).map(\.paymentSeq))
    case .subscriptions(let user, let market, let all):
      var query = SubscriptionQuery(user: Identifier(user))
      query.markets = markets(market)
      query.selection = all ? .all : .active
      return try await store.subscriptions(query).elements.map {
        "\($0.purchase.paymentSeq) \($0.status?.name ?? "")"
      }.joined(separator: ", ")
    case .products(let market):
      return try await store.products(in: markets(market)).elements
        .map(\.productIdentifier.text).joined(separator: ", ")
    case .kept(let user):
      return try await store.deferredProducts(of: Identifier(user), in: []).elements
        .map(\.productIdentifier.text).joined(separator: ", ")
    case .restore(let user, let market):
      return Self.text(try await store.restore(Identifier(user), in: markets(market)))
    case .reprocess(let user, let market, let sdk):
      return Self.text(
        try await store.reprocess(
          Identifier(user), in: markets(market), sdk: sdk.flatMap { SDKVersion($0) }))
    default: return try await change(by: operation)
    }
  }

  /// What a person changes, and the time.
  private func change(by operation: ModelOperation) async throws -> String {
    switch operation {
    case .advance(let period):
      guard let period = CalendarPeriod(period.text) else { return "invalid period" }
      return "now \(try await store.advance(by: period).to.milliseconds)"
    case .billing(let user, let isFailing):
      _ = try await store.apply(SetBilling(Identifier(user), isFailing ? .failing : .ok))
    case .setState(let payment, let state, let receipt):
      let charge = Charge(receipt: receipt.map { Identifier($0) })
      _ = try await store.apply(SetState(Identifier(payment), state, charge))
    case .setStatus(let payment, let status, let end):
      let end = end.map { ClockChange.set(Instant($0)) }
      _ = try await store.apply(SetStatus(Identifier(payment), status, until: end))
    case .approve(let payment): _ = try await store.apply(Approve(Identifier(payment)))
    case .decline(let payment): _ = try await store.apply(Decline(Identifier(payment)))
    case .addFault(let fault):
      let fault = try fault.planned
      try await store.change { try $0.insert(fault) }
    case .clearFaults: _ = try await store.change { try $0.clearFaults() }
    case .loadReceipt(let receipt): try await load("\"transactions\": [\(receipt.seed)]")
    case .loadBrokenRenewal(let product, let user, let transaction, let original):
      try await load(
        """
        "purchases": [{"userID": "\(user)", "productIdentifier": "\(product.name)",
          "storeCode": "\(product.market)", "state": "CHARGED",
          "transactionIdentifier": "\(transaction)",
          "originalTransactionIdentifier": "\(original)"}]
        """)
    default: return "not a change"
    }
    return "done"
  }

  private func load(_ seed: String) async throws {
    try await store.load(try SeedText(Array("{\"format\": 1, \(seed)}".utf8)))
  }

  private func consume(
    _ payment: String, _ user: String?, _ market: String?, _ isTokenWrong: Bool?
  ) async throws -> String {
    var request = Payment(
      Identifier(payment), user: user.map { Identifier($0) },
      markets: markets(market))
    if let isTokenWrong {
      let token = try tables.first(
        "SELECT accessToken FROM purchase WHERE paymentSeq = ?", [.text(payment)],
        make: { $0.text(0) })
      request.accessToken = Secret((isTokenWrong ? "wrong" : token ?? nil) ?? "none")
    }
    guard let result = await store.consume([request]).first?.result else { return "no answer" }
    let receipt = try result.get()
    return """
      consumed \(receipt.price?.description ?? "-") \(receipt.currency ?? "-") \
      \(receipt.userID?.text ?? "-")
      """
  }

  private func query(_ user: String?, _ market: String?) -> UnconsumedQuery {
    var query = UnconsumedQuery(owner: user.map { .user(Identifier($0)) } ?? .everyone)
    query.markets = markets(market)
    return query
  }

  private func markets(_ market: String?) -> [StoreCode] { market.map { [StoreCode($0)] } ?? [] }

  private func numbers(_ numbers: [Identifier]) -> String {
    numbers.map(\.text).joined(separator: ", ")
  }

  private static func text(_ outcome: PurchaseOutcome) -> String {
    switch outcome {
    case .completed(let purchase): "bought \(purchase.paymentSeq)"
    case .reserved(let payment): "reserved \(payment)"
    case .interrupted(let payment): "interrupted \(payment)"
    case .pending(let payment): "pending \(payment)"
    case .deferred(let product): "kept \(product.productIdentifier)"
    }
  }

  private static func text(_ report: CompletionReport) -> String {
    """
    completed \(report.purchases.map(\.paymentSeq.text)) closed \(report.closed.map(\.text)) \
    failed \(report.failures.map(text))
    """
  }

  // MARK: Content

  /// A query that no fault can apply to. As each operation, it does first what is due.
  func catchUp() async throws { _ = try await store.deferredProducts(of: "nobody", in: []) }

  /// The store as a seed.
  func dump(withLog hasLog: Bool) async throws -> String {
    try await store.dumped(withLog: hasLog)
  }

  /// Without the groups of several products, which the rules for one product of a group need.
  func problems() async throws -> [String] {
    try await store.check().filter { !$0.hasPrefix("subscription group") }
  }

  /// The dump of an empty store into which a dump was loaded.
  func dump(ofStoreFrom dump: String, withLog hasLog: Bool) async throws -> String {
    try await copy.reset()
    try await copy.load(try SeedText(Array(dump.utf8)))
    return try await copy.dumped(withLog: hasLog)
  }

  /// Everything that the model knows, one line for each row. Texts are made by SQLite.
  func lines() throws -> [String] {
    try Self.queries.flatMap { query in
      try tables.all(query, make: { $0.text(0) ?? "a row with a null" })
    }
  }

  private static let queries = [
    "SELECT 'clock ' || clock FROM store",
    """
    SELECT 'payment ' || paymentSeq || ' ' || userID || ' ' || productIdentifier || ' ' || state
      || iif(consumed, ' consumed', '') || iif(pending, ' pending', '')
      || ' ' || coalesce(status, '-') || ' ' || purchaseTime || ' ' || coalesce(expiryTime, '-')
      || ' ' || transactionIdentifier || ' ' || coalesce(originalTransactionIdentifier, '-')
    FROM purchase JOIN product ON product.id = purchase.productID ORDER BY purchase.id
    """,
    """
    SELECT 'receipt ' || transactionIdentifier || ' ' || userID || ' ' || productIdentifier
      || ' ' || coalesce(originalTransactionIdentifier, '-') || ' ' || purchaseTime
      || ' ' || coalesce(expiryTime, '-') || ' ' || coalesce(applicationUsername, '-')
    FROM receipt JOIN product ON product.id = receipt.productID ORDER BY receipt.id
    """,
    """
    SELECT 'kept ' || userID || ' ' || productIdentifier
    FROM deferral JOIN product ON product.id = deferral.productID ORDER BY deferral.id
    """,
    "SELECT 'fault ' || operation || ' ' || coalesce(code, '-') || ' ' || used FROM fault ORDER BY id",
    "SELECT 'user ' || userID || ' ' || coalesce(billing, '-') FROM user ORDER BY id",
    """
    SELECT 'event ' || time || ' ' || kind || ' ' || coalesce(paymentSeq, event.userID)
      || ' ' || coalesce(before, '-') || ' ' || coalesce(after, '-')
    FROM event LEFT JOIN purchase ON purchase.id = event.purchaseID ORDER BY event.id
    """,
  ]
}
