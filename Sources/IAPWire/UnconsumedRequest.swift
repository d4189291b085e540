package import IAPCore
package import JSON

/// Requests a page of an unconsumed list.
package struct UnconsumedRequest: Sendable {
  /// Nil for the list of all users.
  package private(set) var user: Identifier?
  private var isOfAllUsers = false
  private var query: UnconsumedQuery
  /// The cursor of the page before; nil for the first page.
  package var cursor: String?

  package init(_ query: UnconsumedQuery, cursor: String? = nil) {
    (self.query, self.cursor) = (query, cursor)
    switch query.owner {
    case .user(let user): self.user = user
    // The client asks for the list of one user at a time.
    case .users(let users): user = users.first
    case .everyone: isOfAllUsers = true
    }
  }

  /// The query for all pages of the list.
  package func wholeList() throws(JSONProblem) -> UnconsumedQuery {
    var query = query
    switch (user, isOfAllUsers) {
    case (_?, true): throw JSONProblem(place: "userID", problem: "not allowed with allUsers")
    case (nil, true): query.owner = .everyone
    case (let user?, false): query.owner = .user(user)
    case (nil, false): throw JSONProblem(place: "userID", .missing)
    }
    return query
  }

  private init() { query = UnconsumedQuery(owner: .everyone) }

  static let fields = JSONFields(
    UnconsumedRequest(), reading: .closed,
    [
      .optional("userID", \.user, .name, "the user; required unless allUsers is true"),
      .defaulted("allUsers", \.isOfAllUsers, .flag, "default: false"),
      .defaulted("markets", \.query.markets, list(of: .market), marketsSummary),
      .defaulted(
        "productIdentifiers", \.query.products, list(of: .identifier), "default: all of them"),
      .defaulted("paymentSeqs", \.query.payments, list(of: .identifier), "default: all of them"),
      .optional(
        "transactionIdentifier", \.query.transaction, .name,
        "only the purchase of this charge, by the store's identifier"),
      .optional(
        "olderThan", \.query.age, .duration, "only purchases at least this old: 15m, 30d, P1M"),
      .optional("limit", \.query.limit, .integer(from: 0), "how many at most, in all pages"),
      .optional("cursor", \.cursor, .text, "where the page before ended; default: the first page"),
    ])
}
