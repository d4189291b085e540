package import IAPCore
import JSON
import Text

/// Rejected rows as they were written, each with the reason in a column of its own. The reason of an earlier
/// pass is replaced.
struct RejectedRows {
  /// The header of CSV, and the separator of its cells; nil for other formats.
  private let header: (source: [UInt8], separator: UInt8)?
  /// Whether an earlier pass wrote the input, so that each row begins with a reason.
  private let hasReasons: Bool
  /// Whether the input is a list of numbers. It becomes a table, which has room for reasons.
  private let isList: Bool

  private static let lineEnd = Array("\r\n".utf8)
  private static let key = Array(InputColumn.rejection.utf8)

  /// - Parameter isList: whether the input is a list of numbers.
  init(header: (source: [UInt8], separator: UInt8)?, isList: Bool) {
    self.isList = isList
    self.header = isList ? (Array("paymentSeq".utf8), UInt8(ascii: ",")) : header
    hasReasons =
      header.map { header in
        let cell = header.source.prefix { $0 != header.separator }
        return cell.elementsEqual(Self.key) || cell.elementsEqual("\u{FEFF}".utf8 + Self.key)
      } ?? false
  }

  /// What stands above the rows. Spreadsheets need the byte-order mark.
  var beginning: [UInt8] {
    guard let header else { return [] }
    return Array("\u{FEFF}\(InputColumn.rejection)".utf8) + [header.separator]
      + withoutReason(header.source) + Self.lineEnd
  }

  /// A row and why it was rejected.
  func line(_ source: [UInt8], _ reason: String) -> [UInt8] {
    if let header {
      let row = isList ? Self.cell(Array(source.trimmed)) : withoutReason(source)
      return Self.cell(Array(reason.utf8)) + [header.separator] + row + Self.lineEnd
    }
    let text = source.trimmed
    guard text.first == UInt8(ascii: "{") else { return text + [UInt8(ascii: "\n")] }
    let rest = Self.withoutReason(ofObject: text.dropFirst().drop(while: Self.isSpace))
    let member = JSONValue.object([.init(InputColumn.rejection, .string(reason))]).line.dropLast()
    let separator = rest.first == UInt8(ascii: "}") ? "" : ","
    // A document can have an object in several lines; what is written has one a line.
    let joined = rest.map { "\r\n".utf8.contains($0) ? UInt8(ascii: " ") : $0 }
    return Array((member + separator).utf8) + joined + [UInt8(ascii: "\n")]
  }

  fileprivate static func cell(_ text: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }

  /// A record of CSV without the reason that it begins with.
  private func withoutReason(_ record: [UInt8]) -> [UInt8] {
    guard hasReasons, let header else { return record }
    var isQuoted = false
    let end = record.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == header.separator && !isQuoted
    }
    return end.map { Array(record[($0 + 1)...]) } ?? []
  }

  /// The members of an object without the reason that they begin with.
  private static func withoutReason(ofObject members: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    let name = [quote] + key + [quote]
    guard members.starts(with: name) else { return members }
    let value = members.dropFirst(name.count).drop { isSpace($0) || $0 == UInt8(ascii: ":") }
    guard value.first == quote else { return members }
    var isEscaped = false
    let end = value.dropFirst().firstIndex { byte in
      let isEnd = byte == quote && !isEscaped
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      return isEnd
    }
    guard let end else { return members }
    return value[(end + 1)...].drop { isSpace($0) || $0 == UInt8(ascii: ",") }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}

extension BatchInput {
  /// The content of a file of the rejected rows: as they were written, below their header, each behind its
  /// reason. Empty if no row was rejected. As an input, the file's reasons are ignored.
  ///
  /// - Parameter reason: why a row was rejected.
  package func rejectedRows(reason: (LineProblem) -> String) throws(IAPError) -> [UInt8] {
    guard let rejected, !rejected.isEmpty else { return [] }
    let rows = RejectedRows(header: header, isList: isList)
    var text = rows.beginning
    if let title {
      text += rows.line(RejectedRows.cell(Array(title.utf8)), reason(.onlyText(title)))
    }
    // A header with other names says what the columns below it are.
    var header: [UInt8] = []
    for (row, problem) in rejected.sorted(by: { $0.key < $1.key }) {
      let line = rows.line(try staged.source(of: row), reason(problem))
      if problem == .headerAgain {
        header = line
      } else {
        text += (problem == .belowSecondHeader ? header : []) + line
        if problem == .belowSecondHeader { header = [] }
      }
    }
    return text
  }
}
