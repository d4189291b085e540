import CLibrary
import IAPCore
import IAPFixtures
import System
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The store of these tests: its products and its clock.
enum Game {
  static let clock = "2026-01-15T09:00:00.000Z"

  static let products = """
    {"productIdentifier": "gem", "productType": "CONSUMABLE", "price": 1500, "currency": "KRW"},
    {"productIdentifier": "vip", "productType": "AUTO_RENEWABLE", "period": "P1M",
     "price": 9900, "currency": "KRW"},
    {"productIdentifier": "chest", "productType": "CONSUMABLE_AUTO_RENEWABLE", "period": "P1W",
     "price": 2.29, "currency": "EUR"},
    {"productIdentifier": "coin", "productType": "CONSUMABLE", "storeCode": "GG",
     "price": 600, "currency": "JPY"},
    {"productIdentifier": "box", "productType": "CONSUMABLE_AUTO_RENEWABLE", "period": "P1M",
     "storeCode": "GG", "price": 980, "currency": "JPY"},
    {"productIdentifier": "old", "productType": "CONSUMABLE", "active": false},
    {"productIdentifier": "unlisted", "productType": "CONSUMABLE", "inStore": false},
    {"productIdentifier": "odd", "productType": "UNKNOWN", "price": 0.10, "currency": "USD"}
    """

  /// A seed; each parameter has the elements of one list.
  static func seed(
    clock: String? = Game.clock, markets: String = "", products: String = Game.products,
    users: String = "", purchases: String = "", transactions: String = "",
    deferred: String = "", faults: String = ""
  ) -> String {
    """
    {"format": 1, "clock": \(clock.map { "\"\($0)\"" } ?? "null"), "markets": [\(markets)],
     "products": [\(products)], "users": [\(users)], "purchases": [\(purchases)],
     "transactions": [\(transactions)], "deferred": [\(deferred)], "faults": [\(faults)]}
    """
  }

  /// A payment of a seed. Its number and its transaction have the same digits.
  static func payment(
    _ number: String, _ product: String, of user: String = "alice",
    at time: String = "2026-01-10T00:00:00Z", _ more: String = ""
  ) -> String {
    """
    {"paymentSeq": "\(number)", "transactionIdentifier": "\(number)", "userID": "\(user)",
     "productIdentifier": "\(product)", "purchaseTime": "\(time)"\(more.isEmpty ? "" : ", ")\(more)}
    """
  }

  /// A receipt of a seed.
  static func receipt(
    _ transaction: String, _ product: String, of user: String = "alice",
    name: String? = "alice", from start: String = "2026-01-10T00:00:00Z",
    until end: String? = "2026-02-10T00:00:00Z", _ more: String = ""
  ) -> String {
    """
    {"transactionIdentifier": "\(transaction)", "userID": "\(user)",
     "productIdentifier": "\(product)", "purchaseTime": "\(start)",
     "expiryTime": \(end.map { "\"\($0)\"" } ?? "null"),
     "applicationUsername": \(name.map { "\"\($0)\"" } ?? "null")\(more.isEmpty ? "" : ", ")\(more)}
    """
  }

  static func instant(_ text: String) throws -> Instant {
    guard let instant = Instant(text) else { throw Unreadable(text: text) }
    return instant
  }

  struct Unreadable: Error { let text: String }
}

/// The parts of a dump that tests read.
struct Contents: Decodable {
  struct Payment: Decodable, Equatable {
    let paymentSeq: String
    let userID: String
    let productIdentifier: String
    let state: String
    let consumed: Bool
    let transactionIdentifier: String
    let originalTransactionIdentifier: String?
    let accessToken: String
    let purchaseTime: String
    let expiryTime: String?
    let status: String?
    let storePayment: Bool
    let sandboxPayment: Bool
    let payload: String?
  }

  struct Receipt: Decodable, Equatable {
    let userID: String
    let productIdentifier: String
    let transactionIdentifier: String
    let originalTransactionIdentifier: String?
    let purchaseTime: String
    let expiryTime: String?
    let applicationUsername: String?
  }

  struct Kept: Decodable, Equatable {
    let userID: String
    let productIdentifier: String
  }

  struct FaultUse: Decodable, Equatable {
    let on: String
    let code: Int
    let used: Int
  }

  struct Product: Decodable, Equatable {
    let productIdentifier: String
    let productSeq: Int64
    let storeCode: String
    let active: Bool
    let inStore: Bool
  }

  let appKey: String
  let appSeq: Int64
  let clock: String?
  let products: [Product]
  let purchases: [Payment]
  let transactions: [Receipt]
  let deferred: [Kept]
  let faults: [FaultUse]

  func payment(_ number: String) -> Payment? { purchases.first { $0.paymentSeq == number } }
}

extension FixtureStore {
  func dumped(withLog hasLog: Bool = false) throws -> String {
    let transcript = Transcript()
    try dump(withLog: hasLog) { transcript.add($0) }
    return transcript.text
  }

  func contents() throws -> Contents {
    try JSONDecoder().decode(Contents.self, from: Data(try dumped().utf8))
  }

  /// All unconsumed purchases of a query.
  func allUnconsumed(_ query: UnconsumedQuery) async throws -> [Purchase] {
    try await unconsumed(query).whole().elements
  }

  /// The numbers of a user's unconsumed payments, in order.
  func unconsumedNumbers(of user: Identifier) async throws -> [String] {
    try await allUnconsumed(UnconsumedQuery(owner: .user(user))).map(\.paymentSeq.text)
  }

  /// Buys a product in the App Store, or returns the error.
  func buy(
    _ product: Identifier, for user: Identifier = "alice", market: StoreCode = .appStore,
    ending simulation: PurchaseRequest.Simulation? = nil
  ) async -> Result<PurchaseOutcome, IAPError> {
    var request = PurchaseRequest(product: product, user: user, market: market)
    request.simulation = simulation
    return await purchasing(request)
  }

  func purchasing(_ request: PurchaseRequest) async -> Result<PurchaseOutcome, IAPError> {
    do {
      return .success(try purchase(request))
    } catch {
      return .failure(error)
    }
  }

  func consuming(
    _ payment: Identifier, user: Identifier? = nil, token: String? = nil
  ) async -> Result<ConsumeReceipt, IAPError> {
    let request = Payment(
      payment, user: user, accessToken: token.map { Secret($0) })
    return consume([request]).first?.result ?? .failure(.iapctl(.bug, .bug("no answer")))
  }
}

extension CallResult<ConsumeReceipt> {
  var answer: ConsumeReceipt? { result.answer }
  var refusal: IAPError? { result.refusal }
  var code: IAPError.Code? { result.code }
}

extension Result where Failure == IAPError {
  var answer: Success? { if case .success(let answer) = self { answer } else { nil } }
  var refusal: IAPError? { if case .failure(let refusal) = self { refusal } else { nil } }
  var code: IAPError.Code? { refusal?.code }
}

extension PurchaseOutcome {
  var purchase: Purchase? { if case .completed(let purchase) = self { purchase } else { nil } }
}

/// The error of a call, if it is an `IAPError`.
func refusal<Answer>(of call: () async throws -> Answer) async -> IAPError? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? IAPError
  }
}

/// The error of a call, if it is an `IAPError`.
func refusal<Answer>(of call: () throws -> Answer) -> IAPError? {
  do {
    _ = try call()
    return nil
  } catch {
    return error as? IAPError
  }
}

extension TemporaryFolder {
  /// Makes a file read-only for every user.
  func forbidWriting(_ name: String) throws {
    guard chmod(self[name], 0o444) == 0 else { throw SystemError.last }
  }

  /// Opens the store again, optionally at another instant.
  func reopen(
    at clock: String? = nil, changing change: ClockChange? = nil, named name: String = "store.db",
    options: FixtureStore.Options = .test
  ) throws -> FixtureStore {
    var options = options
    options.clock = try clock.map { .set(try Game.instant($0)) } ?? change
    return try FixtureStore(openAt: self[name], options: options)
  }
}

extension FixtureStore {
  /// The whole log.
  func log() throws -> [StoreEvent] {
    try read { try $0.events(EventSelection()) }
  }
}
