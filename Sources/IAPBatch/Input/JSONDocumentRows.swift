import IAPCore
import JSON
import SQLite

/// The payments of one JSON document as iapctl writes it, `{"purchases": […]}` for example, or of a
/// bare array. The elements are read one by one.
struct JSONDocumentRows: InputRowReader {
  /// The lists of payments in documents of iapctl.
  private static let lists = ["purchases", "results", "subscriptions", "entries"]
  /// A single payment, or null.
  private static let single = "purchase"
  /// What stands beside a list.
  private static let summary = "summary"
  /// The first key of a fixture store's seed or dump, which also has a list of purchases.
  private static let seedKey = "format"

  private enum Place { case start, members(isFirst: Bool), elements(isFirst: Bool), end }

  private var text: JSONDocumentText
  private var objects = PaymentObjects()
  private var ignored: [String] = []
  private var place = Place.start
  /// The list that was found; empty for an array that is the document.
  private var list: String?
  private var isArray = false
  private var isOver = false

  init(_ text: JSONDocumentText) { self.text = text }

  var columns: InputColumns {
    var columns = objects.columns
    ignored.forEach { columns.ignore($0) }
    return columns
  }
  /// Strings are not changed by a spreadsheet.
  let isRounded = false

  /// Whether a line begins such a document.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    guard rest.first == UInt8(ascii: "\"") else { return rest.isEmpty }
    let name = String(decoding: rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    return (lists + [single, summary, seedKey]).contains(name)
  }

  mutating func next() throws(IAPError) -> InputRow? {
    while !isOver {
      switch try step() {
      case .row(let row): return row
      case .fault(let words, let line):
        isOver = true
        let problem = LineProblem(words, endsInput: true)
        return InputRow(line: line ?? text.line) { () throws(LineProblem) in throw problem }
      case .more: continue
      }
    }
    return nil
  }

  private enum Step {
    case more
    case row(InputRow)
    /// What is wrong with the document, and in which line if not in this one.
    case fault(String, line: Int? = nil)

    static func expected(_ what: String) -> Step { .fault("not JSON: \(what) was expected") }
  }

  private mutating func step() throws(IAPError) -> Step {
    switch place {
    case .start: return try begin()
    case .members(let isFirst):
      if try text.take("}") {
        place = .end
        return .more
      }
      if !isFirst, try !text.take(",") { return .expected("',' or '}'") }
      return try member()
    case .elements(let isFirst):
      if try text.take("]") {
        place = isArray ? .end : .members(isFirst: false)
        return .more
      }
      if !isFirst, try !text.take(",") { return .expected("',' or ']'") }
      place = .elements(isFirst: false)
      return try element()
    case .end: return try end()
    }
  }

  private mutating func begin() throws(IAPError) -> Step {
    if try text.take("{") {
      place = .members(isFirst: true)
    } else if try text.take("[") {
      (list, isArray) = ("", true)
      place = .elements(isFirst: true)
    } else if try text.next() == nil {
      isOver = true
    } else {
      return .fault("not a JSON document: '{' or '[' was expected")
    }
    return .more
  }

  private mutating func member() throws(IAPError) -> Step {
    guard try text.next() == UInt8(ascii: "\"") else { return .expected("a key in quotes") }
    let key = try text.value()
    if let fault = Self.fault(in: key) { return fault }
    guard try text.take(":") else { return .expected("':'") }
    place = .members(isFirst: false)
    let name = String(decoding: key.bytes.dropFirst().dropLast(), as: UTF8.self)
    switch name {
    case Self.seedKey:
      return .fault(
        "a seed or a dump of a fixture store: use what 'iapctl unconsumed -o json' prints instead")
    case _ where Self.lists.contains(name): return try begin(list: name)
    case Self.single: return try singlePayment()
    default:
      if let fault = Self.fault(in: try text.value()) { return fault }
      if name != Self.summary { ignored.append(name) }
      return .more
    }
  }

  private mutating func begin(list name: String) throws(IAPError) -> Step {
    guard list == nil else { return Self.second(name, beside: list) }
    guard try text.take("[") else { return .fault("\(name) is not an array") }
    list = name
    place = .elements(isFirst: true)
    return .more
  }

  private static func second(_ name: String, beside list: String?) -> Step {
    .fault("\(name) is a second list of payments, after \(list ?? ""): give only one")
  }

  private mutating func singlePayment() throws(IAPError) -> Step {
    guard list == nil else { return Self.second(Self.single, beside: list) }
    list = Self.single
    let value = try text.value()
    if value.bytes == Array("null".utf8) { return .more }
    return .row(row(of: value, in: nil))
  }

  private mutating func element() throws(IAPError) -> Step {
    guard let next = try text.next(), !"]},:".utf8.contains(next) else {
      return .expected("a value")
    }
    return .row(row(of: try text.value(), in: list))
  }

  private mutating func end() throws(IAPError) -> Step {
    if try text.next() != nil {
      return .fault(
        "unexpected text after the end of the document: give one document, or JSON lines")
    }
    isOver = true
    guard list == nil else { return .more }
    return .fault(
      "the document has no list of payments; expected one of the keys "
        + "\(Self.lists.joined(separator: ", ")) and \(Self.single)")
  }

  private mutating func row(of value: JSONDocumentText.Value, in list: String?) -> InputRow {
    let row = InputRow(line: value.line, list: list) { () throws(LineProblem) in
      if let problem = value.problem { throw problem }
      return try objects.values(of: value.bytes)
    }
    guard case .failure = row.values, value.problem == nil,
      case .fault(let words, let line?)? = Self.fault(in: value)
    else { return row }
    return InputRow(line: line, list: list) { () throws(LineProblem) in throw LineProblem(words) }
  }

  /// What keeps a value from being JSON.
  private static func fault(in value: JSONDocumentText.Value) -> Step? {
    if let problem = value.problem { return .fault(problem.words, line: value.line) }
    guard let fault = JSONSyntax.fault(in: value.bytes) else { return nil }
    return .fault(
      "not JSON: \(fault.expected) was expected", line: value.line + fault.line - 1)
  }
}
