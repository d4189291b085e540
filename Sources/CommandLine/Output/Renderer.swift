/// An output format: it converts records to bytes.
package protocol Renderer {
  /// Begins a list.
  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8]
  mutating func add(_ record: Record) -> [UInt8]
  /// Ends the list.
  mutating func end() -> [UInt8]
  /// A document with one record.
  mutating func single(key: String?, _ schema: RecordSchema, _ record: Record) -> [UInt8]
  /// A document whose record does not exist.
  mutating func absent(key: String?) -> [UInt8]
  /// Ends the document, with the counts if there are any.
  mutating func finish(_ summary: (RecordSchema, Record)?) -> [UInt8]
  /// Whether it also writes sections with `isListed` false. Only JSON can name them.
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

  /// The indices of the chosen fields in a schema. Unknown names were refused before the command
  /// ran; a name that only another list has is omitted.
  func places(in schema: RecordSchema, usual: [String]) -> [Int] {
    (fields ?? usual).compactMap { name in schema.fields.firstIndex(of: name) }
  }
}
