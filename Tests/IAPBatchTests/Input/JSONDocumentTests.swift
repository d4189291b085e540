import IAPBatch
import IAPCore
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
      badLines("{\"purchase\": {}}") == [BadLine(number: 1, problem: "paymentSeq is missing")])
  }

  @Test
  func `An invalid element is named by line and index, and can be skipped`() throws {
    let text = """
      {"purchases": [
        {"paymentSeq":"1"}, {"paymentSeq":5},
        {"paymentSeq":"2",
         "price":}, 7,
        {"paymentSeq":"3","accesstoken":"x"},
        {"paymentSeq":"4"}
      ]}
      """
    let bad = [
      BadLine(
        number: 2,
        problem: "purchases[1]: paymentSeq is a JSON number, which loses digits beyond 2^53: "
          + "write it as a string"),
      BadLine(number: 4, problem: "purchases[2]: not JSON: a value was expected"),
      BadLine(number: 4, problem: "purchases[3]: not a JSON object"),
      BadLine(
        number: 5, problem: "purchases[4]: unknown key 'accesstoken': did you mean 'accessToken'?"),
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
        BadLine(
          number: 1,
          problem: "[1]: the same payment is [0] in line 1, with a different userID"),
        BadLine(
          number: 1,
          problem: "[0]: the same payment is [1] in line 1, with a different userID"),
      ])
  }

  @Test(arguments: [
    (
      "{\"purchases\": []} {}", 1,
      "unexpected text after the end of the document: give one document, or JSON lines"
    ),
    (
      "{\"purchase\": null}\n{\"purchase\": null}\n", 2,
      "unexpected text after the end of the document: give one document, or JSON lines"
    ),
    ("{\"purchases\": [\n{\"paymentSeq\":\"1\"}\n", 3, "not JSON: ',' or ']' was expected"),
    ("{\"purchases\": [\n{\"paymentSeq\":\"1\"},\n]}", 3, "not JSON: a value was expected"),
    ("{\"purchases\": [\n{\"paymentSeq\":\"1\"", 2, "purchases[0]: a value is cut off"),
    (
      "{\"purchases\": [{\"paymentSeq\":\"1\"}\n{\"paymentSeq\":\"2\"}]}", 2,
      "not JSON: ',' or ']' was expected"
    ),
    ("{\"purchases\": []", 1, "not JSON: ',' or '}' was expected"),
    ("{\"purchases\": 7}", 1, "purchases is not an array"),
    (
      "{\"purchases\": [],\n\"results\": []}", 2,
      "results is a second list of payments, after purchases: give only one"
    ),
    ("{\"purchases\" []}", 1, "not JSON: ':' was expected"),
    ("{\n  \"a\": {},\n  \"b\": tru}", 3, "not JSON: a value was expected"),
    (
      "{\n  \"a\": {}\n}", 3,
      "the document has no list of payments; expected one of the keys purchases, results, "
        + "subscriptions, entries and purchase"
    ),
    (
      "{\"format\": 1, \"purchases\": [{\"paymentSeq\":\"1\"}]}", 1,
      "a seed or a dump of a fixture store: use what 'iapctl unconsumed -o json' prints instead"
    ),
  ])
  func `A file that is not one document of payments is refused and cannot be skipped`(
    _ text: String, _ line: Int, _ problem: String
  ) {
    for piece in [1, 1 << 16] {
      let error = IAPError.iapctl(
        .inputInvalid,
        .input(
          "a.txt",
          .badLines(first: [BadLine(number: line, problem: problem)], count: 1, .mustBeCorrected))
      )
      #expect(throws: error) { try load(text, skips: true, piece: piece) }
    }
  }

  @Test
  func `An element that is not valid text is invalid`() throws {
    let bytes =
      Array(#"{"purchases":[{"paymentSeq":"1","payload":""#.utf8) + [0xFF]
      + Array(#""},{"paymentSeq":"2"}]}"#.utf8)
    #expect(badLines(bytes) == [BadLine(number: 1, problem: "purchases[0]: it is not UTF-8")])
    #expect(try load(bytes, skips: true).payments == ["2"])
  }

  @Test
  func `Input declared as JSON must be a document`() {
    #expect(
      badLines("paymentSeq\n1\n", .json)
        == [BadLine(number: 1, problem: "not a JSON document: '{' or '[' was expected")])
  }
}
