import IAPBatch
import IAPCore

/// A source with these groups of payments.
final class ListedSource: PaymentSource {
  private var groups: ArraySlice<[Payment]>
  /// How many payments were asked for.
  private(set) var limits: [Int] = []

  init(_ groups: [[Payment]]) { self.groups = groups[...] }

  convenience init(_ payments: [Payment]) { self.init([payments]) }

  func next(_ limit: Int) -> [Payment]? {
    limits.append(limit)
    guard var group = groups.popFirst() else { return nil }
    if group.count > limit {
      groups.insert(Array(group.dropFirst(limit)), at: groups.startIndex)
      group = Array(group.prefix(limit))
    }
    return group
  }
}
