import IAPBatch
import IAPCore
import JSON
import Testing

struct JSONDocumentTests {
  private let rows = [
    #"{"paymentSeq":"1","userID":"a]},\"{","accessToken":"t"}"#,
    #"{"paymentSeq":"22","error":{"a":[1]}}"#,
    #"{"paymentSeq":"333","price":2.29}"#,
  ]

  @Test(arguments: [
    "{\"purchases\": [\n  %\n ]}\n", "{\"purchases\":[%]}", "{ \"purchases\" : [%] } \r\n\n",
    "{\n  \"subscriptions\": [\n%\n]\n}", "{\"entries\": [%]}", "[%]", "\u{feff}[\n%]\n",
    "{\"results\": [%],\n \"summary\": {\"consumed\":3,\"refused\":0}}",
    "{\"summary\":{},\"results\": [%]}", "{\n\"note\":[{\"purchases\":[1]}],\"purchases\":[%]}",
  ])
  func `A document of iapctl is read, in parts of any size and in any layout`(_ document: String)
    throws
  {
    for separator in [",", ",\n  ", "\n ,\r\n"] {
      let text = document.replacing("%", with: rows.joined(separator: separator))
      for piece in [1, 2, 3, 7, 1 << 16] {
        let loaded = try load(text, piece: piece)
        #expect(loaded.payments == ["1", "22", "333"], "\(text)")
        #expect(loaded.items.first?.user == "a]},\"{")
        #expect(loaded.items.last?.purchase.price?.digits == "2.29")
      }
    }
  }

  @Test(arguments: [
    "{\"purchases\": []}", "[]", "{\"purchase\": null}\n", "{\"results\":[],\"summary\":{}}",
    "{\n\"purchases\":\n[\n]\n}",
  ])
  func `A document without payments is an empty list`(_ text: String) throws {
    #expect(try load(text).count == 0)
  }

  @Test
  func `A document may have a single purchase`() throws {
    let text = "{\"purchase\": {\"paymentSeq\":\"7\",\n \"userID\":\"kim\"}}\n"
    #expect(try load(text).items.map(\.request) == [Payment("7", user: "kim")])
    #expect(
      badLines("{\"purchase\": {}}") == [
        BadLine(number: 1, .value(of: "paymentSeq", .missing, nil))
      ])
  }

  @Test
  func `An invalid element is named by line and index, and can be skipped`() throws {
    let text = """
      {"purchases": [
        {"paymentSeq":"1"}, {"paymentSeq":9007199254740993},
        {"paymentSeq":"2",
         "price":}, 7,
        {"paymentSeq":"3","accesstoken":"x"},
        {"paymentSeq":"4"}
      ]}
      """
    let bad = [
      BadLine(
        number: 2, .value(of: "paymentSeq", .paymentNumberNotText, nil), at: "purchases[1]"),
      BadLine(number: 4, .json(.syntax(expected: .value), column: nil), at: "purchases[2]"),
      BadLine(number: 4, .json(.not(.object), column: nil), at: "purchases[3]"),
      BadLine(number: 5, .unknownKey("accesstoken", meant: "accessToken"), at: "purchases[4]"),
    ]
    #expect(badLines(text) == bad)
    let loaded = try load(text, skips: true)
    #expect(loaded.payments == ["1", "4"])
    #expect(loaded.badLines.first == bad)
    #expect(loaded.rows == 6)
  }

  @Test
  func `Contradicting elements on one line are named by index`() {
    let text = #"[{"paymentSeq":"1","userID":"a"},{"paymentSeq":"1","userID":"b"}]"#
    #expect(
      badLines(text) == [
        BadLine(number: 1, .samePayment(as: "[0]", line: 1, except: "userID"), at: "[1]"),
        BadLine(number: 1, .samePayment(as: "[1]", line: 1, except: "userID"), at: "[0]"),
      ])
  }

  @Test(arguments: [
    ("{\"purchases\": []} {}", BadLine(number: 1, .document(.textAfterEnd))),
    (
      "{\"purchase\": null}\n{\"purchase\": null}\n",
      BadLine(number: 2, .document(.textAfterEnd))
    ),
    ("{\"purchases\": [\n{\"paymentSeq\":\"1\"}\n", expected(.commaOrBracket, in: 3)),
    ("{\"purchases\": [\n{\"paymentSeq\":\"1\"},\n]}", expected(.value, in: 3)),
    (
      "{\"purchases\": [\n{\"paymentSeq\":\"1\"",
      BadLine(number: 2, .document(.valueCutOff), at: "purchases[0]")
    ),
    (
      "{\"purchases\": [{\"paymentSeq\":\"1\"}\n{\"paymentSeq\":\"2\"}]}",
      expected(.commaOrBracket, in: 2)
    ),
    ("{\"purchases\": []", expected(.commaOrBrace, in: 1)),
    ("{\"purchases\": 7}", BadLine(number: 1, .document(.notArray(key: "purchases")))),
    (
      "{\"purchases\": [],\n\"results\": []}",
      BadLine(number: 2, .document(.secondList(key: "results", after: "purchases")))
    ),
    ("{\"purchases\" []}", expected(.colon, in: 1)),
    ("{\n  \"a\": {},\n  \"b\": tru}", expected(.value, in: 3)),
    (
      "{\n  \"a\": {}\n}",
      BadLine(
        number: 3,
        .document(
          .noList(keys: [
            "purchases", "results", "subscriptions", "entries", "payments", "purchase", "payment",
          ])))
    ),
    (
      "{\"format\": 1, \"purchases\": [{\"paymentSeq\":\"1\"}]}",
      BadLine(number: 1, .document(.seed))
    ),
  ])
  func `A file that is not one document of payments is refused and cannot be skipped`(
    _ text: String, _ bad: BadLine
  ) {
    for piece in [1, 1 << 16] {
      let error = IAPError.iapctl(
        .inputInvalid, .input("a.txt", .badLines(first: [bad], count: 1, .mustBeCorrected)))
      #expect(throws: error) { try load(text, skips: true, piece: piece) }
    }
  }

  private static func expected(_ token: JSONProblem.Token, in line: Int) -> BadLine {
    BadLine(number: line, .json(.syntax(expected: token), column: nil))
  }

  @Test
  func `An element that is not valid text is invalid`() throws {
    let bytes =
      Array(#"{"purchases":[{"paymentSeq":"1","payload":""#.utf8) + [0xFF]
      + Array(#""},{"paymentSeq":"2"}]}"#.utf8)
    #expect(badLines(bytes) == [BadLine(number: 1, .encoding(nil), at: "purchases[0]")])
    #expect(try load(bytes, skips: true).payments == ["2"])
  }

  @Test
  func `Input declared as JSON must be a document`() {
    #expect(
      badLines("paymentSeq\n1\n", .json)
        == [BadLine(number: 1, .document(.notDocument))])
  }
}
