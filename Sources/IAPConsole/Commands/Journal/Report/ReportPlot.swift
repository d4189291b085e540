import IAPBatch
import Text

/// The plots of a report's page, as SVG. Positions across are shares of the width, so that texts have
/// the same size on every screen.
enum ReportPlot {
  /// A column: the consumed payments of a time, and the unknown ones above them.
  struct Column {
    /// How many columns are to the left of it. Times without payments have no column.
    let index: Int
    /// The figures in words.
    let text: String
    let consumed: Int
    let unknown: Int
  }

  /// A text below a column.
  struct Label {
    let index: Int
    let text: String
  }

  /// Columns over time.
  ///
  /// - Parameters:
  ///   - width: the number of columns, with those that are empty.
  ///   - labels: from left to right; the first and the last one are at the ends.
  static func columns(
    _ columns: [Column], of width: Int, _ labels: [Label], title: String
  ) -> HTML {
    let scale = scale(for: columns.map { $0.consumed + $0.unknown }.max() ?? 0)
    return """
      <svg class="columns" role="img" width="100%" height="\(height + 40)">
      <title>\(title)</title>
      \([scale, scale / 2, 0].map { gridLine($0, of: scale) })
      \(columns.map { self.column($0, of: width, scale) })
      \(labels.map { label($0, of: width, isFirst: $0.index == labels.first?.index) })
      </svg>
      """
  }

  /// A bar for each name, the longest first.
  static func bars(_ bars: [(name: String, count: Int)], title: String) -> HTML {
    let largest = Double(max(1, bars.map(\.count).max() ?? 1))
    let rows: [HTML] = bars.enumerated().map { index, bar in
      """
      <text x="0" y="\(44 * index + 16)">\(DisplayWidth.cut(VisibleText.make(bar.name), to: 30))</text>
      <text class="number" x="100%" y="\(44 * index + 16)">\(AmountText.grouped("\(bar.count)"))</text>
      <rect class="consumed" x="0" y="\(44 * index + 22)" height="14" \
      width="\(max(0.4, Double(bar.count) / largest * 100))%"/>
      """
    }
    return """
      <svg role="img" width="100%" height="\(44 * bars.count)">
      <title>\(title)</title>
      \(rows)
      </svg>
      """
  }

  // MARK: Columns

  /// The height of the largest column.
  private static let height = 160
  /// The space above it.
  private static let top = 16

  /// The number at the top of the scale: even, and with one or two digits before its zeros.
  static func scale(for largest: Int) -> Int {
    var unit = 2
    while unit * 10 < largest { unit *= 10 }
    return unit * max(1, (largest + unit - 1) / unit)
  }

  private static func y(_ count: Int, of scale: Int) -> Double {
    Double(top + height) - Double(count) / Double(scale) * Double(height)
  }

  private static func gridLine(_ count: Int, of scale: Int) -> HTML {
    let y = y(count, of: scale)
    return """
      <line x1="0" x2="100%" y1="\(y)" y2="\(y)"/>
      <text class="number" x="-8" y="\(y + 4)">\(AmountText.grouped("\(count)"))</text>
      """
  }

  private static func column(_ column: Column, of width: Int, _ scale: Int) -> HTML {
    let share = min(0.8 / Double(width), 0.1)
    let across: HTML = """
      x="\((center(of: column.index, of: width) - share / 2) * 100)%" width="\(share * 100)%"
      """
    // A single payment among thousands is seen too.
    let bottom = Double(top + height)
    let consumed = column.consumed == 0 ? 0 : max(2, bottom - y(column.consumed, of: scale))
    let unknown = column.unknown == 0 ? 0 : max(4, bottom - y(column.unknown, of: scale))
    let (first, second): (HTML, HTML) = (
      """
      <rect class="consumed" \(across) y="\(bottom - consumed)" height="\(consumed)"/>
      """,
      """
      <rect class="unknown" \(across) y="\(bottom - consumed - unknown)" height="\(unknown)"/>
      """
    )
    return """
      <g><title>\(column.text)</title>\((consumed > 0 ? [first] : []) + (unknown > 0 ? [second] : []))</g>
      """
  }

  private static func center(of index: Int, of width: Int) -> Double {
    (Double(index) + 0.5) / Double(width)
  }

  private static func label(_ label: Label, of width: Int, isFirst: Bool) -> HTML {
    let position: HTML =
      // A text that is centred below a narrow column at an end would stand out of the plot.
      if width < 5 || (label.index > 0 && label.index < width - 1) {
        "class=\"middle\" x=\"\(center(of: label.index, of: width) * 100)%\""
      } else if isFirst {
        "x=\"0\""
      } else {
        "class=\"number\" x=\"100%\""
      }
    return "<text \(position) y=\"\(top + height + 20)\">\(label.text)</text>"
  }
}
