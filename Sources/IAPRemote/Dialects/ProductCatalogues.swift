import IAPCore

/// The item lists of the apps, by market.
struct ProductCatalogues: Sendable {
  private let catalogues: [Int64: ProductCatalogue]
  private let dialect: any Dialect

  init(
    _ dialect: any Dialect, apps: Set<Int64>, notice: @escaping @Sendable (RemoteNotice) -> Void,
    asking ask: @escaping @Sendable (APICall<ItemNames>) async -> Result<ItemNames, IAPError>
  ) {
    self.dialect = dialect
    var catalogues: [Int64: ProductCatalogue] = [:]
    for app in apps {
      guard let call = dialect.items(of: app) else { continue }
      catalogues[app] = ProductCatalogue(asking: { await ask(call) }, notice: notice)
    }
    self.catalogues = catalogues
  }

  /// Whether lists contain identifiers.
  var nameProducts: Bool {
    !catalogues.isEmpty && !catalogues.values.contains { $0.hasFailed }
  }

  /// Adds missing identifiers to purchases.
  ///
  /// - Parameter isRequired: whether the failure of an item list is thrown, because the query selects
  ///   products by their identifiers.
  func named(
    _ purchases: [Purchase], isRequired: Bool = false
  ) async throws(IAPError) -> [Purchase] {
    guard !catalogues.isEmpty else { return purchases }
    var named = purchases
    for (app, indices) in Dictionary(grouping: purchases.indices, by: { app(purchases[$0]) }) {
      guard let app, let catalogue = catalogues[app] else { continue }
      let part = indices.map { purchases[$0] }
      let answer =
        isRequired ? try await catalogue.required(part) : await catalogue.named(part)
      for (index, purchase) in zip(indices, answer) { named[index] = purchase }
    }
    return named
  }

  private func app(_ purchase: Purchase) -> Int64? { dialect.app(of: purchase.storeCode) }

  /// The package that the item list of a market names; nil if it names none or cannot be read.
  func package(of market: StoreCode) async -> String? {
    guard let app = dialect.app(of: market), let catalogue = catalogues[app] else { return nil }
    return await catalogue.package
  }
}
