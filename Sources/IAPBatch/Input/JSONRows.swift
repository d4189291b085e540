import IAPCore
import JSON
import SQLite

/// Reads payments from JSON lines: one object per line.
struct JSONRows: InputRowReader {
  private var lines: InputLines
  private var objects: PaymentObjects

  init(lines: InputLines, _ names: ColumnNames) {
    self.lines = lines
    objects = PaymentObjects(names)
  }

  var columns: InputColumns { objects.columns }
  /// Unknown keys are ignored, unless they resemble known ones.
  let unknownColumns: [String] = []

  mutating func next() throws(IAPError) -> InputRow? {
    guard let line = try lines.peek() else { return nil }
    _ = try lines.next()
    var row = InputRow(line: line.number) { () throws(LineProblem) in
      if let problem = line.problem { throw problem }
      let members: PaymentMembers
      do throws(JSONProblem) {
        members = try PaymentMembers(line.bytes, objects.names)
      } catch {
        let column = error.position?.column.map { "column \($0): " }
        throw LineProblem((column ?? "") + error.problem)
      }
      return try objects.values(of: members)
    }
    // Spreadsheets do not change JSON strings.
    row.isExact = true
    return row
  }
}

/// The members of a JSON object that describes a payment.
struct PaymentMembers {
  /// A value for each ``InputColumn``, then for each key of ``InputColumn/ofJournal``.
  private(set) var values = [JSONValue?](repeating: nil, count: keys.count)
  /// The unknown keys, in their order.
  private(set) var others: [String] = []

  private static let keys = InputColumn.names + InputColumn.ofJournal

  /// - Parameters:
  ///   - object: the text of the object, in valid UTF-8.
  ///   - names: which keys have another name than iapctl gives them.
  /// - Throws: if the text is not a JSON object or has a duplicate key.
  init(_ object: [UInt8], _ names: ColumnNames) throws(JSONProblem) {
    // A byte-order mark is allowed at the start of a file only.
    guard object.first != 0xEF else {
      throw JSONProblem("not JSON: a value was expected")
    }
    try JSONReader.read(object, rules: .lenient) { reader in try read(&reader, names) }
  }

  private mutating func read(_ reader: inout JSONReader, _ names: ColumnNames) throws {
    guard try reader.kind() == .object else {
      throw JSONProblem(place: "", problem: "not a JSON object")
    }
    var unknownKeys: Set<Identifier> = []
    var next = 0
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if let place = names.column(named: key)?.index ?? Self.place(of: key, from: next) {
        guard values[place] == nil else { throw Self.twice("'\(key)'") }
        values[place] = try reader.value()
        next = place + 1
      } else {
        guard unknownKeys.insert(Identifier(key)).inserted else { throw Self.twice("a key") }
        others.append(key)
        try reader.skip()
      }
    }
  }

  private static func twice(_ key: String) -> JSONProblem {
    JSONProblem(place: "", problem: "\(key) is given twice")
  }

  /// Tries the key after the last one first, because programs write keys in a fixed order.
  private static func place(of key: String, from first: Int) -> Int? {
    if first < keys.count, keys[first] == key { return first }
    return keys.firstIndex(of: key)
  }
}

/// Reads JSON objects that describe payments, and collects their keys.
struct PaymentObjects {
  private(set) var columns = InputColumns(.keys)
  let names: ColumnNames

  init(_ names: ColumnNames) { self.names = names }

  private var isUsed = [Bool](repeating: false, count: InputColumn.all.count)
  /// The unknown keys that were checked before, up to `mostKnown`.
  private var known: Set<String> = []
  private static let mostKnown = 1 << 10

  mutating func values(of members: PaymentMembers) throws(LineProblem) -> [Value] {
    for key in members.others { try look(at: key) }
    var rest = members.values[...]
    var values = try InputColumn.values { (column) throws(LineProblem) in
      try column.value(of: rest.removeFirst())
    }
    // The ticket of a journal entry belongs to an earlier run.
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

  /// Rejects a key that is probably a misspelt column: ignoring it could change what is consumed.
  private mutating func look(at key: String) throws(LineProblem) {
    guard !known.contains(key) else { return }
    if !InputColumn.isWrittenBeside(key), !names.isIgnored(key) {
      if let meant = InputColumn(resembling: key) {
        throw LineProblem("unknown key '\(key)': did you mean '\(meant.name)'?")
      }
      columns.ignore(key)
    }
    if known.count < Self.mostKnown { known.insert(key) }
  }
}
