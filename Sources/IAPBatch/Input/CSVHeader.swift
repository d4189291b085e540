import IAPCore
import SQLite
import Text

/// The columns that a CSV header names.
struct CSVHeader {
  /// The index of each ``InputColumn``; nil if there is no such column.
  private(set) var indices = [Int?](repeating: nil, count: InputColumn.all.count)
  let count: Int
  /// The index of each key of ``RowFacts``.
  private var factIndices = [Int?](repeating: nil, count: RowFacts.keys.count)
  private let isJournal: Bool
  /// Whether all names are written as iapctl writes them. People write some of them so, too.
  let hasOwnNames: Bool
  /// Whether iapctl wrote the header, and all columns of a list are there.
  let isOwn: Bool
  private(set) var columns = InputColumns(.columns)
  /// Whether the column of the product has a name that people write. They also write the product's name in it.
  private(set) var mayHaveProductNames = false
  /// The currency of all prices, which the name of their column has: `금액(USD)`.
  private(set) var currency: String?
  /// The columns that nothing is compared with.
  private(set) var others: [OtherColumn] = []

  init(_ cells: [[UInt8]], _ options: ColumnNames) throws(LineProblem) {
    let names = Self.names(cells)
    count = names.count
    columns.namesInInput = names
    columns.withInvisible = zip(Self.texts(cells), names).compactMap { $0 == $1 ? nil : $0 }
    isJournal = InputColumn.ofJournal.allSatisfy(names.contains)
    hasOwnNames = names.allSatisfy { InputColumn.names.contains($0) || InputColumn.isWritten($0) }
    isOwn =
      hasOwnNames
      && names.contains { $0 == "originalTransactionIdentifier" || $0 == "claimedUserID" }
    for (index, name) in names.enumerated() {
      let fact = RowFacts.index(of: name)
      // 'all' are columns that iapctl does not know.
      if let fact, !options.isIgnoredByName(name) { factIndices[fact] = index }
      switch options.meaning(of: name) {
      case .column(.ticket) where isJournal: continue
      case .column(let column):
        try use(column, at: index, of: names, options)
      case .ignored:
        let isOwn = fact == nil || !options.isIgnoredByName(name)
        guard
          let other = OtherColumn(
            name, at: index, isJournal: isJournal, isOwn: isOwn, isIgnored: true)
        else { continue }
        if !cells[index].isBlank, !other.isOwn { columns.ignore(name) }
        others.append(other)
      case .unknown where InputColumn.isOfSinglePayment(name, among: names): continue
      case .unknown:
        if fact.map(RowFacts.isOwn) != true,
          let other = OtherColumn(name, at: index, isJournal: isJournal)
        {
          others.append(other)
        }
      }
    }
    guard indices[InputColumn.paymentSeq.index] != nil else { throw .noPaymentColumn() }
  }

  /// Throws if two columns have the same meaning, unless one of them is the payment's by an option.
  private mutating func use(
    _ column: InputColumn, at index: Int, of names: [String], _ options: ColumnNames
  ) throws(LineProblem) {
    guard let other = indices[column.index] else {
      indices[column.index] = index
      if column == .price { currency = TypedAmount.currency(inHeader: names[index]) }
      if column == .productIdentifier { mayHaveProductNames = names[index] != column.name }
      return columns.use(column.name)
    }
    // What an option says is right: the other column is one that iapctl does not know.
    let isNamed = options.column(named: names[index]) != nil
    guard column == .paymentSeq, isNamed != (options.column(named: names[other]) != nil) else {
      throw .columnTwice(names[other], names[index], meaning: column.name)
    }
    let second = isNamed ? other : index
    others.append(OtherColumn(unknown: names[second], at: second))
    if isNamed { indices[column.index] = index }
  }

  /// The names without the invisible characters that a copy from a web page brings.
  static func names(_ cells: [[UInt8]]) -> [String] {
    texts(cells).map { text in
      String(text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
    }
  }

  private static func texts(_ cells: [[UInt8]]) -> [String] {
    // The column `rejection`, which iapctl has written in front of a sheet, is not counted.
    let first =
      cells.first.map { String(decoding: $0, as: UTF8.self) } == InputColumn.rejection ? 0 : 1
    return cells.enumerated().map { index, cell in
      // A column without a name can be ignored, too.
      cell.isBlank
        ? "column \(index + first)"
        : SpreadsheetText.original(of: String(decoding: cell, as: UTF8.self))
    }
  }

  /// The index of a column; nil if the header has none.
  func index(of column: InputColumn) -> Int? { indices[column.index] }

  /// What a row says of itself.
  func facts(_ cells: [[UInt8]]) -> RowFacts {
    factIndices.allSatisfy { $0 == nil }
      ? .none
      : RowFacts(
        factIndices.map { $0.map { String(decoding: cells[$0].trimmed, as: UTF8.self) } },
        isEntry: isJournal)
  }

  /// Looks at the cells of the columns that iapctl does not know.
  mutating func look(at cells: [[UInt8]], line: Int) {
    guard !others.isEmpty else { return }
    let number = index(of: .paymentSeq).map { String(decoding: cells[$0].trimmed, as: UTF8.self) }
    for place in others.indices {
      let cell = cells[others[place].index].trimmed
      others[place].look(at: String(decoding: cell, as: UTF8.self), line: line, beside: number)
    }
  }
}
