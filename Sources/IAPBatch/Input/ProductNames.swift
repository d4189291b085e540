import IAPCore

/// Which product the rows of an input mean by a name such as `루비 330개`. No service has the names that people write
/// in sheets: a name means the product of most payments of the same market whose rows have it.
struct ProductNames {
  private struct Name: Hashable {
    let text: String
    let market: StoreCode?
  }

  private var products: [Name: [String: Int]] = [:]

  /// The most names that are kept. A column with more is one of something else.
  private static let most = 1000
  /// The fewest payments from which a name is learned.
  private static let fewest = 3

  /// Whether a name was learned.
  var isComparable: Bool { products.values.contains { Self.usual($0) != nil } }
  /// Whether there can be a row with another product than its name means.
  var hasOther: Bool { products.values.contains { $0.count > 1 && Self.usual($0) != nil } }

  mutating func learn(_ row: Payment, _ payment: Purchase?) {
    guard let (name, product) = Self.named(row, payment),
      products[name] != nil || products.count < Self.most
    else { return }
    products[name, default: [:]][product, default: 0] += 1
  }

  /// What is wrong with a row whose payment is of another product than the name means.
  func problem(of row: Payment, _ payment: Purchase?) -> LineProblem? {
    guard let (name, product) = Self.named(row, payment),
      let usual = products[name].flatMap(Self.usual), product != usual
    else { return nil }
    return .otherProduct(name.text, product: product, usual: usual)
  }

  private static func named(_ row: Payment, _ payment: Purchase?) -> (Name, String)? {
    guard let text = row.productName, let payment,
      let product = payment.productIdentifier?.text ?? payment.productSeq.map({ "\($0)" })
    else { return nil }
    return (Name(text: text, market: payment.storeCode), product)
  }

  /// The product of three quarters of the payments; nil if they are too few, or if no product has as many.
  private static func usual(_ products: [String: Int]) -> String? {
    let count = products.values.reduce(0, +)
    return products.first { $0.value >= fewest && $0.value * 4 >= count * 3 }?.key
  }
}
