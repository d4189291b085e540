package import IAPCore
import SQLite

/// Products of one subscription group. The guides allow one product in a group, because IAP
/// cannot change one subscription into another.
package struct SharedSubscriptionGroup: Hashable, Sendable, CustomStringConvertible {
  package let market: StoreCode
  package let group: Identifier
  package fileprivate(set) var products: [Identifier]

  package var description: String {
    "subscription group \(group) of market \(market): has several products: "
      + products.map(\.text).joined(separator: ", ")
  }
}

extension StoreSession {
  /// The groups with several products.
  func sharedSubscriptionGroups() throws -> [SharedSubscriptionGroup] {
    let rows = try connection.all(
      """
      SELECT storeCode, subscriptionGroup, productIdentifier FROM product
      WHERE (storeCode, subscriptionGroup) IN (
        SELECT storeCode, subscriptionGroup FROM product WHERE subscriptionGroup IS NOT NULL
        GROUP BY storeCode, subscriptionGroup HAVING count(*) > 1)
      ORDER BY storeCode, subscriptionGroup, id
      """
    ) { row in
      SharedSubscriptionGroup(
        market: StoreCode(row.text(0) ?? ""), group: Identifier(row.text(1) ?? ""),
        products: [Identifier(row.text(2) ?? "")])
    }
    var groups: [SharedSubscriptionGroup] = []
    for row in rows {
      if let last = groups.last, last.market == row.market, last.group == row.group {
        groups[groups.count - 1].products += row.products
      } else {
        groups.append(row)
      }
    }
    return groups
  }
}
