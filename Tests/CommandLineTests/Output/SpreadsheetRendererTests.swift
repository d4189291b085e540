import CommandLine
import Records
import Testing

struct SpreadsheetRendererTests {
  @Test
  func `A byte-order mark comes first, once, and text is marked as text`() async throws {
    #expect(
      try await SmallReport.list([SmallReport.coin, SmallReport.gem]).text(.spreadsheet)
        == [
          "\u{feff}name,seq,price,active,since,note\r\n",
          "コイン,7,1500,true,\"=\"\"2026-01-01T00:00:00.000Z\"\"\",\r\n",
          "\"=\"\"보석 100개\"\"\",1000292,2.5,false,\"=\"\"2026-01-12T11:20:00.125Z\"\"\",",
          "\"a, \"\"b\"\"\"\r\n",
        ].joined())
  }

  @Test(
    arguments: [
      (.number("123456789012345"), "123456789012345"),
      (.number("1234567890123456"), "\"=\"\"1234567890123456\"\"\""),
      (.amount("2.29"), "2.29"), (.amount("12345678901234.567"), "\"=\"\"12345678901234.567\"\"\""),
      (.text("=1+1"), "'=1+1"), (.text("2026011210000001"), "\"=\"\"2026011210000001\"\"\""),
      (.null, ""), (.flag(false), "false"), (.text("\t1"), "'\\t1"),
    ] as [(FieldValue, String)])
  func `Numbers that a spreadsheet would round are kept as text; formulas are escaped`(
    _ value: FieldValue, _ shown: String
  ) async throws {
    let text = try await SmallReport.cell(value).text(.spreadsheet, hasHeader: false)
    // Compared as bytes, because in Swift CR LF is one character.
    #expect(Array(text.utf8) == Array("\u{feff}\(shown)\r\n".utf8))
  }

  @Test
  func `A second list has neither a byte-order mark nor a header`() async throws {
    let schema = RecordSchema(["cell"], columns: ["cell"])
    let sections = ["one", "two"].map {
      RecordSection($0, schema, records: [Record([.text($0)])])
    }
    #expect(
      try await Content.lists(sections).text(.spreadsheet) == "\u{feff}cell\r\none\r\ntwo\r\n")
  }
}
