import CommandLine
import Records
import Testing

struct CSVRendererTests {
  @Test
  func `Rows end in CR LF below a header, with every field`() async throws {
    #expect(
      try await SmallReport.list([SmallReport.coin, SmallReport.gem]).text(.csv)
        == [
          "name,seq,price,active,since,note\r\n",
          "コイン,7,1500,true,2026-01-01T00:00:00.000Z,\r\n",
          "보석 100개,1000292,2.5,false,2026-01-12T11:20:00.125Z,\"a, \"\"b\"\"\"\r\n",
        ].joined())
  }

  @Test
  func `The header can be left out, and fields can be selected`() async throws {
    let report = { SmallReport.list([SmallReport.coin]) }
    #expect(try await report().text(.csv, fields: ["price", "seq"]) == "price,seq\r\n1500,7\r\n")
    #expect(
      try await report().text(.csv, fields: ["price"], hasHeader: false) == "1500\r\n")
  }

  @Test(arguments: [
    "a=b", "1-1", "a@b.c", "gem.100", "'", "'a", "보석", "한=글", "=1+1", "+1", "-1", "@A1", "＝1",
    "\u{200b}=1",
  ])
  func `Text is exact, formulas too`(_ text: String) async throws {
    #expect(try await cell(.text(text)) == text)
  }

  @Test(arguments: [
    ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""),
    ("a\r\nb", "\"a\r\nb\""), ("=\"a\"", "\"=\"\"a\"\"\""), ("a;b", "a;b"),
    (" ", "\" \""), (" =1", "\" =1\""), ("a ", "\"a \""), ("'=1", "\"'=1\""),
    ("\u{3000}+1", "\"\u{3000}+1\""), ("\t=1", "\"\t=1\""), ("a\u{a0}", "\"a\u{a0}\""),
    ("a\"\u{301},b", "\"a\"\"\u{301},b\""), ("", "\"\""),
  ])
  func `Cells with commas, quotes, line breaks or outer spaces are quoted`(
    _ text: String, _ shown: String
  )
    async throws
  {
    #expect(try await cell(.text(text)) == shown)
  }

  @Test
  func `Truth values and null have their own spelling`() async throws {
    #expect(try await cell(.flag(true)) == "true")
    #expect(try await cell(.flag(false)) == "false")
    #expect(try await cell(.null) == "")
    #expect(try await cell(.amount("1234567.5")) == "1234567.5")
  }

  @Test
  func `Control characters are written as they are, and on a terminal as escapes`() async throws {
    let value = FieldValue.text("\u{202e}x\u{1b}\n")
    #expect(try await cell(value) == "\"\u{202e}x\u{1b}\n\"")
    #expect(
      try await SmallReport.cell(value).text(
        .csv, hasHeader: false, display: Display(columns: 80)) == "\\u202ex\\u001b\\n\r\n")
    #expect(try await cell(.text("\0\n")) == "\\u0000\\n")
  }

  @Test
  func `A second list continues below the header of the first`() async throws {
    let schema = RecordSchema(["cell"], columns: ["cell"])
    let sections = ["one", "two"].map {
      RecordSection($0, schema, records: [Record([.text($0)])])
    }
    #expect(try await Content.lists(sections).text(.csv) == "cell\r\none\r\ntwo\r\n")
  }

  @Test
  func `A single record has a header, too; an empty list is only a header`() async throws {
    let schema = RecordSchema(["url"], columns: ["url"])
    #expect(
      try await Content.single(key: nil, schema, RecordBatch([Record([.text("x")])])).text(.csv)
        == "url\r\nx\r\n")
    #expect(try await SmallReport.list([]).text(.csv, fields: ["seq"]) == "seq\r\n")
  }

  /// The text of one cell, without the line end.
  private func cell(_ value: FieldValue) async throws -> String {
    let text = try await SmallReport.cell(value).text(.csv, hasHeader: false)
    #expect(text.utf8.suffix(2).elementsEqual("\r\n".utf8))
    return String(decoding: text.utf8.dropLast(2), as: UTF8.self)
  }
}
