import CommandLine
import TestSupport

/// Content with one value of each kind.
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

  static func list(_ records: [Record]) -> Content {
    Content.lists([RecordSection("things", schema, records: records)])
  }

  /// A report of one column and one value.
  static func cell(_ value: FieldValue) -> Content {
    let schema = RecordSchema(["cell"], columns: ["cell"])
    return Content.lists([RecordSection("cells", schema, records: [Record([value])])])
  }
}

extension Content {
  /// The report in a format, as text.
  func text(
    _ format: OutputFormat, fields: [String]? = nil, hasHeader: Bool = true,
    showsSecrets: Bool = false, display: Display = Display(),
    ending: Content.Ending = Content.Ending()
  ) async throws -> String {
    var settings = OutputSettings()
    settings.format = format
    settings.fields = fields
    settings.hasHeader = hasHeader
    settings.showsSecrets = showsSecrets
    let transcript = Transcript()
    try await render(
      with: settings, on: display, emit: { transcript.add($0) }, flush: {}, ending: { ending })
    return transcript.text
  }
}
