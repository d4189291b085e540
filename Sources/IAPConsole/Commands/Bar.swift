import CommandLine

/// A bar of block characters, which compares the count of a line with those of other lines.
enum Bar {
  /// Whether a list has bars: only a table on a terminal does.
  static func areDrawn(in context: Context) -> Bool {
    context.environment.output.isTerminal && context.settings.output.format == .table
  }

  private static let longest = 10
  /// The blocks from one to eight eighths of a column.
  private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  /// A bar for a number, whose length is in proportion to that for the largest number. The bar of a
  /// number above zero is never empty.
  static func text(_ number: Int, of largest: Int) -> String {
    guard number > 0, largest > 0 else { return "" }
    let share = Double(number) / Double(largest) * Double(longest * eighths.count)
    let length = max(1, Int(share.rounded()))
    let rest = length % eighths.count
    return String(repeating: eighths[eighths.count - 1], count: length / eighths.count)
      + (rest > 0 ? eighths[rest - 1] : "")
  }
}

extension RecordSchema {
  /// The same fields, and a last one with bars.
  var withBars: RecordSchema { RecordSchema(fields + ["bar"], columns: columns + ["bar"]) }
}
