import IAPCore
import SQLite
import Text

/// Reads payments from CSV with a header.
struct CSVRows: InputRowReader {
  private var records: CSVRecords
  private let names: ColumnNames
  /// Nil before the header is read.
  private var columnsOfHeader: CSVHeader?
  private(set) var header: (source: [UInt8], separator: UInt8)?
  private(set) var totalLine: Int?
  /// The record that was read to see whether a total is the last one.
  private var following: CSVRecord?
  /// Whether a second table was read: its header has other columns than the first, or stands below a title.
  private var isBelowOther = false
  /// Whether the last record has no number where the header has that of the payment, as a title has none.
  private var isBelowTitle = false
  /// A text alone in a row above that may say that the rows below are not to be consumed.
  private var warningAbove: String?
  /// The text above the header, if it may say so.
  private(set) var title: String?
  /// Whether there was a row with a number.
  private var hasPayments = false

  init(_ records: CSVRecords, _ names: ColumnNames) {
    self.records = records
    self.names = names
  }

  var columns: InputColumns { columnsOfHeader?.columns ?? InputColumns(.columns) }
  var others: [OtherColumn] { columnsOfHeader?.others ?? [] }
  var mayHaveGaps: Bool { columnsOfHeader?.isOwn ?? true }

  mutating func next() throws(IAPError) -> InputRow? {
    if columnsOfHeader == nil, let end = try readHeader() { return end }
    while let record = try nextRecord() {
      if names.headerLine != nil, case .success(let cells) = record.cells, isTotal(cells) {
        following = try nextRecord()
        guard following != nil else {
          totalLine = record.line
          return nil
        }
      }
      return InputRow(
        line: record.line,
        content: Result { () throws(LineProblem) in try content(of: record) },
        endsInput: record.isOpen, source: record.source)
    }
    return nil
  }

  /// Reads the header, and what is above it.
  ///
  /// - Returns: the row that ends the input if there is no header; nil if it was read, or if the input is empty.
  private mutating func readHeader() throws(IAPError) -> InputRow? {
    if let line = names.headerLine {
      while let title = try records.line(above: line) {
        if let number = CSVRecord.paymentNumber(in: title.bytes) {
          return .last(line: title.number, .numberAboveHeader(number))
        }
        look(atTitle: title)
      }
      if let count = try records.count(), count < line {
        return .last(line: line, .noLine(of: count))
      }
    }
    try records.chooseSeparator()
    guard let first = try records.next() else {
      return names.headerLine.map { .last(line: $0, .noPaymentColumn()) }
    }
    do throws(LineProblem) {
      let cells = try first.cells.get()
      columnsOfHeader = try CSVHeader(cells, names)
      if let number = Self.numberInHeader(cells, columnsOfHeader) {
        return .last(line: first.line, .numberInHeader(number))
      }
      header = (first.source, records.separator)
    } catch {
      // The cells cannot be assigned to columns without a header.
      guard case .noPaymentColumn = error else { return .last(line: first.line, error) }
      if let number = Self.numberInHeader((try? first.cells.get()) ?? []) {
        return .last(line: first.line, .numberInHeader(number))
      }
      let column = Self.columnOfNumbers(first, try records.next())
      return .last(line: first.line, .noPaymentColumn(probably: column))
    }
    return nil
  }

  /// The payment number in a first line that is a row and no header, also if an option makes it a name.
  private static func numberInHeader(_ cells: [[UInt8]], _ header: CSVHeader? = nil) -> String? {
    let texts = cells.map { String(decoding: $0.trimmed, as: UTF8.self) }
    let column = header?.index(of: .paymentSeq)
    return column.map { CSVRecord.isLongNumber(texts[$0]) } == false
      ? nil : texts.first(where: CSVRecord.isLongNumber)
  }

  /// The column of the only long number in the row below a header.
  private static func columnOfNumbers(_ header: CSVRecord, _ row: CSVRecord?) -> String? {
    guard let cells = try? row?.cells.get(), let names = try? header.cells.get() else { return nil }
    let found = cells.indices.filter {
      CSVRecord.isLongNumber(String(decoding: cells[$0], as: UTF8.self))
    }
    guard found.count == 1, found[0] < names.count, !names[found[0]].isBlank else { return nil }
    let name = CSVHeader.names(names)[found[0]]
    // A title or a name such as `환불 결제` says that the payments are not to be consumed.
    return Warning.isIn(name) ? nil : name
  }

  /// Looks at a line above the header. A title such as `6월 환불 목록` is that of the rows below the header, if no
  /// other table begins between them.
  private mutating func look(atTitle line: InputLine) {
    let cells = String(decoding: line.bytes, as: UTF8.self).split { ",;\t".contains($0) }
      .map { String($0).withoutOuterSpaces }.filter { !$0.isEmpty && $0 != "\"" }
    if CSVRecords.separator(inHeader: line, names, isFirst: false) != nil {
      title = nil
    } else if title == nil, cells.count == 1, Warning.isInTitle(cells[0]) {
      title = cells[0].filter { $0 != "\"" }
    }
    warningAbove = title
  }

  private mutating func nextRecord() throws(IAPError) -> CSVRecord? {
    if let record = following {
      following = nil
      return record
    }
    while let record = try records.next() {
      if case .success(let cells) = record.cells, cells.count > 1, cells.allSatisfy(\.isBlank) {
        continue
      }
      return record
    }
    return nil
  }

  /// The words with which a row of a sheet says that it is a total of all rows, or of some.
  private static let totals = [
    "total", "grandtotal", "sum", "합계", "총계", "총합계", "합산", "계", "合計", "総計", "計",
  ]
  private static let subtotals = ["subtotal", "소계", "小計"]

  /// Whether a text is that of a total of all rows. What stands below it was left out, or added later.
  private func isTotalOfAll(_ text: String) -> Bool { Self.totals.contains { Self.has($0, text) } }

  /// Whether a text is a word of a total alone, or with a number of payments; not `sumin`, and not `합계(애플)`, the
  /// total of one market.
  private static func has(_ word: String, _ text: String) -> Bool {
    let folded = InputColumn.folded(text)
    return folded.hasPrefix(word)
      && folded.dropFirst(word.count).allSatisfy { !$0.isLetter || "건件원円개".contains($0) }
  }

  /// Whether a record has no payment number, and says that it is a total.
  private func isTotal(_ cells: [[UInt8]]) -> Bool {
    guard let header = columnsOfHeader, let index = header.index(of: .paymentSeq) else {
      return false
    }
    let number = index < cells.count ? cells[index] : cells.first ?? []
    return (number.isBlank ? cells : [number]).contains { cell in
      let text = String(decoding: cell.trimmed, as: UTF8.self)
      return (Self.totals + Self.subtotals).contains { word in
        let isLong = word.count > 1 && word.utf8.count > word.count
        return Self.has(word, text) || isLong && InputColumn.folded(text).hasPrefix(word)
      }
    }
  }

  private mutating func content(of record: CSVRecord) throws(LineProblem) -> InputRow.Content {
    let cells = try record.cells.get()
    guard let header = columnsOfHeader else { throw .noPaymentColumn() }
    if let below = warningAbove.map(LineProblem.belowText)
      ?? (isBelowOther ? .belowSecondHeader : nil)
    {
      // A legend is quoted wherever it stands.
      throw note(in: cells, header).map(LineProblem.onlyText) ?? below
    }
    if isHeader(cells, header) {
      // The rows below a second header can be of something else than the first one says.
      isBelowOther = isBelowTitle || header.columns.namesInInput != CSVHeader.names(cells)
      throw .headerAgain
    }
    isBelowTitle = !hasNumber(cells, header)
    if let title = warningTitle(in: cells, header) { warningAbove = title }
    guard cells.count == header.count else {
      throw .cells(cells.count, inHeader: header.count)
    }
    columnsOfHeader?.look(at: cells, line: record.line)
    hasPayments = hasPayments || !isBelowTitle
    let number = header.index(of: .paymentSeq).map { String(decoding: cells[$0], as: UTF8.self) }
    if let note = note(in: cells, header) { throw .onlyText(note) }
    if cells.contains(where: { beginsRow($0, header) }) { throw .rowsInQuotes }
    let isExact = number.map(SpreadsheetText.isKept) ?? false
    return InputRow.Content(
      values: try values(in: cells, of: record, header, isExact), facts: header.facts(cells),
      isExact: isExact)
  }

  private func values(
    in cells: [[UInt8]], of record: CSVRecord, _ header: CSVHeader, _ isExact: Bool
  ) throws(LineProblem) -> [Value] {
    var indices = header.indices[...]
    var values = try InputColumn.values { (column) throws(LineProblem) in
      guard let index = indices.removeFirst() else { return .null }
      let cell = String(decoding: cells[index], as: UTF8.self)
      let isOwn = header.isOwn || header.hasOwnNames && record.exactInQuotes.contains(index)
      // Of what iapctl writes, only spreadsheets have a mark, kept numbers and cells that are made harmless.
      let isHarmless = !isOwn || records.hasMark || isExact
      return try column.value(
        ofCell: cell, isOwn: isOwn, isHarmless: isHarmless, in: names.timeZone)
    }
    if let index = header.index(of: .price) {
      values[InputColumn.currency.index] = try TypedAmount.currency(
        of: String(decoding: cells[index], as: UTF8.self),
        beside: values[InputColumn.currency.index], in: header.currency)
    }
    let (product, name) = (InputColumn.productIdentifier.index, InputColumn.productName.index)
    if header.mayHaveProductNames, values[name] == .null, case .text(let text) = values[product],
      text.utf8.contains(where: { $0 == 0x20 || $0 >= 0x80 })
    {
      (values[product], values[name]) = (.null, values[product])
    }
    return values
  }

  /// The text of a record that has nothing else, and no number.
  private func note(in cells: [[UInt8]], _ header: CSVHeader) -> String? {
    let filled = cells.indices.filter { !cells[$0].isBlank }
    guard cells.count > 2, filled.count == 1, !hasNumber(cells, header),
      filled[0] != header.index(of: .accessToken)
    else { return nil }
    return String(decoding: cells[filled[0]].trimmed, as: UTF8.self)
  }

  /// The text of a record that is no payment, if it may say that the rows below it are not to be consumed:
  /// `취소 2건`, `환불 소계`, `합계 296건`.
  private func warningTitle(in cells: [[UInt8]], _ header: CSVHeader) -> String? {
    let text = { (index: Int) in String(decoding: cells[index].trimmed, as: UTF8.self) }
    let digits = { (cell: [UInt8]) in cell.count { (0x30...0x39).contains($0) } }
    if let index = header.index(of: .paymentSeq), index < cells.count, !cells[index].isBlank {
      guard digits(cells[index]) < Self.fewestDigits else { return nil }
      let warns = Warning.isIn(text(index)) || hasPayments && isTotalOfAll(text(index))
      return warns ? text(index) : nil
    }
    if hasPayments, let total = cells.indices.lazy.map(text).first(where: isTotalOfAll) {
      return total
    }
    guard cells.allSatisfy({ digits($0) == 0 }) else { return nil }
    return cells.indices.lazy.map(text).first(where: Warning.isIn)
  }

  /// The fewest digits of a payment number. A cell with fewer is no number with a note behind it.
  private static let fewestDigits = 6

  /// Whether a line within a cell looks like a row: a quote that nobody meant took it in.
  private func beginsRow(_ cell: [UInt8], _ header: CSVHeader) -> Bool {
    guard cell.contains(0x0A), let index = header.index(of: .paymentSeq) else { return false }
    let fewest = max(index + 1, min(header.count, 3))
    return cell.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst().contains {
      let fields = $0.split(separator: records.separator, omittingEmptySubsequences: false)
      return fields.count >= fewest && fields.count > 1
        && CSVRecord.isLongNumber(String(decoding: fields[index], as: UTF8.self))
    }
  }

  /// Whether a record has digits where the header has the number of the payment.
  private func hasNumber(_ cells: [[UInt8]], _ header: CSVHeader) -> Bool {
    guard let index = header.index(of: .paymentSeq), index < cells.count else { return false }
    return cells[index].contains { (0x30...0x39).contains($0) }
  }

  /// Whether a record is a second header. Almost all rows have a number where the header has its name.
  private func isHeader(_ cells: [[UInt8]], _ header: CSVHeader) -> Bool {
    guard !hasNumber(cells, header) else { return false }
    return cells.contains {
      names.meaning(of: String(decoding: $0, as: UTF8.self)) == .column(.paymentSeq)
    }
  }
}

extension [UInt8] {
  var isBlank: Bool { trimmed.isEmpty }
}
