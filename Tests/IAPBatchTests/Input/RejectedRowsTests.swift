import Testing

@testable import IAPBatch

/// What `--rejected` writes of a row.
struct RejectedRowsTests {
  private func line(_ source: String, header: String? = nil, isList: Bool = false) -> String {
    let rows = RejectedRows(
      header: header.map { (Array($0.utf8), UInt8(ascii: ";")) }, isList: isList)
    return String(decoding: rows.line(Array(source.utf8), "why \"x\""), as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"paymentSeq":"1"}"#, #","paymentSeq":"1"}"#), ("{ }", "}"),
    ("{\"a\":\n 1}", #","a":  1}"#),
    // The reason of an earlier pass is replaced.
    (#"{"rejection":"old","paymentSeq":"1"}"#, #","paymentSeq":"1"}"#),
    (#"{ "rejection" : "a \"b\" \\", "paymentSeq":"1"}"#, #","paymentSeq":"1"}"#),
    (#"{"rejection":"old"}"#, "}"),
    // Nobody but iapctl wrote these: they stay.
    (#"{"rejection":null,"a":1}"#, #","rejection":null,"a":1}"#),
    (#"{"rejections":"x"}"#, #","rejections":"x"}"#), (#"{"rejection":"x"#, #","rejection":"x"#),
  ])
  func `An object begins with its reason`(_ source: String, _ rest: String) {
    #expect(line(source) == #"{"rejection":"why \"x\"""# + rest + "\n")
  }

  @Test
  func `What is no object stays as it is`() { #expect(line(" [1] ") == "[1]\n") }

  @Test(arguments: [
    ("paymentSeq;userID", "1;kim", "1;kim"), ("rejection;paymentSeq", "old;1", "1"),
    ("\u{FEFF}rejection;paymentSeq", "\"a;\"\"b\"\";\";1", "1"),
    ("rejection;paymentSeq", "old", ""),
    ("rejections;paymentSeq", "a;1", "a;1"),
  ])
  func `A row of a table begins with its reason`(
    _ header: String, _ source: String, _ rest: String
  ) {
    #expect(line(source, header: header) == "\"why \"\"x\"\"\";\(rest)\r\n")
  }

  @Test
  func `A list becomes a table`() {
    #expect(line(" 12 ", isList: true) == "\"why \"\"x\"\"\",\"12\"\r\n")
  }
}
