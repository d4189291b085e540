import IAPCore
import JSON
import Languages
import Text

/// What is wrong with lines of an input: one row for each problem.
package enum LineErrors {
  /// The first bad lines of an input, and the number of further ones.
  static func badLines(in name: Sentence, _ first: [BadLine], of count: Int) -> Sentence {
    let lines = first.map(sentence)
    if lines.count == 1, first[0].count == count { return "\(name), \(lines[0])" }
    let rest = count - first.reduce(0) { $0 + $1.count }
    let more: Sentence? = rest > 0 ? "; and \(rest) more" : nil
    return "\(name) has \(count) bad lines: \(sentences: lines, separator: "; ")\(more)"
  }

  /// `line 3, purchases[1]: …`, `lines 2–501, 503: …, first 'x'`.
  private static func sentence(_ bad: BadLine) -> Sentence {
    let isPredicate = if case .otherUser = bad.problem { true } else { false }
    if bad.count == 1 {
      let location: Sentence? = bad.location.map { Sentence(": \($0)", context: "location") }
      return isPredicate
        ? Sentence(
          "\(lineNumbers(of: bad))\(location) \(text(bad.problem))", context: "line and its verb")
        : "\(lineNumbers(of: bad))\(location): \(text(bad.problem))"
    }
    let example: Sentence? =
      bad.problem.value.map { "\($0.inQuotes)" } ?? bad.location.map { "\($0)" }
    let first: Sentence? = example.map { ", first \($0)" }
    return isPredicate
      ? Sentence(
        "\(lineNumbers(of: bad)) \(common(bad.problem))\(first)", context: "lines and their verb")
      : "\(lineNumbers(of: bad)): \(common(bad.problem))\(first)"
  }

  /// `line 3: payment 7 belongs to another user`.
  ///
  /// - Parameter count: how many lines there are.
  static func located(_ message: Sentence, in lines: [Int], of count: Int) -> Sentence {
    let rest = count - lines.count
    let more: Sentence? = rest > 0 ? Sentence(" and \(rest) more", context: "lines") : nil
    let ranges = ranges(of: lines)
    return count == 1
      ? "line \(list: ranges): \(message)" : "lines \(list: ranges)\(more): \(message)"
  }

  /// `2–501`, `503`.
  private static func ranges(of lines: [Int]) -> [String] {
    var ranges: [ClosedRange<Int>] = []
    for line in lines.sorted() {
      if let last = ranges.last, last.upperBound + 1 == line {
        ranges[ranges.count - 1] = last.lowerBound...line
      } else {
        ranges.append(line...line)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
  }

  /// `line 3`, `lines 2–501, 503`.
  private static func lineNumbers(of lines: BadLine) -> Sentence {
    let ranges = ranges(of: lines)
    let rest = lines.count - lines.lines.reduce(0) { $0 + $1.count }
    let more: Sentence? = rest > 0 ? Sentence(" and \(rest) more", context: "lines") : nil
    return lines.count == 1 ? "line \(list: ranges)\(more)" : "lines \(list: ranges)\(more)"
  }

  /// `2–501`, `503`.
  private static func ranges(of lines: BadLine) -> [String] {
    lines.lines.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
  }

  /// The problem of several lines, without the value of each.
  private static func common(_ problem: LineProblem) -> Sentence {
    switch problem.withoutValue {
    case .value(let column, .rounded, _): "\(column) was rounded"
    case .value(let column, .formatted, _): "\(column) was formatted as a number"
    case let common: text(common)
    }
  }

  static func text(_ problem: LineProblem) -> Sentence {
    switch problem {
    case .nullCharacter: "it has a null character"
    case .encoding(nil): "it is not UTF-8"
    case .encoding(let name?): "it is \(name), not UTF-8: save the file as 'CSV UTF-8'"
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
    case .headerAgain: "a second header; each file needs one only"
    case .json(.not(.object), nil): "not a JSON object"
    case .json(let problem, let column):
      "\(column.map { "column \($0): " as Sentence })\(problem.sentence)"
    case .keyTwice(nil): "a key is given twice"
    case .keyTwice(let key?): "'\(key)' is given twice"
    case .unknownKey(let key, let meant): "unknown key '\(key)': did you mean '\(meant)'?"
    case .document(let problem): text(problem)
    case .value(let column, let problem, let value):
      Sentence(
        "\(column)\(value.map { " '\($0)'" as Sentence }) \(text(problem))",
        context: "column and its value")
    case .otherUser(let user?, let option): "has user \(user), but --user is \(option)"
    case .otherUser(nil, let option): "have another user than --user \(option)"
    case .ended(let outcome): "the row says that its payment has the outcome \(outcome)"
    case .otherServer(let server, let own):
      "the row is of another server: \(server), not \(own)"
    case .samePayment(let location, let line, nil):
      "the same payment is \(place(location))in line \(line), which is refused"
    case .samePayment(let location, let line, let column?):
      "the same payment is \(place(location))in line \(line), with a different \(column)"
    case .differs(let source, let found, let row): differing(row, from: found, of: source)
    }
  }

  private static func differing(
    _ row: [LineProblem.Detail], from found: [LineProblem.Detail],
    of source: LineProblem.Reference
  ) -> Sentence {
    """
    \(text(source)) says \(sentences: found.map(text), separator: ", "); \
    the row says \(sentences: row.map(text), separator: ", ")
    """
  }

  /// `purchases[1] `, or nothing.
  private static func place(_ location: String?) -> Sentence? {
    location.map { Sentence("\($0) ", context: "in a line") }
  }

  private static func text(_ source: LineProblem.Reference) -> Sentence {
    switch source {
    case .list: "list"
    case .store: "store"
    case .answer: "the answer"
    case .delivery: "the delivery in the journal"
    }
  }

  private static func text(_ problem: LineProblem.ValueProblem) -> Sentence {
    switch problem {
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
    case .notInstant: "is not an instant of RFC 3339, such as 2026-01-01T00:00:00Z"
    case .notPaymentNumber: "is not a payment number: only digits are allowed"
    case .paymentNumberNotText:
      "is a JSON number, which loses digits beyond 2^53: write it as a string"
    case .orderNumber(let order):
      "is an order number of \(Sentence(stringLiteral: order.storeName)), not a payment number"
    case .rounded: "was rounded by a spreadsheet and its last digits are lost"
    case .formatted: "was formatted as a number by a spreadsheet"
    }
  }

  private static func text(_ problem: LineProblem.DocumentProblem) -> Sentence {
    switch problem {
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

  private static func text(_ detail: LineProblem.Detail) -> Sentence {
    switch detail {
    case .text(let text): "\(text)"
    case .product(let number): "product \(number)"
    case .transaction(let transaction): "transaction \(transaction)"
    case .amount(let price, let currency):
      "\([currency, price.map { AmountText.grouped($0.digits) }].compactMap(\.self).joined(separator: " "))"
    }
  }
}

extension String {
  var inQuotes: String { "'\(self)'" }
}
