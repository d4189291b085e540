package import JSON
import Text

/// Why a line of an input is invalid. It has the invalid value, shortened, but never an access token.
package enum LineProblem: Error, Hashable, Sendable {
  case nullCharacter
  /// In this encoding, which is not UTF-8; nil if it is not known.
  case encoding(String?)
  /// In bytes.
  case tooLong(limit: Int)

  // CSV.
  case textAfterQuote
  case carriageReturn
  case strayQuote
  case quoteNotClosed
  case cells(Int, inHeader: Int)
  /// Two columns of the header mean the same.
  case columnTwice(String, String, meaning: String)
  /// - Parameter probably: the only column with a long number.
  case noPaymentColumn(probably: String? = nil)
  /// The input has only these lines.
  case noLine(of: Int)
  /// A payment number stands where the header has the name of a column.
  case numberInHeader(String)
  /// A payment number stands above the line that is given as the header, where nothing is read.
  case numberAboveHeader(String)
  /// The names of the header stand in a later line again.
  case headerAgain
  /// The line has no number, and text in one cell alone, such as a note.
  case onlyText(String)
  /// The line stands below such a text, which may say that its payment is not to be consumed.
  case belowText(String)
  /// A cell in quotes has lines that begin like rows.
  case rowsInQuotes
  /// The line stands below a header with other columns than the first one.
  case belowSecondHeader

  // JSON.
  case json(JSONProblem.Kind, column: Int?)
  /// Nil for a key that iapctl does not know, which may be any text.
  case keyTwice(String?)
  case unknownKey(String, meant: String)
  case document(DocumentProblem)

  /// The column, and the invalid value if it may be shown.
  case value(of: String, ValueProblem, String?)

  /// The line names another user than the command.
  case otherUser(String?, than: Identifier)
  /// The line names another market than the command.
  case otherMarket(StoreCode, than: [StoreCode])
  /// The line says that its payment was consumed or refused.
  case ended(String)
  /// The line says that its payment is unknown, and the journal does not have it.
  case unrecorded
  /// The line is an entry of another service's journal.
  case otherServer(String, than: String)
  /// Another line has the same payment, and differs in this column; nil if that line is refused.
  case samePayment(as: String?, line: Int, except: String?)
  /// The line has a name that means another product, the usual one, in most lines.
  case otherProduct(String, product: String, usual: String)
  case differs(from: Reference, found: [Detail], row: [Detail])

  /// What is wrong with the value of a column.
  package enum ValueProblem: Hashable, Sendable {
    case missing
    case null
    case empty
    case nullCharacter
    case controlCharacter
    /// In bytes.
    case tooLong(limit: Int)
    case notText
    case notNumber
    case notFlag
    case notWholeNumber
    case notAmount
    case notInstant
    /// No market has a code or a name like this.
    case notMarket
    /// It has a word of a Korean or Japanese note, such as *refunded* or *do not consume*.
    case warning
    /// The currency is not the one of the sign beside the amount.
    case otherThanSign
    case notPaymentNumber
    case notTicket
    /// A payment number that is written as a JSON number.
    case paymentNumberNotText
    /// A JSON number that is written with an exponent, so that its last digits may be lost.
    case exponent
    case orderNumber(OrderNumber)
    /// A spreadsheet rounded the number.
    case rounded
    /// A spreadsheet formatted the number.
    case formatted
  }

  /// What is wrong with a JSON document of payments.
  package enum DocumentProblem: Hashable, Sendable {
    case notDocument
    case seed
    case valueCutOff
    case textAfterEnd
    case notArray(key: String)
    case secondList(key: String, after: String)
    case noList(keys: [String])
  }

  /// Where a payment was found.
  package enum Reference: Hashable, Sendable {
    case list, store
    /// The answer of a consume.
    case answer
    /// What the journal has of the delivery.
    case delivery
    /// What a list confirmed in an earlier run.
    case journal
  }

  /// What a row or a list says of a payment.
  package enum Detail: Hashable, Sendable {
    case text(String)
    case product(Int64)
    case transaction(Identifier)
    /// A token that is not the row's.
    case otherToken
    /// The token of this payment.
    case tokenOf(Identifier)
    case amount(Price?, currency: String?)
  }

  /// The problem without the invalid value. Lines with the same one are reported together.
  package var withoutValue: LineProblem {
    switch self {
    case .value(let column, let problem, _): .value(of: column, problem, nil)
    case .otherUser(_, let user): .otherUser(nil, than: user)
    default: self
    }
  }

  /// The invalid value, shortened.
  package var value: String? {
    switch self {
    case .value(_, _, let value): value
    case .otherUser(let user, _): user.map(Self.quoted)
    default: nil
    }
  }

  /// The maximum number of characters of a quoted value.
  private static let longest = 40

  /// A value as a message quotes it.
  package static func quoted(_ text: String) -> String {
    text.count > longest ? text.prefix(longest) + "…" : text
  }

  /// Whether the line contradicts a delivery.
  package var isOfDelivery: Bool {
    if case .differs(from: .delivery, _, _) = self { true } else { false }
  }

  /// Whether a spreadsheet changed the value.
  package var isDamage: Bool {
    switch self {
    case .value(_, .rounded, _), .value(_, .formatted, _): true
    default: false
    }
  }

  /// The known encoding of a line that is not UTF-8.
  package var foreignEncoding: String? {
    if case .encoding(let name) = self { name } else { nil }
  }

  /// Whether the value is an order number of an app store.
  package var isOrderNumber: Bool {
    if case .value(_, .orderNumber, _) = self { true } else { false }
  }
}
