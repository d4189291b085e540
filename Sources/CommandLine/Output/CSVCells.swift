import Records
import Text

/// Writes the cells of CSV. Almost all cells are plain: they are copied, and the exact rules, which
/// look at each character, are asked for the others only. A list takes 0.4 of the time.
struct CSVCells: Sendable {
  /// Whether a person opens the file in a spreadsheet.
  let isForPeople: Bool
  let isForTerminal: Bool
  let showsSecrets: Bool
  /// False in tests only: all cells are written by the exact rules.
  var copiesPlainCells = true

  /// The most bytes of a row: a byte becomes an escape of six characters, or a quote in a formula
  /// becomes four, and `"=""` and `""",` stand around a cell.
  static func longest(of count: Int, cells: Int) -> Int { 6 * count + 10 * cells + 2 }

  /// - Parameter isPlain: true if the cell is known to be plain.
  func append(
    _ cell: RecordBatch.Cell, isPlain: Bool, to bytes: inout OutputSpan<UInt8>
  ) {
    switch cell.kind {
    case .null: return
    case .secret where !showsSecrets: return
    case .text, .secret, .nested: append(text: cell.short, isPlain, to: &bytes)
    case .number, .amount:
      let isLong = cell.text.count > Self.mostDigits
      append(literal: cell.text, isKept: isLong, isPlain, to: &bytes)
    case .instant: append(literal: cell.text, isKept: true, isPlain, to: &bytes)
    case .flag: bytes.append(copying: cell.text)
    }
  }

  /// A spreadsheet rounds numbers with more digits.
  private static let mostDigits = 15

  private func append(
    text: UnsafeBufferPointer<UInt8>, _ isPlain: Bool, to bytes: inout OutputSpan<UInt8>
  ) {
    if isForPeople { return append(forPeople: text, isPlain, to: &bytes) }
    // Nothing at all is null.
    if text.isEmpty { return bytes.append(copying: "\"\"") }
    if isCopied(text, isPlain) { return bytes.append(copying: text) }
    let exact = String(decoding: text, as: UTF8.self)
    let isVisible = isForTerminal || exact.utf8.contains(0)
    // In quotes, an apostrophe is not one that makes a cell of a spreadsheet harmless.
    let isAmbiguous =
      text.first == UInt8(ascii: "'") && SpreadsheetText.original(of: exact) != exact
    bytes.append(
      Self.quoted(isVisible ? VisibleText.make(exact) : exact, isAlways: isAmbiguous))
  }

  private func append(
    forPeople text: UnsafeBufferPointer<UInt8>, _ isPlain: Bool, to bytes: inout OutputSpan<UInt8>
  ) {
    let treatment = isCopied(text, isPlain) ? SpreadsheetText.treatment(ofPlain: text) : nil
    switch treatment {
    case .unchanged: bytes.append(copying: text)
    case .changed: append(asFormula: text, to: &bytes)
    case nil:
      let text = VisibleText.make(String(decoding: text, as: UTF8.self))
      bytes.append(Self.quoted(SpreadsheetText.cell(text)))
    }
  }

  /// - Parameter isKept: whether a spreadsheet would change it.
  private func append(
    literal text: UnsafeBufferPointer<UInt8>, isKept: Bool, _ isPlain: Bool,
    to bytes: inout OutputSpan<UInt8>
  ) {
    let isKept = isKept && isForPeople
    if isCopied(text, isPlain), text.count <= SpreadsheetText.longestKept {
      return isKept ? append(asFormula: text, to: &bytes) : bytes.append(copying: text)
    }
    let text = String(decoding: text, as: UTF8.self)
    bytes.append(Self.quoted(isKept ? SpreadsheetText.kept(text) : text))
  }

  func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    copiesPlainCells
      && PlainText.isPlain(text, without: UInt8(ascii: ","), UInt8(ascii: "\""))
  }

  /// Appends `="…"` with its quotes doubled, as ``SpreadsheetText/kept(_:)`` and ``quoted(_:)`` do.
  private func append(
    asFormula text: UnsafeBufferPointer<UInt8>, to bytes: inout OutputSpan<UInt8>
  ) {
    bytes.append(copying: "\"=\"\"")
    bytes.append(copying: text)
    bytes.append(copying: "\"\"\"")
  }

  /// Whether a text is written as it is. One with an outer space or an apostrophe may need quotes.
  ///
  /// - Parameter isPlain: true if the text is known to be plain.
  private func isCopied(_ text: UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> Bool {
    let space = UInt8(ascii: " ")
    return (isPlain || self.isPlain(text)) && text.first != space && text.last != space
      && text.first != UInt8(ascii: "'")
  }

  /// The cell in quotes if it needs them. Outer spaces need them: '--from' removes the spaces that people write
  /// around a cell, and keeps those in quotes.
  static func quoted(_ cell: String, isAlways: Bool = false) -> String {
    let hasMarks = cell.utf8.contains { #","\#r\#n"#.utf8.contains($0) }
    guard isAlways || hasMarks || cell.withoutOuterSpaces.utf8.count < cell.utf8.count else {
      return cell
    }
    // Compare Unicode scalars: to Swift, a quote with a combining mark behind it is another
    // character, but to a reader of CSV it is a quote.
    var quoted = String.UnicodeScalarView()
    for scalar in cell.unicodeScalars {
      quoted.append(scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    return "\"" + String(quoted) + "\""
  }
}
