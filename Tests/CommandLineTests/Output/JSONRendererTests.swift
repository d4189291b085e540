import CommandLine
import Records
import Testing

struct JSONRendererTests {
  @Test
  func `A document has one record a line, with every key`() async throws {
    #expect(
      try await SmallReport.list([SmallReport.coin, SmallReport.gem]).text(.json) == """
        {"things": [
          {"name":"コイン","seq":7,"price":1500,"active":true,"since":"2026-01-01T00:00:00.000Z",\
        "note":null},
          {"name":"보석 100개","seq":1000292,"price":2.5,"active":false,\
        "since":"2026-01-12T11:20:00.125Z","note":"a, \\"b\\""}
         ]}

        """)
  }

  @Test
  func `JSON lines have one record each, without an enclosing document`() async throws {
    #expect(
      try await SmallReport.list([SmallReport.coin, SmallReport.gem]).text(
        .jsonl, fields: ["seq", "price"]) == """
          {"seq":7,"price":1500}
          {"seq":1000292,"price":2.5}

          """)
    #expect(try await SmallReport.list([]).text(.jsonl) == "")
  }

  @Test
  func `An empty list is a document, too`() async throws {
    #expect(try await SmallReport.list([]).text(.json) == "{\"things\": []}\n")
  }

  @Test
  func `Several lists are in one document, also those that other formats leave out`() async throws {
    let schema = RecordSchema(["cell"], columns: ["cell"])
    func report() -> Content {
      Content.lists([
        RecordSection("one", schema, records: [Record([.number("1")])]),
        RecordSection("two", schema, isListed: false, records: [Record([.number("2")])]),
        RecordSection("none", schema, isListed: false, records: []),
      ])
    }
    #expect(
      try await report().text(.json) == """
        {"one": [
          {"cell":1}
         ],
         "two": [
          {"cell":2}
         ],
         "none": []}

        """)
    #expect(try await report().text(.jsonl) == "{\"cell\":1}\n")
  }

  @Test
  func `A single record is under its name, a bare value is not`() async throws {
    let schema = RecordSchema(["a", "b"], columns: ["a"])
    let record = RecordBatch([Record([.text("x"), .null])])
    let named = { Content.single(key: "one", schema, record) }
    #expect(try await named().text(.json) == "{\"one\": {\"a\":\"x\",\"b\":null}}\n")
    #expect(try await named().text(.jsonl) == "{\"a\":\"x\",\"b\":null}\n")
    #expect(
      try await Content.single(key: nil, schema, record).text(.json)
        == "{\"a\":\"x\",\"b\":null}\n")
  }

  @Test
  func `A summary follows the lists, complete with any selection of fields`() async throws {
    let ending = Content.Ending(
      counts: (RecordSchema(["good", "bad"], columns: []), Record([.number("1"), .number("0")])))
    #expect(
      try await SmallReport.list([]).text(.json, fields: ["seq"], ending: ending) == """
        {"things": [],
         "summary": {"good":1,"bad":0}}

        """)
  }

  @Test
  func `Fields have the requested order`() async throws {
    let report = { SmallReport.list([SmallReport.gem]) }
    #expect(
      try await report().text(.json, fields: ["seq", "name"])
        == "{\"things\": [\n  {\"seq\":1000292,\"name\":\"보석 100개\"}\n ]}\n")
    #expect(
      try await report().text(.jsonl, fields: ["name", "seq"])
        == "{\"name\":\"보석 100개\",\"seq\":1000292}\n")
  }

  @Test(arguments: [
    ("\u{202e}x", #"\u202ex"#), ("a\u{1b}[0m", #"a\u001b[0m"#), ("a\nb", #"a\nb"#),
    ("a\\b", #"a\\b"#), ("\u{0}", #"\u0000"#), ("\u{2028}", #"\u2028"#), ("😀", "😀"),
  ])
  func `Characters that control a terminal are escaped`(_ text: String, _ json: String) async throws
  {
    #expect(
      try await SmallReport.cell(.text(text)).text(.jsonl) == "{\"cell\":\"\(json)\"}\n")
  }

  @Test
  func `A price has all of its digits`() async throws {
    #expect(
      try await SmallReport.cell(.amount("123456789012345678.000000000001")).text(.jsonl)
        == "{\"cell\":123456789012345678.000000000001}\n")
  }

  @Test
  func `If everything failed and there is no record, nothing is printed`() async throws {
    for format in OutputFormat.allCases {
      let text = try await SmallReport.list([]).text(format, ending: .init(isFailed: true))
      #expect(text == "")
    }
    #expect(try await SmallReport.list([]).text(.json) == "{\"things\": []}\n")
    #expect(try await SmallReport.list([]).text(.csv, fields: ["seq"]) == "seq\r\n")
  }
}
