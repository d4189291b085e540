import IAPCore
import SQLite
import SafeText
import StrictJSON

/// What one line says: a value for each ``InputField``, or why it says none.
struct InputRow {
  let line: Int
  let values: Result<[Value], LineProblem>
}

/// Reads the lines of a format.
protocol InputRows {
  /// The next line that is not blank; nil at the end.
  mutating func next() throws(IAPError) -> InputRow?
}

extension InputFormat {
  func rows(_ lines: InputLines) -> any InputRows {
    switch self {
    case .jsonl: JSONRows(lines: lines)
    case .csv: CSVRows(CSVRecords(lines))
    case .numbers: NumberRows(lines: lines)
    }
  }
}

private struct NumberRows: InputRows {
  var lines: InputLines

  mutating func next() throws(IAPError) -> InputRow? {
    guard let line = try lines.peek() else { return nil }
    _ = try lines.next()
    return InputRow(line: line.number, values: line.problem.map { .failure($0) } ?? read(line))
  }

  private func read(_ line: InputLine) -> Result<[Value], LineProblem> {
    let text = String(decoding: line.bytes.trimmed, as: UTF8.self)
    return InputField.values { (field) throws(LineProblem) in
      field == .paymentSeq ? try field.value(ofText: text) : .null
    }
  }
}

private struct JSONRows: InputRows {
  var lines: InputLines
  private let members = JSONMembers(InputField.names)

  init(lines: InputLines) { self.lines = lines }

  mutating func next() throws(IAPError) -> InputRow? {
    guard let line = try lines.peek() else { return nil }
    _ = try lines.next()
    return InputRow(line: line.number, values: line.problem.map { .failure($0) } ?? read(line))
  }

  private func read(_ line: InputLine) -> Result<[Value], LineProblem> {
    do throws(JSONProblem) {
      var values = try members.read(line.bytes)[...]
      return InputField.values { (field) throws(LineProblem) in
        try field.value(of: values.removeFirst())
      }
    } catch {
      let place = error.place.isEmpty ? "" : "\(error.place): "
      return .failure(LineProblem(place + error.problem))
    }
  }
}

private struct CSVRows: InputRows {
  private var records: CSVRecords
  /// The column of each field, and how many there are; nil before the header was read.
  private var header: (columns: [Int?], count: Int)?

  init(_ records: CSVRecords) { self.records = records }

  mutating func next() throws(IAPError) -> InputRow? {
    while let record = try records.next() {
      let values =
        switch (record.cells, header) {
        case (.failure(let problem), _): Result<[Value], LineProblem>.failure(problem)
        case (.success(let cells), let header?): Self.read(cells, header)
        case (.success(let cells), nil): begin(cells)
        }
      switch values {
      case .success([]): continue
      case .failure(let problem) where header == nil:
        // Without a header nobody knows what the cells are.
        let end = LineProblem(problem.words, endsInput: true)
        return InputRow(line: record.line, values: .failure(end))
      default: return InputRow(line: record.line, values: values)
      }
    }
    return nil
  }

  /// Takes the header, which has no values.
  private mutating func begin(_ cells: [[UInt8]]) -> Result<[Value], LineProblem> {
    do throws(LineProblem) {
      header = (try Self.columns(in: cells), cells.count)
      return .success([])
    } catch {
      return .failure(error)
    }
  }

  private static func columns(in names: [[UInt8]]) throws(LineProblem) -> [Int?] {
    guard Set(names).count == names.count else {
      throw LineProblem("the header has a column twice")
    }
    let columns = InputField.names.map { names.firstIndex(of: Array($0.utf8)) }
    guard names.contains(Array(InputField.paymentSeq.name.utf8)) else {
      throw LineProblem("the header has no column paymentSeq")
    }
    return columns
  }

  private static func read(
    _ cells: [[UInt8]], _ header: (columns: [Int?], count: Int)
  ) -> Result<[Value], LineProblem> {
    guard cells.count == header.count else {
      return .failure(
        LineProblem("it has \(cells.count) cells, and the header \(header.count)"))
    }
    var columns = header.columns[...]
    return InputField.values { (field) throws(LineProblem) in
      guard let column = columns.removeFirst() else { return .null }
      let text = String(decoding: cells[column], as: UTF8.self)
      return text.isEmpty && field != .paymentSeq
        ? .null : try field.value(ofText: SpreadsheetText.original(of: text))
    }
  }
}

extension InputField {
  fileprivate static func values(
    _ read: (InputField) throws(LineProblem) -> Value
  ) -> Result<[Value], LineProblem> {
    do throws(LineProblem) {
      var values: [Value] = []
      values.reserveCapacity(all.count)
      for field in all { values.append(try read(field)) }
      return .success(values)
    } catch {
      return .failure(error)
    }
  }
}
