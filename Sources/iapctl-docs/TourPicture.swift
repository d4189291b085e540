import Text

/// A picture of a terminal for the README, in SVG: the part of the tour in which a stuck payment is
/// found and consumed. It has both colour schemes of a browser, and fetches nothing.
struct TourPicture {
  /// What `iapctl tour` prints.
  let tour: String

  private static let column = 8.4
  private static let line = 20.0
  private static let margin = 20.0
  private static let bar = 36.0

  var svg: String {
    let lines = self.lines
    let columns = lines.map { DisplayWidth.of($0) }.max() ?? 0
    let width = Double(columns) * Self.column + 2 * Self.margin
    let height = Double(lines.count) * Self.line + Self.bar + Self.margin
    let size = { "width=\"\(Self.number(width - $0))\" height=\"\(Self.number(height - $0))\"" }
    let texts = lines.enumerated().filter { !$1.isEmpty }.map { Self.text($1, at: $0) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" \
      \(size(0)) viewBox="0 0 \(Self.number(width)) \(Self.number(height))">
      <title id="title">iapctl consumes a stuck payment</title>
      <desc id="description">A terminal. iapctl lists two stuck payments of alice, consumes one \
      of them, and then lists the other one.</desc>
      <style>\(Self.style)</style>
      <rect class="window" x="0.5" y="0.5" \(size(1)) rx="8"/>
      <circle cx="20" cy="18" r="5"/><circle cx="38" cy="18" r="5"/><circle cx="56" cy="18" r="5"/>
      \(texts.joined(separator: "\n"))
      </svg>

      """
  }

  /// The lines that it shows, without the folder of the tour's store.
  private var lines: [String] {
    let export = "$ export IAPCTL_STORE="
    let path = tour.split(separator: "\n").first { $0.hasPrefix(export) }?.dropFirst(export.count)
    let text = path.map { tour.replacing(String($0), with: "game.db") } ?? tour
    let steps = text.parts(between: "\n\n").filter {
      $0.contains("\n$ iapctl unconsumed ") || $0.contains("\n$ iapctl consume ")
    }
    return steps.joined(separator: "\n\n").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  /// The whole line has its exact width, so that columns are aligned in any font.
  private static func text(_ line: String, at row: Int) -> String {
    let width = number(Double(DisplayWidth.of(line)) * column)
    let base = number(bar + (Double(row) + 0.8) * self.line)
    let kind =
      line.hasPrefix("$ ") ? " class=\"typed\"" : line.hasSuffix(":") ? " class=\"said\"" : ""
    return "<text x=\"\(number(margin))\" y=\"\(base)\" textLength=\"\(width)\"\(kind)>"
      + "\(escaped(line))</text>"
  }

  private static func escaped(_ line: String) -> String {
    line.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// At most one digit after the point.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static let style = """

    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
      white-space: pre; fill: #1f2328 }
    .window { fill: #f6f8fa; stroke: #d1d9e0 }
    .said { fill: #59636e }
    .typed { fill: #0550ae; font-weight: bold }
    circle { fill: #d1d9e0 }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .window { fill: #151b23; stroke: #3d444d }
      .said { fill: #9198a1 }
      .typed { fill: #79c0ff }
      circle { fill: #3d444d }
    }

    """
}
