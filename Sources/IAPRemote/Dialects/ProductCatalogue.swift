import IAPCore
import Synchronization

/// What the item list of an app says of its products, and the app's package.
struct ItemNames: Sendable {
  /// The store's identifiers by the console's numbers.
  var identifiers: [Int64: Identifier] = [:]
  var package: String?
}

/// The item list of an app, for lists that contain only the console's numbers. It is requested once,
/// when a list first needs it.
final class ProductCatalogue: Sendable {
  typealias Identifiers = Result<ItemNames, IAPError>

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

  /// Whether the request for the identifiers failed.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  var package: String? { get async { try? await identifiers().get().package } }

  private func identifiers() async -> Identifiers {
    let asking = state.withLock { state in
      let task = state.asking ?? Task { [ask] in await ask() }
      state.asking = task
      return task
    }
    // All lists share one request. A stop cancels all of them, so cancelling the shared request is
    // safe.
    let result = await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
    if case .failure = result { state.withLock { $0.hasFailed = true } }
    return result
  }

  /// Adds missing identifiers to purchases. If the request fails, returns the purchases unchanged
  /// and reports the failure once.
  func named(_ purchases: [Purchase]) async -> [Purchase] {
    guard purchases.contains(where: \.isUnnamed) else { return purchases }
    switch await identifiers() {
    case .success(let items): return purchases.map { $0.named(by: items.identifiers) }
    case .failure(let error):
      report(error)
      return purchases
    }
  }

  /// Adds missing identifiers to purchases, or throws. For queries that select products, which is
  /// impossible without identifiers.
  func required(_ purchases: [Purchase]) async throws(IAPError) -> [Purchase] {
    guard purchases.contains(where: \.isUnnamed) else { return purchases }
    let identifiers = try await identifiers().get().identifiers
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
  /// Whether the purchase has the console's product number but no identifier.
  fileprivate var isUnnamed: Bool { productIdentifier == nil && productSeq != nil }

  fileprivate func named(by identifiers: [Int64: Identifier]) -> Purchase {
    guard isUnnamed, let productSeq else { return self }
    var purchase = self
    purchase.productIdentifier = identifiers[productSeq]
    return purchase
  }

  /// Whether the purchase is of one of these products. Each product is given by its identifier, in the
  /// store or in Gamebase, or its number.
  func isOf(_ products: [Identifier]) -> Bool {
    let number = productSeq.map { Identifier(String($0)) }
    return products.contains {
      $0 == productIdentifier || $0 == gamebaseProductID || $0 == number
    }
  }
}
