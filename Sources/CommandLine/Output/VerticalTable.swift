import Text

/// Shows each record as a block of lines with one field on each line. If the display has a width,
/// long values are broken into several lines.
struct VerticalTable {
  let names: [String]
  /// The values of each record, ready to be shown.
  let records: [[(text: String, style: Style?)]]
  let hasLabels: Bool
  let display: Display

  /// A line of a value is not made shorter.
  private static let narrowest = 16
  private static let gap = 2

  var text: String {
    records.map { values in zip(names, values).map(line).joined() }.joined(separator: "\n")
  }

  private func line(_ name: String, _ value: (text: String, style: Style?)) -> String {
    let text = wrapped(value.text)
    let styled = value.style?.apply(text, isColoured: display.isColoured)
    return label(name) + (styled ?? text) + "\n"
  }

  /// The width of the longest label with the gap.
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
