import IAPCore
import JSON

@testable import IAPMessages

extension MessageExamples {
  static let lines: [MessageExample] =
    MessageExample.problems(lineProblems) { ErrorText($0.sentence) }
    + MessageExample.problems(jsonProblems) { ErrorText($0.sentence) }

  private static let lineProblems: [LineProblem] =
    [
      .nullCharacter, .encoding(nil), .encoding("CP949"), .tooLong(limit: 9), .textAfterQuote,
      .carriageReturn, .strayQuote, .quoteNotClosed, .cells(1, inHeader: 2), .ended("consumed"),
      .unrecorded,
      .otherServer("a.example", than: "b.example"),
      .columnTwice("user", "User ID", meaning: "userID"), .noPaymentColumn(), .onlyText("x"),
      .belowText("x"), .noLine(of: 1),
      .noLine(of: 2), .numberInHeader("7"), .numberAboveHeader("7"), .headerAgain, .rowsInQuotes,
      .belowSecondHeader,
      .otherProduct("루비 330개", product: "gem", usual: "chest"),
      .json(.not(.object), column: nil), .json(.empty, column: 3), .keyTwice(nil),
      .keyTwice("userID"), .unknownKey("user", meant: "userID"), .otherUser("kim", than: "lee"),
      .otherMarket("AS", than: ["GG"]),
      .otherUser(nil, than: "lee"), .samePayment(as: nil, line: 4, except: "userID"),
      .samePayment(as: "[0]", line: 4, except: nil),
      .differs(
        from: .list, found: [.text("kim"), .amount(Price("1500"), currency: "KRW")],
        row: [.text("lee"), .amount(nil, currency: "JPY")]),
      .differs(from: .answer, found: [.product(7)], row: [.product(8)]),
      .differs(from: .store, found: [.product(7), .transaction("T1")], row: [.product(8)]),
      .differs(from: .list, found: [.tokenOf("2")], row: [.tokenOf("1")]),
      .differs(from: .list, found: [.tokenOf("1")], row: [.otherToken]),
    ] + values.map { .value(of: "price", $0, "9") } + documents.map { .document($0) }

  private static let values: [LineProblem.ValueProblem] = [
    .missing, .null, .empty, .nullCharacter, .controlCharacter, .tooLong(limit: 9), .notText,
    .notNumber, .notFlag, .notWholeNumber, .notAmount, .notInstant, .otherThanSign, .notTicket,
    .notMarket, .warning,
    .notPaymentNumber,
    .paymentNumberNotText, .exponent, .orderNumber(.googlePlay), .rounded, .formatted,
  ]

  private static let documents: [LineProblem.DocumentProblem] = [
    .notDocument, .seed, .valueCutOff, .textAfterEnd, .notArray(key: "purchases"),
    .secondList(key: "results", after: "purchases"), .noList(keys: ["purchases", "results"]),
  ]

  private static let jsonProblems: [JSONProblem.Kind] =
    [
      .notUTF8, .empty, .halfCharacter, .tooManyDigits, .givenTwice, .missing, .null,
      .tooManyElements(limit: 9), .less(than: 1), .unknownKey(known: ["a", "b"]),
      .unknownKey(known: []),
    ] + tokens.map { .syntax(expected: $0) } + kinds.map { .not($0) }

  private static let tokens: [JSONProblem.Token] = [
    .value, .key, .colon, .commaOrBracket, .commaOrBrace, .end, .digit, .hexadecimalDigits, .escape,
    .endOfString, .lessNesting,
  ]

  private static let kinds: [JSONProblem.Expected] = [
    .array, .object, .string, .flag, .wholeNumber, .wholeNumberInRange, .choice(["a", "b"]),
  ]
}
