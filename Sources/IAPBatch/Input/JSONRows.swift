import IAPCore
import JSON
import SQLite

/// JSON lines: an object a line.
struct JSONRows: InputRowReader {
  private var lines: InputLines
  private var objects = PaymentObjects()

  init(lines: InputLines) { self.lines = lines }

  var columns: InputColumns { objects.columns }
  /// Strings are not changed by a spreadsheet.
  let isRounded = false

  mutating func next() throws(IAPError) -> InputRow? {
    guard let line = try lines.peek() else { return nil }
    _ = try lines.next()
    return InputRow(line: line.number) { () throws(LineProblem) in
      if let problem = line.problem { throw problem }
      return try objects.values(of: line.bytes)
    }
  }
}

/// Reads objects that name a payment, and remembers their keys.
struct PaymentObjects {
  private(set) var columns = InputColumns(.keys)

  private let members = JSONMembers(InputColumn.names + InputColumn.ofJournal)
  private var isUsed = [Bool](repeating: false, count: InputColumn.all.count)
  /// The keys that were looked at before, as far as there are not too many.
  private var known: Set<[UInt8]> = []
  private static let mostKnown = 1 << 10

  /// - Parameter object: valid UTF-8.
  mutating func values(of object: [UInt8]) throws(LineProblem) -> [Value] {
    let found: JSONMembers.Members
    do throws(JSONProblem) {
      found = try members.read(object)
    } catch {
      throw LineProblem((error.place.isEmpty ? "" : "\(error.place): ") + error.problem)
    }
    for key in found.others { try look(at: key) }
    var read = found.values[...]
    var values = try InputColumn.values { (column) throws(LineProblem) in
      try column.value(of: read.removeFirst())
    }
    if Self.isJournalEntry(read) { values[InputColumn.ticket.index] = .null }
    note(values)
    return values
  }

  /// The ticket of a journal entry is the one of a run that is over.
  private static func isJournalEntry(_ rest: ArraySlice<JSONMembers.Value?>) -> Bool {
    rest.allSatisfy { $0 != nil }
  }

  private mutating func note(_ values: [Value]) {
    for (place, value) in values.enumerated() where !isUsed[place] && value != .null {
      isUsed[place] = true
      columns.use(InputColumn.names[place])
    }
  }

  /// A key that is nearly one that decides something must not be passed over.
  private mutating func look(at key: [UInt8]) throws(LineProblem) {
    guard !known.contains(key) else { return }
    let name = String(decoding: key, as: UTF8.self)
    if !InputColumn.isWrittenBeside(name) {
      if let meant = InputColumn(resembling: name) {
        throw LineProblem("unknown key '\(name)': did you mean '\(meant.name)'?")
      }
      columns.ignore(name)
    }
    if known.count < Self.mostKnown { known.insert(key) }
  }
}
