package import IAPCore
import JSON
import Text

extension BatchInput {
  /// The content of a file of the rejected rows: as they were written, below their header, each behind its
  /// reason in a column of its own. Empty if no row was rejected. As an input, the file's reasons are
  /// ignored.
  ///
  /// - Parameter reason: why a row was rejected.
  package func rejectedRows(reason: (LineProblem) -> String) throws(IAPError) -> [UInt8] {
    guard let rejected, !rejected.isEmpty else { return [] }
    // Spreadsheets need the byte-order mark.
    var text: [UInt8] =
      header.map {
        Array("\u{FEFF}\(InputColumn.rejection)".utf8) + [$0.separator] + $0.source + Self.lineEnd
      } ?? []
    for (row, problem) in rejected.sorted(by: { $0.key < $1.key }) {
      text += rejectedRow(try staged.source(of: row), reason(problem))
    }
    return text
  }

  private static let lineEnd = Array("\r\n".utf8)

  /// A row and why it was rejected. A payment number alone has no place for the reason.
  private func rejectedRow(_ source: [UInt8], _ reason: String) -> [UInt8] {
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
