import Foundation
import JSON
import Records
import Testing
import Text

struct JSONWriterTests {
  @Test(arguments: [
    (JSONValue.null, "null"), (.flag(true), "true"), (.flag(false), "false"),
    (.number("2.29"), "2.29"), (.integer(Int64.min), "-9223372036854775808"),
    (.integer(Int64.max), "9223372036854775807"), (.integer(UInt8(7)), "7"),
    (.string("gem"), #""gem""#), (.string(""), #""""#), (.text(nil), "null"),
    (.text("gem"), #""gem""#), (.array([]), "[]"), (.object([]), "{}"),
    (.array([.null, .number("1"), .array([])]), "[null,1,[]]"),
  ])
  func `Each value has one written form`(value: JSONValue, line: String) {
    #expect(value.line == line)
  }

  @Test
  func `Members keep their order, and a repeated name is written twice`() {
    let value = JSONValue.object([
      .init("price", .number("1500")), .init("currency", .string("KRW")),
      .init("price", .null),
    ])
    #expect(value.line == #"{"price":1500,"currency":"KRW","price":null}"#)
  }

  @Test(
    arguments: [
      (#"""#, #""\"""#), (#"\"#, #""\\""#), (#"\u202e"#, #""\\u202e""#), ("\n", #""\n""#),
      ("\r", #""\r""#), ("\t", #""\t""#), ("\u{0}", #""\u0000""#), ("\u{1B}", #""\u001b""#),
      ("\u{7F}", #""\u007f""#), ("\u{9B}", #""\u009b""#), ("\u{202E}", #""\u202e""#),
      ("\u{2066}", #""\u2066""#), ("\u{2028}", #""\u2028""#), ("\u{FEFF}", #""\ufeff""#),
      ("/", #""/""#), ("보석", #""보석""#), ("👍", #""👍""#),
    ] as [(Sample, String)])
  func `Strings are quoted, and control characters in them are escaped`(
    sample: Sample, line: String
  ) {
    #expect(JSONValue.string(sample.text).line == line)
  }

  @Test
  func `Member names are quoted like strings`() {
    let value = JSONValue.object([.init("a\"\u{1B}\\", .null)])
    #expect(value.line == #"{"a\"\u001b\\":null}"#)
  }

  @Test(
    arguments: [
      "", "plain", "\"\\/\u{8}\u{C}\n\r\t", "\u{0}\u{1}\u{1F}\u{7F}\u{80}\u{9F}",
      "\u{1B}[2J\u{7}", "a\u{202E}b\u{2066}c\u{2028}d\u{2029}e\u{FEFF}", "보석 100개", "月額会員",
      "e\u{301} is not é", "👨\u{200D}👩\u{200D}👧", "\u{10FFFF}", "\\u0041", "a\r\nb",
    ] as [Sample])
  func `A JSON reader gets the same text back`(sample: Sample) throws {
    let text = sample.text
    let line = JSONValue.object([.init(text, .string(text))]).line

    let read = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))

    let (name, value) = try #require(read.first)
    #expect(Array(name.utf8) == Array(text.utf8))
    #expect(Array(value.utf8) == Array(text.utf8))
  }

  @Test
  func `Every character is read back from a document`() throws {
    let all = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
      $0.value < 0x3000 || $0.value > 0xF000 && $0.value < 0x11000
    }
    let text = String(String.UnicodeScalarView(all))

    let line = JSONValue.array([.string(text)]).line

    #expect(!line.unicodeScalars.contains(where: VisibleText.isHazardous))
    let read = try JSONDecoder().decode([String].self, from: Data(line.utf8))
    #expect(read.count == 1)
    #expect(read.first.map { $0.utf8.elementsEqual(text.utf8) } == true)
  }

  @Test
  func `The members of a record are written like those of an object`() {
    let texts =
      (0..<0x80).map { "a\(Unicode.Scalar(UInt8($0)))" } + ["", "보석", "\u{202E}", "\u{9B}"]
    let names = texts.map { "name of \($0)" }
    var records = RecordBatch(width: texts.count + 4)
    texts.forEach { records.append(.text, $0) }
    records.appendNull()
    records.append(-7)
    records.append(true)
    records.appendNested(short: "short") { JSONWriter.append(.array([.null]), to: &$0) }
    let writer = JSONRecordWriter(
      (names + ["null", "number", "flag", "nested"]).enumerated().map { ($1, $0) },
      showsSecrets: false)

    var bytes: [UInt8] = []
    records.read { writer.append(0, of: $0, to: &bytes) }

    let object = JSONValue.object(
      zip(names, texts).map { .init($0, .string($1)) } + [
        .init("null", .null), .init("number", .number("-7")), .init("flag", .flag(true)),
        .init("nested", .array([.null])),
      ])
    #expect(String(decoding: bytes, as: UTF8.self) == object.line)
  }

  @Test
  func `A value is appended to the existing text`() {
    var bytes = Array("data: ".utf8)
    JSONWriter.append(.array([.flag(true)]), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "data: [true]")
  }

  @Test(
    arguments: [(0x7, "\\u0007"), (0x41, "\\u0041"), (0xFEFF, "\\ufeff")] as [(UInt32, String)])
  func `An escape has four digits`(value: UInt32, escape: String) throws {
    #expect(VisibleText.codeEscape(of: try #require(Unicode.Scalar(value))) == escape)
  }

  @Test
  func `Objects have a member a line as deep as they are edited, and what is deeper one line`()
    throws
  {
    let text = #"{"a":{"b":{"c":1,"d":[{}]},"e":{}},"f":[{"g":2}],"h":{"i\"":null}}"#
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(
      value.lines(depth: 2) == #"""
        {
          "a": {
            "b": {"c":1,"d":[{}]},
            "e": {}
          },
          "f": [{"g":2}],
          "h": {
            "i\"": null
          }
        }
        """#)
    #expect(value.lines(depth: 0) == text)
    #expect(try JSONValue(parsing: Array(value.lines(depth: 9).utf8)) == value)
  }
}
