import IAPCore
import Synchronization

/// What the item list of an app says of its products, and the app's package.
struct ItemNames: Sendable {
  /// The store's identifiers by the console's numbers.
  var identifiers: [Int64: Identifier] = [:]
  var package: String?
}

/// The item lists of the apps, for lists of payments that contain only the console's numbers. Each is
/// requested once, when a list first needs it.
final class ProductCatalogues: Sendable {
  typealias Items = Result<ItemNames, IAPError>

  private struct Catalogue: Sendable {
    var asking: Task<Items, Never>?
    var hasFailed = false
    var isReported = false
  }

  private let dialect: any Dialect
  private let catalogues: Mutex<[Int64: Catalogue]>
  private let notice: @Sendable (RemoteNotice) -> Void
  private let ask: @Sendable (APICall<ItemNames>) async -> Items

  init(
    _ dialect: any Dialect, apps: Set<Int64>, notice: @escaping @Sendable (RemoteNotice) -> Void,
    asking ask: @escaping @Sendable (APICall<ItemNames>) async -> Items
  ) {
    (self.dialect, self.notice, self.ask) = (dialect, notice, ask)
    let listed = apps.filter { dialect.items(of: $0) != nil }
    catalogues = Mutex(Dictionary(uniqueKeysWithValues: listed.map { ($0, Catalogue()) }))
  }

  /// Whether lists contain identifiers.
  var nameProducts: Bool {
    catalogues.withLock { !$0.isEmpty && !$0.values.contains(where: \.hasFailed) }
  }

  /// Adds missing identifiers to purchases. If an item list cannot be read, its purchases stay as they
  /// are, and that is reported once.
  ///
  /// - Parameter isRequired: whether the failure of an item list is thrown, because the query selects
  ///   products by their identifiers.
  func named(
    _ purchases: [Purchase], isRequired: Bool = false
  ) async throws(IAPError) -> [Purchase] {
    var named = purchases
    let unnamed = purchases.indices.filter {
      purchases[$0].productIdentifier == nil && purchases[$0].productSeq != nil
    }
    let byApp = Dictionary(grouping: unnamed) { dialect.app(of: purchases[$0].storeCode) }
    for (app, indices) in byApp {
      guard let app, let items = await items(of: app) else { continue }
      switch items {
      case .success(let items):
        for index in indices {
          named[index].productIdentifier = named[index].productSeq.flatMap { items.identifiers[$0] }
        }
      case .failure(let error) where isRequired: throw error
      case .failure(let error): report(error, of: app)
      }
    }
    return named
  }

  /// The package that the item list of a market names; nil if it names none or cannot be read.
  func package(of market: StoreCode) async -> String? {
    guard let app = dialect.app(of: market) else { return nil }
    return try? await items(of: app)?.get().package
  }

  /// The item list of an app; nil if it has none.
  private func items(of app: Int64) async -> Items? {
    guard let call = dialect.items(of: app) else { return nil }
    let asking = catalogues.withLock { [ask] catalogues in
      if catalogues[app] != nil, catalogues[app]?.asking == nil {
        catalogues[app]?.asking = Task { await ask(call) }
      }
      return catalogues[app]?.asking
    }
    guard let asking else { return nil }
    // All lists share one request. A stop cancels all of them, so cancelling the shared request is
    // safe.
    let items = await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
    if case .failure = items { catalogues.withLock { $0[app]?.hasFailed = true } }
    return items
  }

  private func report(_ error: IAPError, of app: Int64) {
    let isNew = catalogues.withLock { catalogues in
      defer { catalogues[app]?.isReported = true }
      return catalogues[app]?.isReported == false
    }
    if isNew { notice(.productIdentifiersMissing(error)) }
  }
}

extension Purchase {
  /// Whether the purchase is of one of these products. Each product is given by its identifier, in the
  /// store or in Gamebase, or its number.
  func isOf(_ products: [Identifier]) -> Bool {
    let number = productSeq.map { Identifier(String($0)) }
    return products.contains {
      $0 == productIdentifier || $0 == gamebaseProductID || $0 == number
    }
  }
}
