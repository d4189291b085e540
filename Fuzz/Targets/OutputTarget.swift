import CommandLine
import JSON
import TestSupport
import Text

/// Any text in each output format. The first bytes choose the width of the terminal and the kind of
/// the cells; the lines of the others are the cells.
enum OutputTarget {
  @Sendable
  static func run(_ input: [UInt8]) async throws {
    var input = FuzzInput(input)
    let columns = input.choose(nil, 1, 2, 5, 20, 80) as Int?
    let isTall = input.choose(false, true)
    let schema = RecordSchema(["a", "b", "c"], columns: ["a", "b"], isTall: isTall)
    var records: [Record] = []
    while !input.isAtEnd, records.count < 50 {
      records.append(Record([cell(&input), cell(&input), cell(&input)]))
    }
    for format in OutputFormat.allCases {
      let text = try await render(records, schema, format, columns)
      try check(text, format, records.count, isTerminal: columns != nil)
    }
  }

  private static func cell(_ input: inout FuzzInput) -> FieldValue {
    let kind = input.byte()
    let text = String(decoding: input.line(), as: UTF8.self)
    // As long as a count, or an amount, can be.
    let digits = "1" + text.filter { $0.isASCII && $0.isNumber }.prefix(17)
    return switch kind % 11 {
    case 0: .null
    case 1: .secret(text)
    case 2: .nested(.string(text), short: text)
    case 3: .nested(.array([.string(text), .null]), short: text)
    case 4: .number(digits)
    case 5: .amount(digits)
    case 6: .instant("2026-01-15T09:00:00.\(100 + text.utf8.count % 900)Z")
    case 7: .flag(text.isEmpty)
    default: .text(text)
    }
  }

  private static func render(
    _ records: [Record], _ schema: RecordSchema, _ format: OutputFormat, _ columns: Int?
  ) async throws -> String {
    var settings = OutputSettings()
    settings.format = format
    let transcript = Transcript()
    try await Content.lists([RecordSection("things", schema, records: records)]).render(
      with: settings, on: Display(columns: columns, isColoured: false),
      emit: { transcript.add($0) }, flush: {}, ending: { Content.Ending() })
    return transcript.text
  }

  private static func check(
    _ text: String, _ format: OutputFormat, _ count: Int, isTerminal: Bool
  ) throws {
    switch format {
    case .table:
      try requireSafe(text, besides: "\n")
    case .json:
      let things = (try? JSONValue(parsing: Array(text.utf8)))?["things"]?.elements
      try Finding.require(things?.count == count, "the JSON document is not read again")
    case .jsonl:
      let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
      let isJSON = lines.allSatisfy { (try? JSONValue(parsing: Array($0))) != nil }
      try Finding.require(isJSON && lines.count == count, "the JSON lines are not read again")
    case .csv where isTerminal: try requireSafe(text, besides: "\r\n")
    case .spreadsheet: try requireSafe(text, besides: "\r\n\u{FEFF}")
    case .csv: break
    }
  }

  private static func requireSafe(_ text: String, besides allowed: String) throws {
    let isSafe = text.unicodeScalars.allSatisfy {
      allowed.unicodeScalars.contains($0) || !VisibleText.isHazardous($0)
    }
    try Finding.require(isSafe, "a control character reaches the terminal")
  }
}
