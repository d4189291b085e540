import Text

/// Records as blocks of lines, a field a line, for values that are sentences. They are broken into
/// lines, below each other, only where the display has a width.
struct VerticalTable {
  let names: [String]
  /// The values of each record, ready to be shown.
  let records: [[String]]
  let hasLabels: Bool
  let display: Display

  /// A value is not broken into lines shorter than this.
  private static let narrowest = 16
  private static let gap = 2

  var text: String {
    records.map { values in zip(names, values).map(line).joined() }.joined(separator: "\n")
  }

  private func line(_ name: String, _ value: String) -> String {
    label(name) + wrapped(value) + "\n"
  }

  /// The width of the labels and the gap behind them.
  private var indent: Int {
    hasLabels ? (names.map(DisplayWidth.of).max() ?? 0) + Self.gap : 0
  }

  private func label(_ name: String) -> String {
    guard hasLabels else { return "" }
    return Style.bold.apply(name, isColoured: display.isColoured)
      + String(repeating: " ", count: indent - DisplayWidth.of(name))
  }

  private func wrapped(_ value: String) -> String {
    guard let columns = display.columns else { return value }
    let margin = String(repeating: " ", count: indent)
    return TextWrap.lines(value, width: max(Self.narrowest, columns - indent))
      .joined(separator: "\n" + margin)
  }
}
