import IAPCore
import SQLite
import Text

struct InputRow {
  let line: Int
  /// The name of the JSON list that contains the row, such as "purchases"; nil if the row is a
  /// line.
  var list: String?
  /// What the row says, or the reason why it is invalid.
  let content: Result<Content, LineProblem>
  /// Whether the rest of the input cannot be read, so that this row cannot be skipped.
  var endsInput = false
  /// The row as it is written, without its line end.
  var source: [UInt8] = []

  struct Content {
    /// A value for each ``InputColumn``.
    var values: [Value]
    var facts = RowFacts.none
    /// Whether no spreadsheet can have rounded the payment number.
    var isExact = false
  }

  /// A row after which nothing can be read.
  static func last(line: Int, _ problem: LineProblem) -> InputRow {
    InputRow(line: line, content: .failure(problem), endsInput: true)
  }
}

/// Reads the rows of one input format.
protocol InputRowReader {
  /// The next row; nil at the end.
  mutating func next() throws(IAPError) -> InputRow?
  /// The columns or keys that were used and ignored so far.
  var columns: InputColumns { get }
  /// The columns that iapctl does not know, or that an option ignores.
  var others: [OtherColumn] { get }
  /// Whether a value that other rows have may be missing in a row.
  var mayHaveGaps: Bool { get }
  /// The header as it is written, and the separator of its cells. Nil if the format has none.
  var header: (source: [UInt8], separator: UInt8)? { get }
  /// The line of a total below the last row, which is no payment.
  var totalLine: Int? { get }
  /// The text above the header, if it may say that the rows are not to be consumed.
  var title: String? { get }
}

extension InputRowReader {
  var others: [OtherColumn] { [] }
  var mayHaveGaps: Bool { true }
  var header: (source: [UInt8], separator: UInt8)? { nil }
  var totalLine: Int? { nil }
  var title: String? { nil }
}

/// The columns or keys of an input.
package struct InputColumns: Equatable, Sendable {
  /// The term for them in this format.
  package enum Kind: Sendable { case columns, keys }

  package let kind: Kind
  package private(set) var used: [String] = []
  /// The names of all columns in the input; of keys, those that an option names.
  var namesInInput: [String] = []
  /// The names that have invisible characters in the input.
  package var withInvisible: [String] = []
  /// The first columns or keys that iapctl ignores.
  package private(set) var ignored: [String] = []
  /// The number of ignored columns or keys that are not in ``ignored``.
  package private(set) var more = 0

  /// The maximum number of ignored names, and the maximum length of each.
  private static let (kept, longest) = (20, 64)

  init(_ kind: Kind) { self.kind = kind }

  mutating func use(_ name: String) { used.append(name) }

  mutating func ignore(_ name: String) {
    guard ignored.count < Self.kept else {
      more += 1
      return
    }
    ignored.append(name.count > Self.longest ? name.prefix(Self.longest) + "…" : name)
  }
}

extension InputColumns {
  /// The maximum number of columns that an error names.
  private static let named = 20

  /// What an error says of columns that iapctl does not know and what they probably mean, or of keys that warn.
  func problem(of others: [OtherColumn]) -> IAPError.HeaderProblem {
    if kind == .keys { return .warningKeys(others.compactMap(\.remark)) }
    var proposed = Set(used)
    let meant = others.compactMap { other in
      other.meant.flatMap { column in
        // A sheet can have a column of amounts for each currency, and each amount is compared.
        let isNew = proposed.insert(column.name).inserted
        return isNew || column == .price && !used.contains(column.name)
          ? (other.name, column.name) : nil
      }
    }
    let names = others.prefix(Self.named).map(\.name)
    let known = Dictionary(meant, uniquingKeysWith: { first, _ in first })
    return .unknownColumns(
      names: names, count: others.count, meant: known,
      remarks: others.compactMap(\.remark).filter { known[$0.column] == nil })
  }
}
