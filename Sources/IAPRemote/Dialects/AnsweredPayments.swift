import IAPCore
import Synchronization

/// The payments of one list, in all its pages and markets. Two rows of the same payment must be equal.
///
/// It keeps two numbers for each row, because a list may be long.
final class AnsweredPayments: Sendable {
  private let hashes = Mutex<[Int: Int]>([:])
  private let areOfAskedMarket: Bool

  /// - Parameter areOfAskedMarket: whether the markets of the rows are those that were asked, and do not
  ///   come from the server.
  init(areOfAskedMarket: Bool = false) { self.areOfAskedMarket = areOfAskedMarket }

  /// Adds rows.
  ///
  /// - Returns: how the list differs from the documented format; nil if it does not.
  func problem(adding rows: [some PaymentRow]) -> String? {
    hashes.withLock { hashes in
      for row in rows {
        var row = row
        if areOfAskedMarket { row.purchase.storeCode = nil }
        let number = row.purchase.paymentSeq.withoutLeadingZeros
        row.purchase.paymentSeq = number
        let hash = row.hashValue
        if let other = hashes.updateValue(hash, forKey: number.hashValue), other != hash {
          return "payment \(number) is listed twice, with different values"
        }
      }
      return nil
    }
  }

  /// Adds rows of another page or market.
  func add(_ rows: [some PaymentRow]) throws(IAPError) {
    guard let problem = problem(adding: rows) else { return }
    throw IAPError(.http(.responseInvalid), .answerNotDocumented(problem), httpStatus: 200)
  }
}

/// A row of a list of payments.
protocol PaymentRow: Hashable, Sendable {
  var purchase: Purchase { get set }
}

extension Purchase: PaymentRow {
  var purchase: Purchase {
    get { self }
    set { self = newValue }
  }
}

extension Subscription: PaymentRow {}

extension StoredPayment: PaymentRow {}

extension APICall {
  /// The same call, whose response is invalid if two rows of one payment differ.
  ///
  /// - Parameter rows: the rows in the response.
  func checking(_ rows: @escaping @Sendable (Body) -> [some PaymentRow]) -> APICall {
    flatMap { body in
      AnsweredPayments().problem(adding: rows(body)).map { .invalid($0) } ?? .success(body)
    }
  }
}
