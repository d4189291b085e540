import JSON
package import Languages
import Text

extension LineProblem {
  package var sentence: Sentence {
    switch self {
    case .nullCharacter: "it has a null character"
    case .encoding(let name): Self.encoding(name)
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .textAfterQuote: "unexpected text after a closing quote"
    case .carriageReturn: "a carriage return in an unquoted cell"
    case .strayQuote: "a quote in an unquoted cell"
    case .quoteNotClosed: "a quoted cell has no closing quote"
    case .cells(let count, let header):
      "it has \(count, "cell", "cells"), but the header has \(header)"
    case .columnTwice(let one, let other, let meaning):
      "the header has two columns for \(meaning): '\(one)' and '\(other)'"
    case .noPaymentColumn: "the header has no column paymentSeq"
    case .noLine(let count): "there is no such line: the input has \(count, "line", "lines")"
    case .numberInHeader(let number):
      """
      \(number) is a payment number, and not the name of a column: write a line with the names of the columns \
      above it, such as paymentSeq,userID
      """
    case .numberAboveHeader(let number):
      """
      payment \(number) stands above the header, where nothing is read: give it in a file of its own, or take it \
      out
      """
    case .onlyText(let text):
      "it has no payment number, only the text \(Self.quoted(text).inQuotes)"
    case .belowText(let text):
      "it stands below \(Self.quoted(text).inQuotes): give it in a file without this text if it is to be consumed"
    case .rowsInQuotes:
      "a cell in quotes has a line that begins like a row: take out the quote, or the line break"
    case .headerAgain: "a second header; each file needs one only"
    case .belowSecondHeader: "it stands below a second header: give it in a file of its own"
    case .json(let problem, let column): Self.json(problem, in: column)
    case .keyTwice(let key): key.map { "'\($0)' is given twice" } ?? "a key is given twice"
    case .unknownKey(let key, let meant): "unknown key '\(key)': did you mean '\(meant)'?"
    case .document(let problem): problem.sentence
    case .value(let column, let problem, let value): Self.value(value, of: column, problem)
    case .otherUser(let user?, let option): Self.otherUser(user, than: option.text)
    case .otherMarket(let market, let options):
      "its market is \(market), but --market is \(list: options)"
    case .otherUser(nil, let option): "have another user than --user \(option)"
    case .ended(let outcome): "the row says that its payment has the outcome \(outcome)"
    case .unrecorded: Self.unknownElsewhere
    case .otherServer(let server, let own):
      "the row is of another server: \(server), not \(own)"
    case .samePayment(let place, let line, let column): Self.same(place, line, but: column)
    case .otherProduct(let name, let product, let usual):
      """
      its payment is of \(product), and the payments of other rows with the name \(Self.quoted(name).inQuotes) \
      are of \(usual)
      """
    case .differs(let source, let found, let row): Self.differing(row, from: found, of: source)
    }
  }

  private static func encoding(_ name: String?) -> Sentence {
    name.map { "it is \($0), not UTF-8: save the file as 'CSV UTF-8'" } ?? "it is not UTF-8"
  }

  private static var unknownElsewhere: Sentence {
    """
    an earlier run left its payment unknown, and this journal does not have it: name the journal of that run \
    with --journal
    """
  }

  private static func json(_ problem: JSONProblem.Kind, in column: Int?) -> Sentence {
    if problem == .not(.object), column == nil { return "not a JSON object" }
    return "\(column.map { "column \($0): " as Sentence })\(problem.sentence)"
  }

  private static func value(
    _ value: String?, of column: String, _ problem: LineProblem.ValueProblem
  ) -> Sentence {
    Sentence(
      "\(column)\(value.map { " '\($0)'" as Sentence }) \(problem.sentence)",
      context: "column and its value")
  }

  private static func same(_ location: String?, _ line: Int, but column: String?) -> Sentence {
    guard let column else {
      return "the same payment is \(place(location))in line \(line), which is refused"
    }
    return "the same payment is \(place(location))in line \(line), with a different \(column)"
  }

  private static func otherUser(_ user: String, than option: String) -> Sentence {
    let (user, option) = LookAlike.distinct(user, option) ?? (user, option)
    return "has user \(user), but --user is \(option)"
  }

  private static func differing(
    _ row: [LineProblem.Detail], from found: [LineProblem.Detail],
    of source: LineProblem.Reference
  ) -> Sentence {
    var (found, row) = (found, row)
    for index in 0..<min(found.count, row.count) {
      (found[index], row[index]) = found[index].distinct(from: row[index])
    }
    return """
      \(source.sentence) says \(sentences: found.map(\.sentence), separator: ", "); \
      the row says \(sentences: row.map(\.sentence), separator: ", ")
      """
  }

  /// `purchases[1] `, or nothing.
  private static func place(_ location: String?) -> Sentence? {
    location.map { Sentence("\($0) ", context: "in a line") }
  }
}

extension LineProblem.Reference {
  fileprivate var sentence: Sentence {
    switch self {
    case .list: "list"
    case .store: "store"
    case .answer: "the answer"
    case .delivery: "the delivery in the journal"
    case .journal: "the journal"
    }
  }
}

extension LineProblem.ValueProblem {
  fileprivate var sentence: Sentence {
    switch self {
    case .missing: "is missing"
    case .null: "is null"
    case .empty: "is empty"
    case .nullCharacter: "has a null character"
    case .controlCharacter: "has a control character"
    case .tooLong(let limit): "is longer than \(limit) bytes, more than any server accepts"
    case .notText: "is not a string"
    case .notNumber: "is not a number"
    case .notFlag: "is not true or false"
    case .notWholeNumber: "is not a whole number"
    case .notAmount: "is not a valid amount, such as 1500 or 2.29"
    case .notInstant:
      "is not a time that begins with its year, such as 2026-01-31 09:30 or 2026-01-31T00:30:00Z"
    case .notMarket: "is no market: write its code, such as GG, AS or ONESTORE"
    case .warning:
      "may say that this payment is not to be consumed: leave the row out, empty the cell, or ignore the column with --ignore-columns"
    case .otherThanSign: "contradicts the currency sign of the price"
    case .notTicket: "is not a ticket: write its number, or another reason"
    case .notPaymentNumber: "is not a payment number: only digits are allowed"
    case .paymentNumberNotText:
      "is a JSON number, which loses digits beyond 2^53: write it as a string"
    case .exponent: "is written with an exponent, and may have lost digits: write all of them"
    case .orderNumber(let order):
      "is an order number of \(Sentence(stringLiteral: order.storeName)), not a payment number"
    case .rounded: "was rounded by a spreadsheet and its last digits are lost"
    case .formatted: "was formatted as a number by a spreadsheet"
    }
  }
}

extension LineProblem.DocumentProblem {
  fileprivate var sentence: Sentence {
    switch self {
    case .notDocument: "not a JSON document: '{' or '[' was expected"
    case .seed:
      "a seed or a dump of a fixture store: use what 'iapctl unconsumed -o json' prints instead"
    case .valueCutOff: "a value is cut off"
    case .textAfterEnd:
      "unexpected text after the end of the document: give one document, or JSON lines"
    case .notArray(let key): "\(key) is not an array"
    case .secondList(let key, let first):
      "\(key) is a second list of payments, after \(first): give only one"
    case .noList(let keys):
      """
      the document has no list of payments; expected one of the keys \(list: keys)
      """
    }
  }
}

extension LineProblem.Detail {
  /// The detail and another one. What looks the same has escapes where they differ.
  fileprivate func distinct(from other: Self) -> (Self, Self) {
    switch (self, other) {
    case (.text(let one), .text(let two)):
      LookAlike.distinct(one, two).map { (.text($0), .text($1)) } ?? (self, other)
    case (.transaction(let one), .transaction(let two)):
      LookAlike.distinct(one.text, two.text).map {
        (.transaction(Identifier($0)), .transaction(Identifier($1)))
      } ?? (self, other)
    default: (self, other)
    }
  }

  fileprivate var sentence: Sentence {
    switch self {
    case .text(let text): "\(text)"
    case .product(let number): "product \(number)"
    case .transaction(let transaction): "transaction \(transaction)"
    case .otherToken: "another token"
    case .tokenOf(let payment): "the token of payment \(payment)"
    case .amount(let price, let currency):
      "\([currency, price.map { AmountText.grouped($0.digits) }].compactMap(\.self).joined(separator: " "))"
    }
  }
}

extension String {
  var inQuotes: String { "'\(self)'" }
}
