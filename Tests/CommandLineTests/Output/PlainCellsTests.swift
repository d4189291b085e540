import Records
import Testing
import Text

@testable import CommandLine

/// Plain cells are copied to the output. All others are written by rules that look at each
/// character. Both must write the same.
struct PlainCellsTests {
  private static let kinds: [RecordBatch.Kind] = [
    .null, .text, .secret, .number, .amount, .instant,
  ]

  /// Every character of ASCII and odd ones, alone, in front, inside, at the end and twice; and texts
  /// at each limit.
  private static let texts: [String] = {
    let signs =
      (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) } + [
        "\u{80}", "\u{9B}", "\u{A0}", "é", "e\u{301}", "\"\u{301}", "보석", "👨\u{200D}👩", "\u{200B}",
        "\u{202E}", "\u{2066}", "\u{2028}", "\u{FEFF}", "\u{FFF9}", "＝", "＋", "－", "＠", "１", "٣",
        "½", "\u{3000}", "\u{61C}", "\u{10FFFF}",
      ]
    let around = signs.flatMap {
      ["\($0)", "\($0)a", "a\($0)b", "ab\($0)", "\($0)\($0)1", "'\($0)1", " \($0)x", "\($0),1"]
    }
    let long = [15, 16, 17, 254, 255, 256, 300].flatMap {
      [
        String(repeating: "7", count: $0), String(repeating: "a", count: $0),
        String(repeating: "a", count: $0 - 1) + "\"", String(repeating: "\u{1B}", count: $0),
      ]
    }
    return around + long + [
      "", "true", "false", "TRUE", "False", "truth", "null", "1e5", "-1.5", "\\t=1", "\\r", "1,5",
      "2026-01-01T00:00:00.000Z", "=\"1\"", "\"\"\"", ",,,",
    ]
  }()

  @Test(arguments: [false, true], [false, true])
  func `A cell has the same bytes as by the exact rules`(isForPeople: Bool, showsSecrets: Bool) {
    let copying = CSVCells(
      isForPeople: isForPeople, isForTerminal: false, showsSecrets: showsSecrets)
    var exact = copying
    exact.copiesPlainCells = false
    for kind in Self.kinds {
      for text in Self.texts {
        #expect(
          bytes(text, kind, copying) == bytes(text, kind, exact), "\(kind) \(text.debugDescription)"
        )
      }
    }
  }

  @Test
  func `A cell of a table shows its text with escapes, in its width`() async throws {
    for text in Self.texts {
      let shown = VisibleText.make(text)
      #expect(
        try await SmallReport.cell(.text(text)).text(.table, hasHeader: false) == shown + "\n")
      let narrow = try await SmallReport.cell(.text(text)).text(
        .table, hasHeader: false, display: Display(columns: 8))
      #expect(narrow == DisplayWidth.cut(shown, to: 8) + "\n")
    }
  }

  @Test(arguments: [
    ("1500", "1,500"), ("-1500", "-1,500"), ("1234567", "1,234,567"), ("100", "100"),
    ("-100", "-100"), ("2.5", "2.50"), ("2.29", "2.29"), ("12345.125", "12,345.125"), ("0", "0"),
    ("-", "-"), ("1.", "1"), ("", ""),
  ])
  func `A table groups the digits of an amount`(digits: String, shown: String) async throws {
    #expect(
      try await SmallReport.cell(.amount(digits)).text(.table, hasHeader: false) == shown + "\n")
  }

  @Test(arguments: OutputFormat.allCases)
  func `Invalid UTF-8 is repaired in each format`(format: OutputFormat) async throws {
    var records = RecordBatch(width: 1)
    let invalid: [UInt8] = [0x61, 0xFF, 0x62]
    invalid.withUnsafeBufferPointer { records.append(.text, $0) }
    let schema = RecordSchema(["cell"], columns: ["cell"])
    let text = try await Content.lists([RecordSection("cells", schema, records: records)])
      .text(format)
    #expect(text.contains("a\u{FFFD}b"))
  }

  @Test(arguments: OutputFormat.allCases)
  func `A field that is chosen many times is written many times`(format: OutputFormat) async throws
  {
    let value = String(repeating: "\u{1B}\"", count: 40)
    let content = SmallReport.cell(.text(value))
    let fields = Array(repeating: "cell", count: 50)
    let text = try await content.text(format, fields: fields, hasHeader: false)
    #expect(text.utf8.count > 50 * value.utf8.count)
  }

  @Test(arguments: OutputFormat.allCases)
  func `A secret is null, unless secrets are shown`(format: OutputFormat) async throws {
    let hidden = try await SmallReport.cell(.secret("abc")).text(format)
    #expect(hidden == (try await SmallReport.cell(.null).text(format)))
    let shown = try await SmallReport.cell(.secret("abc")).text(format, showsSecrets: true)
    #expect(shown == (try await SmallReport.cell(.text("abc")).text(format)))
  }

  private func bytes(_ text: String, _ kind: RecordBatch.Kind, _ cells: CSVCells) -> [UInt8] {
    var record = RecordBatch(width: 1)
    record.append(kind, text)
    return record.read { reader in
      var bytes: [UInt8] = []
      bytes.append(addingCapacity: CSVCells.longest(of: reader.size(of: 0, [0]), cells: 1)) {
        cells.append(reader[0, 0], isPlain: cells.isPlain(reader.text(of: 0)), to: &$0)
      }
      return bytes
    }
  }
}
