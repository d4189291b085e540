import IAPCore
import TestSupport

@testable import CommandLine
@testable import IAPConsole

/// A report with a value of each kind, for the tests of the formats.
enum SmallReport {
  static let schema = RecordSchema(
    ["name", "seq", "price", "active", "since", "note"],
    columns: ["name", "seq", "price", "active", "since"])

  static let coin = Record([
    .text("コイン"), .number("7"), .amount("1500"), .flag(true),
    .instant("2026-01-01T00:00:00.000Z"), .null,
  ])
  static let gem = Record([
    .text("보석 100개"), .number("1000292"), .amount("2.5"), .flag(false),
    .instant("2026-01-12T11:20:00.125Z"), .text("a, \"b\""),
  ])

  static func list(_ records: [Record]) -> Report {
    Report(.lists([Report.Section("things", schema, records: records)]))
  }

  /// One column with one text in it.
  static func cell(_ value: FieldValue) -> Report {
    let schema = RecordSchema(["cell"], columns: ["cell"])
    return Report(.lists([Report.Section("cells", schema, records: [Record([value])])]))
  }
}

extension Report {
  /// The report as exact text.
  func text(
    _ format: OutputFormat, fields: [String]? = nil, hasHeader: Bool = true,
    display: Display = Display()
  ) async throws -> String {
    var settings = OutputSettings()
    settings.format = format
    settings.fields = fields
    settings.hasHeader = hasHeader
    let transcript = Transcript()
    _ = try await render(
      with: settings, on: display, emit: { transcript.add($0) }, flush: {})
    return transcript.text
  }
}
