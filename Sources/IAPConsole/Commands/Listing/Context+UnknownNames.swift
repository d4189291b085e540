import CommandLine
import IAPCore

extension Context {
  /// Says on standard error which of the names the store does not have, each with the nearest one
  /// that it has: an empty list must not be all that a typing mistake leads to.
  func noteUnknownNames(
    _ names: GivenNames, to service: any IAPService
  ) async throws(IAPError) {
    for unknown in try await service.unknownNames(among: names) { messages.note(unknown.note) }
  }
}

extension UnknownName {
  /// So many names are worth listing if none of them is near.
  private static let mostListed = 5

  fileprivate var note: String {
    let kind =
      switch subject {
      case .users: "user"
      case .products: "product"
      case .markets: "market"
      case .unconsumedPayments: "payment"
      }
    return "no \(kind) '\(name)' in this store" + (suggestion ?? "")
  }

  private var suggestion: String? {
    if let near = Suggestions.closest(to: name, among: known) {
      return "; did you mean '\(near)'?"
    }
    guard subject == .markets, (1...Self.mostListed).contains(known.count) else { return nil }
    return "; known are \(known.joined(separator: ", "))"
  }
}
