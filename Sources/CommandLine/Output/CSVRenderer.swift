import Records
import Text

/// CSV as in RFC 4180, for the formats `csv` and `spreadsheet`.
///
/// `spreadsheet` is for people: it begins with a byte-order mark, writes long numbers and times as text, because
/// a spreadsheet would change them, and puts an apostrophe in front of a text that it would run as a formula.
///
/// `csv` is for programs: every cell is exact. Null is an empty cell, an empty text is `""`. Only on a
/// terminal, and beside a null character, which no reader of CSV takes, control characters are visible escapes,
/// as they are in `spreadsheet`.
struct CSVRenderer: Renderer {
  let settings: OutputSettings
  private var columns: [Int] = []
  private var hasHeader: Bool
  private var isAtStart = true
  private let cells: CSVCells

  init(settings: OutputSettings, display: Display) {
    self.settings = settings
    hasHeader = settings.hasHeader
    cells = CSVCells(
      isForPeople: settings.format == .spreadsheet, isForTerminal: display.isTerminal,
      showsSecrets: settings.showsSecrets)
  }

  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    columns = settings.columns(in: schema, usual: schema.fields)
    // A second list continues the rows of the first, without another header.
    defer { (hasHeader, isAtStart) = (false, false) }
    let names = columns.map { CSVCells.quoted(schema.fields[$0]) }.joined(separator: ",")
    return (cells.isForPeople && isAtStart ? Self.byteOrderMark : [])
      + Array((hasHeader ? names + "\r\n" : "").utf8)
  }

  /// The byte-order mark tells a spreadsheet that the file is UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  func add(_ batch: RecordBatch, to bytes: inout [UInt8]) {
    batch.read { reader in
      for record in 0..<reader.count {
        // If all bytes of a record are plain, no cell has to be looked at by itself.
        let isPlain = cells.isPlain(reader.text(of: record))
        let capacity = CSVCells.longest(of: reader.size(of: record, columns), cells: columns.count)
        bytes.append(addingCapacity: capacity) { bytes in
          var isFirst = true
          for column in columns {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            cells.append(reader[record, column], isPlain: isPlain, to: &bytes)
          }
          bytes.append(copying: "\r\n")
        }
      }
    }
  }
}
