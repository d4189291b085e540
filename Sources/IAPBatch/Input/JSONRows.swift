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
      let members: PaymentMembers
      do throws(JSONProblem) {
        members = try PaymentMembers(line.bytes)
      } catch {
        let column = error.position?.column.map { "column \($0): " }
        throw LineProblem((column ?? "") + error.problem)
      }
      return try objects.values(of: members)
    }
  }
}

/// What an object has that names a payment.
struct PaymentMembers {
  /// A value for each ``InputColumn``, and for each key that tells a journal's entry.
  private(set) var values = [JSONValue?](repeating: nil, count: keys.count)
  /// The other keys, in their order.
  private(set) var others: [String] = []

  private static let keys = InputColumn.names + InputColumn.ofJournal

  /// - Parameter object: valid UTF-8.
  /// - Throws: if it is not an object, or has a key twice.
  init(_ object: [UInt8]) throws(JSONProblem) {
    try JSONReader.read(object, rules: .lenient) { reader in try read(&reader) }
  }

  private mutating func read(_ reader: inout JSONReader) throws {
    guard try reader.kind() == .object else {
      throw JSONProblem(place: "", problem: "not a JSON object")
    }
    var strangers: Set<Identifier> = []
    var next = 0
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if let place = Self.place(of: key, from: next) {
        guard values[place] == nil else { throw Self.twice("'\(key)'") }
        values[place] = try reader.value()
        next = place + 1
      } else {
        guard strangers.insert(Identifier(key)).inserted else { throw Self.twice("a key") }
        others.append(key)
        try reader.skip()
      }
    }
  }

  private static func twice(_ key: String) -> JSONProblem {
    JSONProblem(place: "", problem: "\(key) is given twice")
  }

  /// Writers keep an order: most often it is the key behind the last one.
  private static func place(of key: String, from first: Int) -> Int? {
    if first < keys.count, keys[first] == key { return first }
    return keys.firstIndex(of: key)
  }
}

/// Reads objects that name a payment, and remembers their keys.
struct PaymentObjects {
  private(set) var columns = InputColumns(.keys)

  private var isUsed = [Bool](repeating: false, count: InputColumn.all.count)
  /// The keys that were looked at before, as far as there are not too many.
  private var known: Set<String> = []
  private static let mostKnown = 1 << 10

  mutating func values(of members: PaymentMembers) throws(LineProblem) -> [Value] {
    for key in members.others { try look(at: key) }
    var rest = members.values[...]
    var values = try InputColumn.values { (column) throws(LineProblem) in
      try column.value(of: rest.removeFirst())
    }
    // The ticket of a journal's entry is the one of a run that is over.
    if rest.allSatisfy({ $0 != nil }) { values[InputColumn.ticket.index] = .null }
    note(values)
    return values
  }

  private mutating func note(_ values: [Value]) {
    for (place, value) in values.enumerated() where !isUsed[place] && value != .null {
      isUsed[place] = true
      columns.use(InputColumn.names[place])
    }
  }

  /// A key that is nearly one that decides something must not be passed over.
  private mutating func look(at key: String) throws(LineProblem) {
    guard !known.contains(key) else { return }
    if !InputColumn.isWrittenBeside(key) {
      if let meant = InputColumn(resembling: key) {
        throw LineProblem("unknown key '\(key)': did you mean '\(meant.name)'?")
      }
      columns.ignore(key)
    }
    if known.count < Self.mostKnown { known.insert(key) }
  }
}
