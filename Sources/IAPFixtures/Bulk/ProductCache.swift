import IAPCore

/// Products that were looked up. They do not change after the products of the seed are loaded.
final class ProductCache {
  private struct Key: Hashable {
    let market: StoreCode
    let identifier: Identifier
  }

  private static let capacity = 1000

  /// The last product number that was generated below the given ones, because no number is left above
  /// them.
  var lastFilled: Int64 = NewProductSeq.first

  /// The row that was asked for last: purchases of one product often stand together.
  private var last: ProductRow?
  private var rows: [Key: ProductRow] = [:]

  func row(_ identifier: Identifier, in market: StoreCode) -> ProductRow? {
    if let last, last.product.productIdentifier == identifier, last.product.storeCode == market {
      return last
    }
    last = rows[Key(market: market, identifier: identifier)] ?? last
    return rows[Key(market: market, identifier: identifier)]
  }

  func insert(_ row: ProductRow) {
    if rows.count == Self.capacity { rows.removeAll() }
    let product = row.product
    rows[Key(market: product.storeCode, identifier: product.productIdentifier)] = row
    last = row
  }
}

/// Where generated product numbers begin.
enum NewProductSeq {
  static let first: Int64 = 1_000_000
}
