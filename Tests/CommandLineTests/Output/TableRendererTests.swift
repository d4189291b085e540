import Records
import Testing

@testable import CommandLine

struct TableRendererTests {
  @Test
  func `Columns are aligned by display width, numbers to the right`() async throws {
    let text = try await SmallReport.list([SmallReport.coin, SmallReport.gem]).text(.table)
    #expect(
      text == """
        name            seq  price  active  since
        コイン            7  1,500  yes     2026-01-01 00:00:00Z
        보석 100개  1000292   2.50  no      2026-01-12 11:20:00.125Z

        """)
  }

  @Test(arguments: [
    ("0", "0"), ("999", "999"), ("1000", "1,000"), ("1234567", "1,234,567"),
    ("2.29", "2.29"), ("2.5", "2.50"), ("1234.5", "1,234.50"), ("-1500", "-1,500"),
    ("-500", "-500"), ("-0.5", "-0.50"), ("0.125", "0.125"), ("123456.789", "123,456.789"),
  ])
  func `Amounts are grouped, and a single decimal is padded to two`(
    _ digits: String, _ shown: String
  ) async throws {
    #expect(
      try await SmallReport.cell(.amount(digits)).text(.table, hasHeader: false)
        == shown + "\n")
  }

  @Test
  func `Identifiers that are numbers are not grouped`() async throws {
    #expect(
      try await SmallReport.cell(.number("1000292")).text(.table) == "   cell\n1000292\n")
  }

  @Test
  func `An unknown value is a dash`() async throws {
    #expect(try await SmallReport.cell(.null).text(.table) == "cell\n-\n")
  }

  @Test(arguments: [
    ("a\u{1b}[2Jb", "a\\u001b[2Jb"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("a\r\nb", "a\\r\\nb"),
    ("\u{202e}txt", "\\u202etxt"), ("\u{2066}x\u{2069}", "\\u2066x\\u2069"),
    ("\u{9b}31m", "\\u009b31m"), ("\u{7f}", "\\u007f"), ("한글 ✓", "한글 ✓"),
  ])
  func `Control and bidirectional characters are escaped`(_ text: String, _ shown: String)
    async throws
  {
    #expect(
      try await SmallReport.cell(.text(text)).text(.table, hasHeader: false) == shown + "\n")
  }

  @Test
  func `Long cells are wrapped, then cut, if the display has a width`() async throws {
    let report = SmallReport.list([SmallReport.gem])
    let narrow = try await report.text(
      .table, fields: ["name", "note", "seq"], display: Display(columns: 26))
    #expect(
      narrow == """
        name       note        seq
        보석       a, "b"  1000292
        100개

        """)
    let whole = SmallReport.cell(.text(String(repeating: "x", count: 30)))
    #expect(
      try await whole.text(.table, hasHeader: false, display: Display(columns: 10))
        == "xxxxxxxxx…\n")
    #expect(
      try await SmallReport.cell(.text("보석보석보석")).text(
        .table, hasHeader: false, display: Display(columns: 9)) == "보석보석…\n")
  }

  private static let wide = RecordSchema(
    ["paymentSeq", "userID", "productIdentifier", "currency", "purchaseTime", "note"],
    columns: ["paymentSeq", "userID", "productIdentifier", "currency", "purchaseTime"],
    keys: ["paymentSeq", "userID", "productIdentifier"])

  private func payment(_ user: String, _ product: String, note: String = "") -> Content {
    let record = Record([
      .text("2026011210000001"), .text(user), .text(product), .text("KRW"),
      .instant("2026-01-12T11:20:00.000Z"), .text(note),
    ])
    return Content.lists([RecordSection("purchases", Self.wide, records: [record])])
  }

  @Test
  func `The widest column is shortened first, until columns are equally wide`() async throws {
    let note = String(repeating: "n", count: 40)
    let fields = ["paymentSeq", "currency", "note", "userID"]
    #expect(
      try await payment("alice", "gem.100", note: note).text(
        .table, fields: fields, display: Display(columns: 60)) == """
          paymentSeq        currency  note                      userID
          2026011210000001  KRW       nnnnnnnnnnnnnnnnnnnnnnn…  alice

          """)
  }

  @Test
  func `In a narrow table instants lose their offset, then headers and instants are wrapped`()
    async throws
  {
    #expect(
      try await payment("alice", "gem.100").text(.table, display: Display(columns: 74)) == """
        paymentSeq        userID  productIdentifier  currency  purchaseTime
                                                               (UTC)
        2026011210000001  alice   gem.100            KRW       2026-01-12 11:20:00

        """)
    #expect(
      try await payment("alice", "gem.100").text(.table, display: Display(columns: 58)) == """
        paymentSeq        userID  product     currency  purchase
                                  Identifier            Time
                                                        (UTC)
        2026011210000001  alice   gem.100     KRW       2026-01-12
                                                        11:20:00

        """)
    #expect(
      try await payment("alice", "gem.100").text(.table, display: Display(columns: 56)) == """
        paymentSeq         2026011210000001
        userID             alice
        productIdentifier  gem.100
        currency           KRW
        purchaseTime       2026-01-12 11:20:00Z

        """)
  }

  @Test
  func `If a schema has narrow columns, what does not fit stands on a line below each record`()
    async throws
  {
    let schema = RecordSchema(
      ["paymentSeq", "action", "began", "userID", "ticket"],
      columns: ["paymentSeq", "action", "began", "userID", "ticket"],
      narrowColumns: ["paymentSeq", "began", "userID"], keys: ["paymentSeq"])
    let records = [("1", "consume", FieldValue.null), ("2", "settle", .text("CS-7"))].map {
      Record([
        .text("202601121000000\($0)"), .text($1), .instant("2026-01-12T11:20:00.000Z"),
        .text("alice"), $2,
      ])
    }
    let content = Content.lists([RecordSection("entries", schema, records: records)])
    #expect(
      try await content.text(.table, display: Display(columns: 45)) == """
        paymentSeq        began                userID
                          (UTC)
        2026011210000001  2026-01-12 11:20:00  alice
          action consume
        2026011210000002  2026-01-12 11:20:00  alice
          action settle  ticket CS-7

        """)
  }

  private static let marked = RecordSchema(
    ["seq", "outcome"], columns: ["seq", "outcome"],
    marks: ["outcome": ["done": Mark("✓", .success)]])

  @Test
  func `A terminal shows a sign before a marked value, and its colour where there is colour`()
    async throws
  {
    var content: Content {
      let records = [
        Record([.number("7"), .text("done")]), Record([.number("8"), .text("done ")]),
      ]
      return .lists([RecordSection("x", Self.marked, records: records)])
    }
    #expect(
      try await content.text(.table, display: Display(isTerminal: true))
        == "seq  outcome\n  7  ✓ done\n  8  done \n")
    #expect(
      try await content.text(.table, hasHeader: false, display: Display(isColoured: true))
        == "7  \u{1b}[32m✓ done\u{1b}[0m\n8  done \n")
    #expect(
      try await content.text(.table, hasHeader: false, display: Display(columns: 5))
        == "7\n✓ done\n\n8\ndone\n")
    #expect(try await content.text(.table) == "seq  outcome\n  7  done\n  8  done \n")
    #expect(try await content.text(.csv, display: Display(isTerminal: true)).contains("7,done"))
  }

  @Test
  func `A table that does not fit becomes blocks of lines with whole keys`() async throws {
    let user = "3f2504e0-4f89-11d3-9a0c-0305e82c3301"
    #expect(
      try await payment(user, "gem.100").text(.table, display: Display(columns: 80)) == """
        paymentSeq         2026011210000001
        userID             3f2504e0-4f89-11d3-9a0c-0305e82c3301
        productIdentifier  gem.100
        currency           KRW
        purchaseTime       2026-01-12 11:20:00Z

        """)
    #expect(
      try await payment(user, "gem.100").text(.table) == """
        paymentSeq        userID                                productIdentifier  currency  purchaseTime
        2026011210000001  3f2504e0-4f89-11d3-9a0c-0305e82c3301  gem.100            KRW       2026-01-12 11:20:00Z

        """)
    #expect(
      try await payment(user, "gem.100").text(
        .table, fields: ["userID", "paymentSeq"], hasHeader: false, display: Display(columns: 40))
        == "\(user)\n2026011210000001\n")
  }

  @Test
  func `Without a width nothing is shortened, and no column to less than eight`() async throws {
    let long = String(repeating: "x", count: 300)
    #expect(
      try await SmallReport.cell(.text(long)).text(.table, hasHeader: false) == long + "\n")
    #expect(
      try await SmallReport.cell(.text(long)).text(
        .table, hasHeader: false, display: Display(columns: 8)) == "xxxxxxx…\n")
  }

  @Test
  func `The header is bold with colour, and can be left out`() async throws {
    let report = { SmallReport.cell(.text("x")) }
    #expect(
      try await report().text(.table, display: Display(isColoured: true))
        == "\u{1b}[1mcell\u{1b}[0m\nx\n")
    #expect(
      try await report().text(.table, hasHeader: false, display: Display(isColoured: true))
        == "x\n")
  }

  @Test
  func `An empty list prints only its header`() async throws {
    #expect(
      try await SmallReport.list([]).text(.table, fields: ["seq", "name"]) == "seq  name\n")
    #expect(try await SmallReport.list([]).text(.table, hasHeader: false) == "")
  }

  @Test
  func `The lists of one document share a table`() async throws {
    let schema = RecordSchema(["cell"], columns: ["cell"])
    let sections = ["one", "two"].map {
      RecordSection($0, schema, records: [Record([.text($0)])])
    }
    #expect(try await Content.lists(sections).text(.table) == "cell\none\ntwo\n")
    let hidden = [
      sections[0],
      RecordSection("three", schema, isListed: false, records: [Record([.text("three")])]),
    ]
    #expect(try await Content.lists(hidden).text(.table, hasHeader: false) == "")
  }

  private static let tall = RecordSchema(
    ["domain", "보석", "advice"], columns: ["domain", "보석", "advice"], isTall: true)

  private func tall(_ records: [[FieldValue]]) -> Content {
    Content.lists([RecordSection("codes", Self.tall, records: records.map { Record($0) })])
  }

  private var advice: Content {
    tall([
      [.text("http"), .number("104"), .text("give the origin alone, 보석 보석 https://a-long.word")],
      [.text("a\nb"), .flag(true), .null],
    ])
  }

  @Test
  func `A vertical record is a block of lines, complete on a pipe`() async throws {
    #expect(
      try await advice.text(.table) == """
        domain  http
        보석    104
        advice  give the origin alone, 보석 보석 https://a-long.word

        domain  a\\nb
        보석    yes
        advice  -

        """)
    #expect(
      try await advice.text(.table, fields: ["보석"], hasHeader: false) == "104\n\nyes\n")
    #expect(try await tall([]).text(.table) == "")
  }

  @Test
  func `Long values of a vertical record are wrapped, and labels are bold`() async throws {
    #expect(
      try await advice.text(.table, display: Display(columns: 30, isColoured: true)) == """
        \u{1b}[1mdomain\u{1b}[0m  http
        \u{1b}[1m보석\u{1b}[0m    104
        \u{1b}[1madvice\u{1b}[0m  give the origin alone,
                보석 보석
                https://a-long.word

        \u{1b}[1mdomain\u{1b}[0m  a\\nb
        \u{1b}[1m보석\u{1b}[0m    yes
        \u{1b}[1madvice\u{1b}[0m  -

        """)
    #expect(
      try await advice.text(
        .table, fields: ["advice"], hasHeader: false, display: Display(columns: 22)) == """
          give the origin alone,
          보석 보석
          https://a-long.word

          -

          """)
    #expect(
      try await advice.text(.table, fields: ["advice"], display: Display(columns: 1)).hasPrefix(
        "advice  give the origin\n        alone, 보석 보석\n"))
  }

  @Test
  func `The other formats have no vertical records`() async throws {
    #expect(
      try await advice.text(.csv, fields: ["domain", "보석"])
        == "domain,보석\r\nhttp,104\r\n\"a\nb\",true\r\n")
  }

  @Test
  func `A single record is a table, and a bare value is printed alone`() async throws {
    let schema = RecordSchema(["cell"], columns: ["cell"])
    let record = RecordBatch([Record([.text("x")])])
    #expect(try await Content.single(key: "one", schema, record).text(.table) == "cell\nx\n")
    #expect(try await Content.single(key: nil, schema, record).text(.table) == "x\n")
  }

  /// The text of a table whose records come in two batches, of which the first is a part of its own.
  private func parts(isTall: Bool, _ names: [String]) throws -> [String] {
    let schema = RecordSchema(["name", "seq"], columns: ["name", "seq"], isTall: isTall)
    var renderer = TableRenderer(settings: OutputSettings(), display: Display())
    var bytes = renderer.begin("things", schema)
    for name in names {
      let record = Record([.text(name), .number("7")])
      let count = name == names.last ? 1 : TableRenderer.longestPart
      renderer.add(RecordBatch(Array(repeating: record, count: count)), to: &bytes)
    }
    let end = renderer.finish(nil)
    return [bytes, end].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test
  func `A long table is printed in parts, with one header and widths that only grow`() throws {
    let texts = try parts(isTall: false, ["gem", "a longer name", "x"])
    let lines = texts[0].split(separator: "\n")
    #expect(lines.count == 1 + 2 * TableRenderer.longestPart)
    #expect(lines[0] == "name  seq")
    #expect(lines[1] == "gem     7")
    #expect(lines.last == "a longer name    7")
    #expect(texts[1] == "x                7\n")
    #expect(try parts(isTall: false, ["gem"])[1] == "name  seq\ngem     7\n")
  }

  @Test
  func `Vertical records in parts keep their labels and the lines between them`() throws {
    let texts = try parts(isTall: true, ["gem", "x"])
    #expect(texts[0].hasSuffix("\n\nname  gem\nseq   7\n"))
    #expect(texts[1] == "\nname  x\nseq   7\n")
  }
}
