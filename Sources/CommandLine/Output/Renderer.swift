/// One output format: it is handed records and hands back bytes.
package protocol Renderer {
  /// A list begins.
  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8]
  mutating func add(_ record: Record) -> [UInt8]
  /// The list has ended.
  mutating func end() -> [UInt8]
  /// The one record of a document.
  mutating func single(key: String?, _ schema: RecordSchema, _ record: Record) -> [UInt8]
  /// The document if there is no such record.
  mutating func absent(key: String?) -> [UInt8]
  /// Everything has been shown, and this is what it comes to.
  mutating func finish(_ summary: (RecordSchema, Record)?) -> [UInt8]
  /// Whether it has a place for lists that are no rows of the chosen one.
  var showsUnlisted: Bool { get }
}

extension Renderer {
  package var showsUnlisted: Bool { false }
  package mutating func end() -> [UInt8] { [] }
  package mutating func single(key: String?, _ schema: RecordSchema, _ record: Record) -> [UInt8] {
    begin("", schema) + add(record)
  }
  package mutating func absent(key: String?) -> [UInt8] { [] }
  package mutating func finish(_ summary: (RecordSchema, Record)?) -> [UInt8] { [] }
}

extension OutputSettings {
  package func renderer(for display: Display) -> any Renderer {
    switch format {
    case .table: TableRenderer(settings: self, display: display)
    case .json: JSONRenderer(settings: self)
    case .jsonl: JSONLinesRenderer(settings: self)
    case .csv, .spreadsheet: CSVRenderer(settings: self)
    }
  }

  /// The places of the chosen fields in a schema. Names were checked before anything ran; one
  /// that this list does not have is left out.
  func places(in schema: RecordSchema, usual: [String]) -> [Int] {
    (fields ?? usual).compactMap { name in schema.fields.firstIndex(of: name) }
  }
}
