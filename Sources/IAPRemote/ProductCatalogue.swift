import IAPCore
import Synchronization

/// The store's identifiers of products, for lists that have the console's numbers only. A server
/// is asked for them once, by the first list that needs them.
final class ProductCatalogue: Sendable {
  typealias Identifiers = Result<[Int64: Identifier], IAPError>

  private struct State {
    var asking: Task<Identifiers, Never>?
    var hasFailed = false
    var isReported = false
  }

  private let ask: @Sendable () async -> Identifiers
  private let notice: @Sendable (RemoteNotice) -> Void
  private let state = Mutex(State())

  init(
    asking ask: @escaping @Sendable () async -> Identifiers,
    notice: @escaping @Sendable (RemoteNotice) -> Void
  ) {
    self.ask = ask
    self.notice = notice
  }

  /// Whether identifiers cannot be had.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  private func identifiers() async -> Identifiers {
    let asking = state.withLock { state in
      let task = state.asking ?? Task { [ask] in await ask() }
      state.asking = task
      return task
    }
    // Who asks for the names asks for all of them; a request to stop comes to all at once.
    let result = await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
    if case .failure = result { state.withLock { $0.hasFailed = true } }
    return result
  }

  /// Adds the identifiers that purchases lack. If they cannot be had, the purchases stay as they
  /// are, and that is said once.
  func named(_ purchases: [Purchase]) async -> [Purchase] {
    guard purchases.contains(where: \.isUnnamed) else { return purchases }
    switch await identifiers() {
    case .success(let identifiers): return purchases.map { $0.named(by: identifiers) }
    case .failure(let error):
      report(error)
      return purchases
    }
  }

  /// The same, for purchases of which only some products are wanted: without identifiers those
  /// cannot be told from the others.
  func required(_ purchases: [Purchase]) async throws(IAPError) -> [Purchase] {
    guard purchases.contains(where: \.isUnnamed) else { return purchases }
    let identifiers = try await identifiers().get()
    return purchases.map { $0.named(by: identifiers) }
  }

  private func report(_ error: IAPError) {
    let isNew = state.withLock { state in
      defer { state.isReported = true }
      return !state.isReported
    }
    if isNew { notice(.productIdentifiersMissing(error)) }
  }
}

extension Purchase {
  /// Whether only the console's number says which product it is.
  fileprivate var isUnnamed: Bool { productIdentifier == nil && productSeq != nil }

  fileprivate func named(by identifiers: [Int64: Identifier]) -> Purchase {
    guard isUnnamed, let productSeq else { return self }
    var purchase = self
    purchase.productIdentifier = identifiers[productSeq]
    return purchase
  }

  /// Whether it is of one of some products, each named by its identifier or its number.
  func isOf(_ products: [Identifier]) -> Bool {
    let number = productSeq.map { Identifier(String($0)) }
    return products.contains { $0 == productIdentifier || $0 == number }
  }
}
