import CommandLine
import IAPCore

extension Context {
  /// Writes a note for each name that the store does not contain, with the nearest name that it
  /// contains. Without the note, a typing mistake would show only as an empty list.
  func noteUnknownNames(
    _ names: GivenNames, to service: any IAPService
  ) async throws(IAPError) {
    for unknown in try await service.unknownNames(among: names) { messages.note(unknown.note) }
  }
}

extension UnknownName {
  /// If no name is near, up to this many known names are listed.
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
