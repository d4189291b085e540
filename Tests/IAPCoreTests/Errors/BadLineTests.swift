import IAPCore
import Languages
import TestSupport
import Testing

/// The sentences about the invalid lines of an input.
struct BadLineTests {
  private func text(_ first: [BadLine], of count: Int) -> String {
    Language.english.text(
      IAPError.iapctl(
        .inputInvalid, .input("a", .badLines(first: first, count: count, .canBeSkipped))
      ).text().message)
  }

  @Test(
    arguments: [
      (.nullCharacter, "it has a null character"), (.encoding(nil), "it is not UTF-8"),
      (.encoding("CP949"), "it is CP949, not UTF-8: save the file as 'CSV UTF-8'"),
      (.tooLong(limit: 9), "it is longer than 9 bytes"),
      (.textAfterQuote, "unexpected text after a closing quote"),
      (.carriageReturn, "a carriage return in an unquoted cell"),
      (.strayQuote, "a quote in an unquoted cell"),
      (.quoteNotClosed, "a quoted cell has no closing quote"),
      (.cells(1, inHeader: 2), "it has 1 cell, but the header has 2"),
      (.cells(3, inHeader: 2), "it has 3 cells, but the header has 2"),
      (
        .columnTwice("user", "User ID", meaning: "userID"),
        "the header has two columns for userID: 'user' and 'User ID'"
      ),
      (.noPaymentColumn(), "the header has no column paymentSeq"),
      (.json(.not(.object), column: nil), "not a JSON object"),
      (.json(.halfCharacter, column: nil), "a string has half a character"),
      (
        .json(.syntax(expected: .commaOrBrace), column: 18),
        "column 18: not JSON: ',' or '}' was expected"
      ),
      (.keyTwice("userID"), "'userID' is given twice"), (.keyTwice(nil), "a key is given twice"),
      (.unknownKey("user", meant: "userID"), "unknown key 'user': did you mean 'userID'?"),
      (.otherUser("kim", than: "lee"), "has user kim, but --user is lee"),
      (
        .samePayment(as: nil, line: 4, except: "userID"),
        "the same payment is in line 4, with a different userID"
      ),
      (
        .samePayment(as: "[0]", line: 1, except: nil),
        "the same payment is [0] in line 1, which is refused"
      ),
      (
        .differs(
          from: .list, found: [.text("kim"), .amount(Price("1500"), currency: "KRW")],
          row: [.text("lee"), .amount(nil, currency: "JPY")]),
        "list says kim, KRW 1,500; the row says lee, JPY"
      ),
      (
        .differs(from: .store, found: [.product(7), .transaction("T1")], row: [.product(8)]),
        "store says product 7, transaction T1; the row says product 8"
      ),
    ] as [(LineProblem, String)])
  func `A line that cannot be used is named with the reason`(
    _ problem: LineProblem, _ sentence: String
  ) {
    let colon = if case .otherUser = problem { "" } else { ":" }
    #expect(text([BadLine(number: 3, problem)], of: 1) == "a, line 3\(colon) \(sentence)")
    #expect(
      text([BadLine(number: 3, problem, at: "list[1]")], of: 1)
        == "a, line 3: list[1]\(colon) \(sentence)")
  }

  @Test(
    arguments: [
      (.missing, "is missing"), (.null, "is null"), (.empty, "is empty"),
      (.nullCharacter, "has a null character"), (.controlCharacter, "has a control character"),
      (.tooLong(limit: 9), "is longer than 9 bytes, more than any server accepts"),
      (.notText, "is not a string"), (.notNumber, "is not a number"),
      (.notFlag, "is not true or false"), (.notWholeNumber, "is not a whole number"),
      (.notAmount, "is not a valid amount, such as 1500 or 2.29"),
      (
        .notInstant,
        "is not a time that begins with its year, such as 2026-01-31 09:30 or 2026-01-31T00:30:00Z"
      ),
      (.notPaymentNumber, "is not a payment number: only digits are allowed"),
      (
        .paymentNumberNotText,
        "is a JSON number, which loses digits beyond 2^53: write it as a string"
      ),
      (.orderNumber(.oneStore), "is an order number of ONE store, not a payment number"),
      (.rounded, "was rounded by a spreadsheet and its last digits are lost"),
      (.formatted, "was formatted as a number by a spreadsheet"),
    ] as [(LineProblem.ValueProblem, String)])
  func `A value that cannot be used is quoted, unless it is secret`(
    _ problem: LineProblem.ValueProblem, _ sentence: String
  ) {
    #expect(
      text([BadLine(number: 3, .value(of: "x", problem, "v"))], of: 1)
        == "a, line 3: x 'v' \(sentence)")
    #expect(
      text([BadLine(number: 3, .value(of: "x", problem, nil))], of: 1)
        == "a, line 3: x \(sentence)")
  }

  @Test(
    arguments: [
      (.notDocument, "not a JSON document: '{' or '[' was expected"),
      (
        .seed,
        "a seed or a dump of a fixture store: use what 'iapctl unconsumed -o json' prints instead"
      ),
      (.valueCutOff, "a value is cut off"),
      (
        .textAfterEnd,
        "unexpected text after the end of the document: give one document, or JSON lines"
      ),
      (.notArray(key: "results"), "results is not an array"),
      (
        .secondList(key: "results", after: "purchases"),
        "results is a second list of payments, after purchases: give only one"
      ),
      (
        .noList(keys: ["a", "b", "c"]),
        "the document has no list of payments; expected one of the keys a, b, c"
      ),
    ] as [(LineProblem.DocumentProblem, String)])
  func `A document that cannot be used is named by the line of its fault`(
    _ problem: LineProblem.DocumentProblem, _ sentence: String
  ) {
    #expect(text([BadLine(number: 3, .document(problem))], of: 1) == "a, line 3: \(sentence)")
  }

  @Test
  func `Several lines are listed, with the number of those that are not`() {
    let lines = [
      BadLine(number: 3, .encoding(nil)), BadLine(number: 5, .value(of: "x", .null, nil)),
    ]
    #expect(
      text(lines, of: 4)
        == "a has 4 bad lines: line 3: it is not UTF-8; line 5: x is null; and 2 more"
    )
  }

  @Test(
    arguments: [
      (.value(of: "x", .rounded, "2E+15"), nil, ": x was rounded, first '2E+15'"),
      (.value(of: "x", .formatted, "1.0"), nil, ": x was formatted as a number, first '1.0'"),
      (.value(of: "x", .notText, nil), "[4]", ": x is not a string, first [4]"),
      (.strayQuote, nil, ": a quote in an unquoted cell"),
      (.otherUser("kim", than: "lee"), nil, " have another user than --user lee, first 'kim'"),
    ] as [(LineProblem, String?, String)])
  func `Lines with the same problem are one group, with the first value`(
    _ problem: LineProblem, _ location: String?, _ sentence: String
  ) {
    let group = BadLine(lines: [2...501, 503...503], count: 501, problem, at: location)
    #expect(text([group], of: 501) == "a, lines 2–501, 503\(sentence)")
  }
}
