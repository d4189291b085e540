package import IAPCore
import JSON
import Text

/// Rejected rows as they were written, each with the reason in a column of its own.
struct RejectedRows {
  /// The header of CSV, and the separator of its cells; nil for other formats.
  let header: (source: [UInt8], separator: UInt8)?

  private static let lineEnd = Array("\r\n".utf8)

  /// What stands above the rows. Spreadsheets need the byte-order mark.
  var beginning: [UInt8] {
    guard let header else { return [] }
    return Array("\u{FEFF}\(InputColumn.rejection)".utf8) + [header.separator] + header.source
      + Self.lineEnd
  }

  /// A row and why it was rejected. A payment number alone has no place for the reason.
  func line(_ source: [UInt8], _ reason: String) -> [UInt8] {
    if let header {
      let cell = "\"" + reason.replacing("\"", with: "\"\"") + "\""
      return Array(cell.utf8) + [header.separator] + source + Self.lineEnd
    }
    let text = source.trimmed
    guard text.first == UInt8(ascii: "{") else { return text + [UInt8(ascii: "\n")] }
    let rest = text.dropFirst().drop { " \t\r\n".utf8.contains($0) }
    let member = JSONValue.object([.init(InputColumn.rejection, .string(reason))]).line.dropLast()
    let separator = rest.first == UInt8(ascii: "}") ? "" : ","
    // A document can have an object in several lines; what is written has one a line.
    let joined = rest.map { "\r\n".utf8.contains($0) ? UInt8(ascii: " ") : $0 }
    return Array((member + separator).utf8) + joined + [UInt8(ascii: "\n")]
  }
}

extension BatchInput {
  /// The content of a file of the rejected rows: as they were written, below their header, each behind its
  /// reason. Empty if no row was rejected. As an input, the file's reasons are ignored.
  ///
  /// - Parameter reason: why a row was rejected.
  package func rejectedRows(reason: (LineProblem) -> String) throws(IAPError) -> [UInt8] {
    guard let rejected, !rejected.isEmpty else { return [] }
    let format = RejectedRows(header: header)
    var text = format.beginning
    for (row, problem) in rejected.sorted(by: { $0.key < $1.key }) {
      text += format.line(try staged.source(of: row), reason(problem))
    }
    return text
  }
}
