/// A question for the names of things, for somebody who is in the middle of typing one.
package struct NameQuery: Hashable, Sendable {
  package enum Subject: Sendable {
    case products
    case users
    /// Payments that can be consumed.
    case unconsumedPayments
    case markets
  }

  package var subject: Subject
  /// What the name begins with, byte by byte.
  package var beginning: String
  /// Only this user's payments.
  package var user: Identifier?
  /// Only what is of these markets; all where none is named.
  package var markets: [StoreCode] = []
  /// How many at most.
  package var limit: Int

  package init(_ subject: Subject, beginning: String, limit: Int) {
    self.subject = subject
    self.beginning = beginning
    self.limit = limit
  }
}

/// The names that a command was given, to be compared with those of a store.
package struct GivenNames: Hashable, Sendable {
  package var users: [Identifier]
  package var products: [Identifier]
  package var markets: [StoreCode]

  package init(
    users: [Identifier] = [], products: [Identifier] = [], markets: [StoreCode] = []
  ) {
    (self.users, self.products, self.markets) = (users, products, markets)
  }

  /// The names in a question for unconsumed purchases.
  package init(_ query: UnconsumedQuery) {
    self.init(products: query.products, markets: query.markets)
    if case .user(let user) = query.owner { users = [user] }
  }
}

/// A name that a store does not have.
package struct UnknownName: Hashable, Sendable {
  package let subject: NameQuery.Subject
  package let name: String
  /// The names of that kind that the store has; of very many, those that may be meant.
  package let known: [String]

  package init(_ subject: NameQuery.Subject, _ name: String, known: [String]) {
    (self.subject, self.name, self.known) = (subject, name, known)
  }
}

/// Something that has a name.
package struct Candidate: Hashable, Sendable {
  package let text: String
  /// What a person recognises it by; empty where there is nothing to say.
  package let about: String

  package init(_ text: String, about: String = "") {
    self.text = text
    self.about = about
  }
}
