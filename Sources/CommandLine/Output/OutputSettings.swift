/// How records become text.
package enum OutputFormat: String, Sendable, CaseIterable {
  case table, json, jsonl, csv, spreadsheet

  /// Whether errors are told as JSON too.
  package var isJSON: Bool { self == .json || self == .jsonl }

  /// Whether each record stands alone and is shown as it comes.
  package var isStreamed: Bool { self == .jsonl || self == .csv || self == .spreadsheet }
}

/// What somebody chose of the output.
package struct OutputSettings: Equatable, Sendable {
  package var format = OutputFormat.table
  /// Which fields, in which order; nil for the usual ones.
  package var fields: [String]?
  package var hasHeader = true

  package init() {}
}

/// The stream that a table is shown on.
package struct Display: Equatable, Sendable {
  /// The width that long cells are cut to; nil keeps them whole.
  package var columns: Int?
  package var isColoured = false

  package init(columns: Int? = nil, isColoured: Bool = false) {
    self.columns = columns
    self.isColoured = isColoured
  }
}

/// The few styles that are used, as a terminal wants them.
package enum Style: String, Sendable {
  case bold = "1"
  case failure = "1;31"
  case faint = "2"

  /// The text in this style, or as it is where there is no colour.
  package func apply(_ text: String, isColoured: Bool) -> String {
    isColoured ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text
  }
}
