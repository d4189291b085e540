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

/// Something that has a name.
package struct KnownName: Hashable, Sendable {
  package let text: String
  /// What a person recognises it by; empty where there is nothing to say.
  package let about: String

  package init(_ text: String, about: String = "") {
    self.text = text
    self.about = about
  }
}
