/// A query for names, to complete a name that the user is typing.
package struct NameQuery: Hashable, Sendable {
  package enum Subject: String, Sendable {
    case products
    case users
    /// Payments that can be consumed.
    case unconsumedPayments = "unconsumed-payments"
    case markets
  }

  package var subject: Subject
  /// The first bytes of the name.
  package var beginning: String
  /// Only payments of this user; nil for all users.
  package var user: Identifier?
  /// Only names in these markets; empty for all.
  package var markets: [StoreCode] = []
  /// The maximum number of names.
  package var limit: Int

  package init(_ subject: Subject, beginning: String, limit: Int) {
    self.subject = subject
    self.beginning = beginning
    self.limit = limit
  }
}

/// The names that a command was given, to be checked against a store.
package struct GivenNames: Hashable, Sendable {
  package var users: [Identifier]
  package var products: [Identifier]
  package var markets: [StoreCode]

  package init(
    users: [Identifier] = [], products: [Identifier] = [], markets: [StoreCode] = []
  ) {
    (self.users, self.products, self.markets) = (users, products, markets)
  }

  /// The names in a query for unconsumed purchases.
  package init(_ query: UnconsumedQuery) {
    self.init(products: query.products, markets: query.markets)
    if case .user(let user) = query.owner { users = [user] }
  }
}

/// A name that does not exist in a store.
package struct UnknownName: Hashable, Sendable {
  package let subject: NameQuery.Subject
  package let name: String
  /// The names of that kind in the store. If there are very many, only the similar ones.
  package let known: [String]

  package init(_ subject: NameQuery.Subject, _ name: String, known: [String]) {
    (self.subject, self.name, self.known) = (subject, name, known)
  }
}

/// A name that completes what the user typed.
package struct Candidate: Hashable, Sendable {
  package let text: String
  /// A description for the user; empty if there is none.
  package let about: String

  package init(_ text: String, about: String = "") {
    self.text = text
    self.about = about
  }
}
