package import Records
import Text

/// What a list or a page of it has: values, or records for a caller that only shows them.
package protocol ListElements {
  var count: Int { get }
}

extension Array: ListElements {}
extension RecordBatch: ListElements {}

/// The elements from the markets that responded, and the failures of the others: a whole list, or
/// one page.
package struct MarketResults<Elements: Sendable>: Sendable {
  package var elements: Elements
  package var failures: [MarketFailure]
  /// Whether any market responded, even with an empty list.
  package var isAnswered: Bool

  package init(
    _ elements: Elements, failures: [MarketFailure] = [], isAnswered: Bool = true
  ) {
    self.elements = elements
    self.failures = failures
    self.isAnswered = isAnswered
  }

  /// Joins the results of several markets or pages, in their order.
  package init<Element>(joining parts: [MarketResults]) where Elements == [Element] {
    self.init(
      parts.flatMap(\.elements), failures: parts.flatMap(\.failures),
      isAnswered: parts.contains(where: \.isAnswered))
  }
}

/// A market that did not respond or refused the query.
package struct MarketFailure: Hashable, Sendable {
  package let market: StoreCode
  package let error: IAPError

  /// - Parameter error: the reason; the market is added to it.
  package init(_ market: StoreCode, _ error: IAPError) {
    self.market = market
    self.error = error.about(storeCode: market)
  }
}

/// An unconsumed list by payment number without leading zeros, and the error if it is incomplete.
package struct UnconsumedList: Sendable {
  package private(set) var purchases: [Identifier: Purchase] = [:]
  package private(set) var failure: IAPError?

  /// A list that was not requested.
  package init(failure: IAPError) { self.failure = failure }

  /// A list as it is known.
  package init(_ purchases: [Purchase]) {
    for purchase in purchases { self.purchases[purchase.paymentSeq.withoutLeadingZeros] = purchase }
  }

  package init(_ query: UnconsumedQuery, of service: any IAPService) async {
    do throws(IAPError) {
      for try await page in try await service.unconsumed(query) {
        failure = failure ?? page.failures.first?.error
        for purchase in page.elements {
          purchases[purchase.paymentSeq.withoutLeadingZeros] = purchase
        }
      }
    } catch {
      failure = error
    }
  }
}

/// A query for names, to complete a name that the user is typing.
package struct NameQuery: Hashable, Sendable {
  package enum Subject: String, Sendable {
    case products
    case users
    /// Payments that can be consumed.
    case unconsumedPayments = "unconsumed-payments"
    /// Payments in any state.
    case payments
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
  package var payments: [Identifier]

  package init(
    users: [Identifier] = [], products: [Identifier] = [], markets: [StoreCode] = [],
    payments: [Identifier] = []
  ) {
    (self.users, self.products) = (users, products)
    (self.markets, self.payments) = (markets, payments)
  }

  /// The names in a query for unconsumed purchases.
  package init(_ query: UnconsumedQuery) {
    self.init(users: query.users, products: query.products, markets: query.markets)
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

  /// If no name is near, up to this many known names are listed.
  private static let mostListed = 5

  /// The known name that the user most likely meant; nil if none is near.
  package var closest: String? { Suggestions.closest(to: name, among: known) }

  /// The known names, if they are few and no name is near; nil if they are not listed.
  package var alternatives: [String]? {
    let isListed = subject == .markets && (1...Self.mostListed).contains(known.count)
    return isListed && closest == nil ? known : nil
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

/// The data of a consumed payment, as far as the server returns it.
package struct ConsumeReceipt: Hashable, Sendable {
  package var price: Price?
  package var currency: String?
  package var productSeq: Int64?
  /// The user that the payment belongs to; nil if the service does not tell.
  package var userID: Identifier?
  /// The market of the payment; nil if the service does not tell.
  package var storeCode: StoreCode?

  package init(
    price: Price?, currency: String?, productSeq: Int64?, userID: Identifier? = nil
  ) {
    self.price = price
    self.currency = currency
    self.productSeq = productSeq
    self.userID = userID
  }
}

/// The result of a restore or a reprocess.
package struct CompletionReport: Hashable, Sendable {
  /// The restored or completed purchases.
  package var purchases: [Purchase] = []
  /// Those of the purchases that a restore has recorded or completed now.
  package var recorded: [Identifier] = []
  /// Reservations without a charge, which were closed; no money was taken.
  package var closed: [Identifier] = []
  /// The purchases that could not be restored or completed, each with its reason.
  package var failures: [IAPError] = []

  package init() {}
}
