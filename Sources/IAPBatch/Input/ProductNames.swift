import IAPCore

/// Which product the rows of an input mean by a name such as `루비 330개`. No service has the names that people write
/// in sheets: a name means the product of most payments of the same market whose rows have it.
struct ProductNames {
  /// The numbers of payments by market and name, and by these and the product.
  private var counts: [String: Int] = [:]
  /// The most frequent product by market and name.
  private var frequent: [String: String] = [:]

  /// The most names that are kept. A column with more is one of something else.
  private static let most = 1000
  /// The fewest payments from which a name is learned.
  private static let fewest = 3

  /// Whether a name was learned.
  var isComparable: Bool { frequent.keys.contains { usual($0) != nil } }
  /// Whether there can be a row with another product than its name means.
  var hasOther: Bool {
    frequent.contains { counts[$0] != counts[Self.key($0, $1)] && usual($0) != nil }
  }

  mutating func learn(_ row: Payment, _ payment: Purchase?) {
    guard let (name, product) = Self.said(row, payment),
      frequent[name] != nil || frequent.count < Self.most
    else { return }
    let key = Self.key(name, product)
    counts[name, default: 0] += 1
    counts[key, default: 0] += 1
    let other = frequent[name].flatMap { counts[Self.key(name, $0)] } ?? 0
    if counts[key] ?? 0 > other { frequent[name] = product }
  }

  /// What is wrong with a row whose payment is of another product than the name means.
  func problem(of row: Payment, _ payment: Purchase?) -> LineProblem? {
    guard let (name, product) = Self.said(row, payment), let usual = usual(name), product != usual
    else { return nil }
    return .otherProduct(row.productName ?? "", product: product, usual: usual)
  }

  /// The product of three quarters of the payments; nil if they are too few, or if no product has as many.
  private func usual(_ name: String) -> String? {
    guard let product = frequent[name], let count = counts[Self.key(name, product)],
      count >= Self.fewest, count * 4 >= (counts[name] ?? 0) * 3
    else { return nil }
    return product
  }

  private static func said(_ row: Payment, _ payment: Purchase?) -> (name: String, product: String)?
  {
    guard let name = row.productName, let payment,
      let product = payment.productIdentifier?.text ?? payment.productSeq.map({ "\($0)" })
    else { return nil }
    return (key(payment.storeCode?.text ?? "", name), product)
  }

  private static func key(_ one: String, _ other: String) -> String { "\(one)\0\(other)" }
}
