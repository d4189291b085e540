import IAPCore
import JSON

/// Reads the payments of one JSON document that iapctl printed, such as `{"purchases": […]}`, or of
/// an array. The elements are read one by one.
struct JSONDocumentRows: InputRowReader {
  /// The keys of payment lists in documents of iapctl.
  private static let lists = ["purchases", "results", "subscriptions", "entries", "payments"]
  /// The keys of a single payment; its value may be null.
  private static let singles = ["purchase", "payment"]
  /// A key beside a list that iapctl prints too; it is ignored without a warning.
  private static let summary = "summary"
  /// The first key of a fixture store's seed or dump. Such a document has a list of purchases too,
  /// but is rejected.
  private static let seedKey = "format"

  private enum Place { case start, members, elements, end, over }

  private var reader: JSONReader
  private var objects: PaymentObjects
  private var ignored: [String] = []
  private var place = Place.start
  /// The key of the list that was found; empty if the document is an array.
  private var list: String?

  init(_ read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8], _ names: ColumnNames) {
    objects = PaymentObjects(names)
    reader = JSONReader(rules: .lenient) { try read(InputLines.pieceSize) }
  }

  var columns: InputColumns {
    var columns = objects.columns
    ignored.forEach { columns.ignore($0) }
    return columns
  }

  var others: [OtherColumn] { objects.others }

  /// Whether a line that starts with `{` begins such a document, and not a JSON line.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    guard rest.first == UInt8(ascii: "\"") else { return rest.isEmpty }
    let name = String(decoding: rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    if singles.contains(name) {
      // People call a number so, too: `{"payment": "7"}`.
      let value = rest.dropFirst(name.utf8.count + 2).drop { " \t:".utf8.contains($0) }
      return value.first.map { "{n".utf8.contains($0) } ?? true
    }
    return (lists + [summary, seedKey]).contains(name)
  }

  mutating func next() throws(IAPError) -> InputRow? {
    do {
      while place != .over {
        if let row = try step() { return row }
      }
      return nil
    } catch {
      place = .over
      if let error = error as? IAPError { throw error }
      let fault = error as? Fault ?? Fault(error, in: reader.line)
      return .last(line: fault.line, fault.problem)
    }
  }

  /// A problem of the document, with its line.
  private struct Fault: Error {
    let problem: LineProblem
    let line: Int

    init(_ problem: LineProblem, in line: Int) { (self.problem, self.line) = (problem, line) }

    init(_ error: any Error, in line: Int) {
      let problem = error as? JSONProblem ?? JSONProblem(problem: "\(error)")
      self.init(.json(problem.kind, column: nil), in: problem.position?.line ?? line)
    }
  }

  private mutating func fault(_ problem: LineProblem.DocumentProblem) -> Fault {
    Fault(.document(problem), in: reader.line)
  }

  /// - Returns: nil if the step gave no row.
  private mutating func step() throws -> InputRow? {
    switch place {
    case .start: try begin()
    case .members:
      guard let key = try reader.nextKey() else {
        place = .end
        break
      }
      return try member(key)
    case .elements:
      guard try reader.nextElement() else {
        place = list == "" ? .end : .members
        break
      }
      return row(of: try rawValue(), in: list)
    case .end: try end()
    case .over: break
    }
    return nil
  }

  private mutating func begin() throws {
    if try reader.isAtEnd() {
      place = .over
      return
    }
    switch try? reader.kind() {
    case .object:
      try reader.beginObject()
      place = .members
    case .array:
      try reader.beginArray()
      (list, place) = ("", .elements)
    default: throw fault(.notDocument)
    }
  }

  private mutating func member(_ name: String) throws -> InputRow? {
    switch name {
    case Self.seedKey:
      throw fault(.seed)
    case _ where Self.lists.contains(name):
      try takeList(name)
      guard try reader.kind() == .array else { throw fault(.notArray(key: name)) }
      try reader.beginArray()
      place = .elements
    case _ where Self.singles.contains(name):
      try takeList(name)
      let value = try rawValue()
      if value.bytes != Array("null".utf8) { return row(of: value, in: nil) }
    default:
      let value = try rawValue()
      if let problem = value.problem { throw Fault(problem, in: value.line) }
      do throws(JSONProblem) {
        try JSONReader.read(value.bytes, rules: .lenient) { try $0.skip() }
      } catch {
        throw Fault(.json(error.kind, column: nil), in: value.line(of: error))
      }
      if name != Self.summary { ignored.append(name) }
    }
    return nil
  }

  private mutating func takeList(_ name: String) throws {
    if let list {
      throw fault(.secondList(key: name, after: list))
    }
    list = name
  }

  private mutating func rawValue() throws -> JSONRawValue {
    let value = try reader.rawValue(
      keptBytes: InputLines.longest, searchLimit: InputLines.searchLimit)
    // If there is no value, `kind()` throws the reason.
    if value.size == 0 { _ = try reader.kind() }
    return value
  }

  private mutating func end() throws {
    guard try reader.isAtEnd() else {
      throw fault(.textAfterEnd)
    }
    guard list != nil else {
      throw fault(.noList(keys: Self.lists + Self.singles))
    }
    place = .over
  }

  private mutating func row(of value: JSONRawValue, in list: String?) -> InputRow {
    var line = value.line
    let content = objects.content(of: value.bytes, line: value.line, value.problem) { problem in
      line = value.line(of: problem)
      return LineProblem(problem)
    }
    return InputRow(
      line: line, list: list, content: content, endsInput: value.isUnterminated,
      source: value.bytes)
  }
}

extension JSONRawValue {
  /// Why the value cannot be read; nil if it can.
  fileprivate var problem: LineProblem? {
    if isUnterminated { return .document(.valueCutOff) }
    if size > InputLines.longest { return .tooLong }
    return InputLine(number: 0, bytes: bytes, end: []).problem
  }

  /// The line of the document that contains a problem of this value.
  fileprivate func line(of problem: JSONProblem) -> Int {
    line + (problem.position?.line ?? 1) - 1
  }
}
