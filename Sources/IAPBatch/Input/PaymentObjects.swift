import IAPCore
import JSON
import SQLite

/// Reads JSON objects that describe payments, and collects their keys. Unknown keys are ignored, unless
/// they resemble known ones.
struct PaymentObjects {
  private(set) var columns = InputColumns(.keys)
  private let names: ColumnNames
  private var isUsed = [Bool](repeating: false, count: InputColumn.all.count)
  /// The unknown keys that were checked before, up to `mostKnown`, and their places in ``others``.
  private var known: [String: Int?] = [:]
  /// The keys that are ignored.
  private(set) var others: [OtherColumn] = []
  private static let mostKnown = 1 << 10
  /// The keys of the columns, of a journal entry, and of the facts.
  private static let keys = InputColumn.names + InputColumn.ofJournal + RowFacts.keys

  init(_ names: ColumnNames) { self.names = names }

  /// - Parameters:
  ///   - object: the text of the object.
  ///   - line: where it begins.
  ///   - problem: why it is not valid text; nil if it is.
  ///   - explain: gives the problem of an object that is not JSON or has a duplicate key.
  mutating func content(
    of object: [UInt8], line: Int, _ problem: LineProblem?,
    explain: (JSONProblem) -> LineProblem
  ) -> Result<InputRow.Content, LineProblem> {
    Result { () throws(LineProblem) in
      if let problem { throw problem }
      let (members, others): ([JSONValue?], [(key: String, text: String?)])
      do throws(JSONProblem) {
        (members, others) = try self.members(of: object)
      } catch {
        throw explain(error)
      }
      for (key, text) in others { try look(at: key, text, line: line) }
      return try content(of: members)
    }
  }

  private mutating func content(
    of members: [JSONValue?]
  ) throws(LineProblem) -> InputRow.Content {
    var rest = members[...]
    var values = try InputColumn.values { (column) throws(LineProblem) in
      try column.value(of: rest.removeFirst())
    }
    let isEntry = rest.prefix(InputColumn.ofJournal.count).allSatisfy { $0 != nil }
    // The ticket of a journal entry belongs to an earlier run.
    if isEntry { values[InputColumn.ticket.index] = .null }
    for (place, value) in values.enumerated() where !isUsed[place] && value != .null {
      isUsed[place] = true
      columns.use(InputColumn.names[place])
    }
    let facts = rest.suffix(RowFacts.keys.count).map { member -> String? in
      switch member {
      case .string(let text), .number(let text): text
      case .flag(let flag): "\(flag)"
      default: nil
      }
    }
    // Spreadsheets do not change JSON strings.
    return InputRow.Content(
      values: values, facts: RowFacts(facts, isEntry: isEntry), isExact: true)
  }

  /// Rejects a key that is probably a misspelt column: ignoring it could change what is consumed. Looks at
  /// the value of a key that is ignored, as at a cell.
  private mutating func look(at key: String, _ text: String?, line: Int) throws(LineProblem) {
    let place: Int?
    if let known = known[key] {
      place = known
    } else {
      place = try ignore(key)
      if known.count < Self.mostKnown { known[key] = .some(place) }
    }
    if let place { others[place].look(at: (text ?? "").withoutOuterSpaces, line: line) }
  }

  /// - Returns: the place of the key in ``others``; nil if iapctl writes it, or if there are too many.
  private mutating func ignore(_ key: String) throws(LineProblem) -> Int? {
    let isNamed = names.isIgnoredByName(key)
    if isNamed { columns.namesInInput.append(key) }
    guard known.count < Self.mostKnown else { return nil }
    let other = OtherColumn(
      key, at: others.count, isJournal: false, isOwn: !isNamed, isIgnored: names.isIgnored(key),
      isKey: true)
    guard let other else { return nil }
    if !names.isIgnored(key), !InputColumn.isWrittenBeside(key) {
      let isLabel = InputColumn.isLabel(InputColumn.folded(key))
      if other.question != .end, !isLabel, let meant = InputColumn(resembling: key) {
        throw .unknownKey(key, meant: meant.name)
      }
      columns.ignore(key)
    }
    others.append(other)
    return others.count - 1
  }

  /// The value of each of ``keys``, and the unknown keys in their order, with their texts.
  ///
  /// - Throws: if the text is not a JSON object or has a duplicate key.
  private mutating func members(
    of object: [UInt8]
  ) throws(JSONProblem) -> (values: [JSONValue?], others: [(key: String, text: String?)]) {
    // A byte-order mark is allowed at the start of a file only.
    guard object.first != 0xEF else { throw JSONProblem(.syntax(expected: .value)) }
    var values = [JSONValue?](repeating: nil, count: Self.keys.count)
    var (others, unknown): ([(key: String, text: String?)], Set<Identifier>) = ([], [])
    try JSONReader.read(object, rules: .lenient) { reader in
      guard try reader.kind() == .object else { throw JSONProblem.not(.object) }
      var next = 0
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let named = names.column(named: key)
        if named != nil, !columns.namesInInput.contains(key) { columns.namesInInput.append(key) }
        if let place = named?.index ?? Self.place(of: key, from: next) {
          guard values[place] == nil else { throw JSONProblem(place: key, .givenTwice) }
          values[place] = try reader.value()
          next = place + 1
        } else {
          guard unknown.insert(Identifier(key)).inserted else { throw JSONProblem(.givenTwice) }
          others.append((key, try Self.text(&reader)))
        }
      }
    }
    return (values, others)
  }

  /// The text of a value; of a list or an object, its first member that warns, or else the first one.
  private static func text(_ reader: inout JSONReader) throws -> String? {
    switch try reader.kind() {
    case .string, .flag, .number:
      do {
        switch try reader.value() {
        case .flag(let flag): return "\(flag)"
        case .number(let digits): return digits
        case let value: return value.text
        }
      } catch let problem as JSONProblem where problem.kind == .halfCharacter {
        return nil
      }
    case .object:
      var members: [String] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let question = ColumnQuestion(of: InputColumn.folded(key))
        guard let text = try text(&reader), !text.isEmpty else { continue }
        let warns = question?.warns(text) ?? Warning.isIn(text)
        members.insert("\(key): \(text)", at: warns ? 0 : members.count)
      }
      return members.first
    case .array:
      var elements: [String] = []
      try reader.beginArray()
      while try reader.nextElement() {
        guard let text = try text(&reader), !text.isEmpty else { continue }
        elements.insert(text, at: Warning.isIn(text) ? 0 : elements.count)
      }
      return elements.first
    default:
      try reader.skip()
      return nil
    }
  }

  /// Tries the key after the last one first, because programs write keys in a fixed order.
  private static func place(of key: String, from first: Int) -> Int? {
    if first < keys.count, keys[first] == key { return first }
    return keys.firstIndex(of: key)
  }
}

extension LineProblem {
  /// A problem of an object.
  ///
  /// - Parameter column: where the text of a line is not JSON.
  init(_ problem: JSONProblem, column: Int? = nil) {
    self =
      switch problem.kind {
      case .givenTwice: .keyTwice(problem.place.isEmpty ? nil : problem.place)
      case let kind: .json(kind, column: column)
      }
  }
}
