import IAPCore
import JSON
import SQLite

/// The members of a JSON object that describes a payment.
struct PaymentMembers {
  /// A value for each ``InputColumn``, then for each key of ``InputColumn/ofJournal`` and
  /// of ``RowFacts``.
  private(set) var values = [JSONValue?](repeating: nil, count: keys.count)
  /// The unknown keys, in their order.
  private(set) var others: [String] = []

  private static let keys = InputColumn.names + InputColumn.ofJournal + RowFacts.keys

  /// Whether it is an entry of a journal.
  var isEntry: Bool {
    values[InputColumn.all.count...].prefix(InputColumn.ofJournal.count).allSatisfy { $0 != nil }
  }

  var facts: RowFacts {
    RowFacts(
      values.suffix(RowFacts.keys.count).map {
        if case .string(let text)? = $0 { text } else { nil }
      },
      isEntry: isEntry)
  }

  /// - Parameters:
  ///   - object: the text of the object, in valid UTF-8.
  ///   - names: which keys have another name than iapctl gives them.
  /// - Throws: if the text is not a JSON object or has a duplicate key.
  init(_ object: [UInt8], _ names: ColumnNames) throws(JSONProblem) {
    // A byte-order mark is allowed at the start of a file only.
    guard object.first != 0xEF else {
      throw JSONProblem(.syntax(expected: .value))
    }
    try JSONReader.read(object, rules: .lenient) { reader in try read(&reader, names) }
  }

  private mutating func read(_ reader: inout JSONReader, _ names: ColumnNames) throws {
    guard try reader.kind() == .object else {
      throw JSONProblem.not(.object)
    }
    var unknownKeys: Set<Identifier> = []
    var next = 0
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if let place = names.column(named: key)?.index ?? Self.place(of: key, from: next) {
        guard values[place] == nil else { throw JSONProblem(place: key, .givenTwice) }
        values[place] = try reader.value()
        next = place + 1
      } else {
        guard unknownKeys.insert(Identifier(key)).inserted else { throw JSONProblem(.givenTwice) }
        others.append(key)
        try reader.skip()
      }
    }
  }

  /// Tries the key after the last one first, because programs write keys in a fixed order.
  private static func place(of key: String, from first: Int) -> Int? {
    if first < keys.count, keys[first] == key { return first }
    return keys.firstIndex(of: key)
  }
}

extension LineProblem {
  /// A problem of ``PaymentMembers``.
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
