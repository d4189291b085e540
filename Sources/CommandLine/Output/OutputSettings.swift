package enum OutputFormat: String, Sendable, CaseIterable {
  case table, json, jsonl, csv, spreadsheet

  /// Whether errors are JSON too.
  package var isJSON: Bool { self == .json || self == .jsonl }

  /// Whether each record can be read alone and is written as soon as it is known.
  package var isStreamed: Bool { self == .jsonl || self == .csv || self == .spreadsheet }
}

/// The user's choices for the output.
package struct OutputSettings: Equatable, Sendable {
  package var format = OutputFormat.table
  /// The fields to show, in this order. Nil for the default fields.
  package var fields: [String]?
  package var hasHeader = true

  package init() {}
}

/// The properties of the stream that a table is written to.
package struct Display: Equatable, Sendable {
  /// The width of the terminal: long cells are cut to fit. Nil keeps all cells whole.
  package var columns: Int?
  package var isColoured = false

  package init(columns: Int? = nil, isColoured: Bool = false) {
    self.columns = columns
    self.isColoured = isColoured
  }
}

/// Text styles, by their ANSI codes.
package enum Style: String, Sendable {
  case bold = "1"
  case failure = "1;31"
  case faint = "2"

  /// The text in this style, or unchanged without colour.
  package func apply(_ text: String, isColoured: Bool) -> String {
    isColoured ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text
  }
}
