import IAPCore
import Synchronization
import Testing

/// Answers consumes from a script and writes down what it was asked for; whatever else it is
/// asked for is an issue.
final class ScriptedService: IAPService {
  typealias Script = @Sendable (ConsumeRequest) -> Result<ConsumeReceipt, IAPError>

  private let script: Script?
  private let asked = Mutex<[ConsumeRequest]>([])

  private let stopsBatch: Bool

  /// - Parameters:
  ///   - script: nil where nothing may be consumed.
  ///   - stopsBatch: what it says of every answer.
  init(_ script: Script?, stopsBatch: Bool = false) {
    self.script = script
    self.stopsBatch = stopsBatch
  }

  /// What it was asked to consume, in order.
  var requests: [ConsumeRequest] { asked.withLock { $0 } }

  func consume(_ requests: [ConsumeRequest]) async -> [ConsumeAnswer] {
    asked.withLock { $0 += requests }
    guard let script else {
      let error = unexpected("consume")
      return requests.map { _ in ConsumeAnswer(.failure(error)) }
    }
    return requests.map { ConsumeAnswer(script($0), stopsBatch: stopsBatch) }
  }

  func products(in markets: [StoreCode]) async throws(IAPError) -> Answer<Product> {
    throw unexpected("products")
  }

  func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    throw unexpected("purchase")
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> Answer<Product> {
    throw unexpected("deferredProducts")
  }

  func unconsumed(_ query: UnconsumedQuery) async throws(IAPError) -> any Pages<Purchase> {
    throw unexpected("unconsumed")
  }

  func subscriptions(_ query: SubscriptionQuery) async throws(IAPError) -> Answer<Subscription> {
    throw unexpected("subscriptions")
  }

  func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    throw unexpected("restore")
  }

  func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    throw unexpected("reprocess")
  }

  private func unexpected(_ call: String) -> IAPError {
    Issue.record("unexpected call: \(call)")
    return .iapctl(.bug, .bug("unexpected call: \(call)"))
  }
}
