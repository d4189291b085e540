import JSON
package import Records

extension OutputSettings {
  /// A writer of the chosen fields of a schema.
  fileprivate func writer(for schema: RecordSchema) -> JSONRecordWriter {
    JSONRecordWriter(
      columns(in: schema, usual: schema.fields).map { (schema.fields[$0], $0) },
      showsSecrets: showsSecrets)
  }
}

extension JSONRecordWriter {
  /// Appends the first record of a batch.
  fileprivate func append(_ record: RecordBatch, to bytes: inout [UInt8]) {
    record.read { append(0, of: $0, to: &bytes) }
  }
}

/// One JSON document with one record on each line.
struct JSONRenderer: Renderer {
  let settings: OutputSettings
  let showsUnlisted = true
  private var writer: JSONRecordWriter?
  private var lists = 0
  private var records = 0

  init(settings: OutputSettings) { self.settings = settings }

  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    writer = settings.writer(for: schema)
    records = 0
    defer { lists += 1 }
    return Self.member(key, after: lists == 0 ? "{" : ",\n ") + [UInt8(ascii: "[")]
  }

  /// A key and its colon, behind a text.
  private static func member(_ key: String, after start: String) -> [UInt8] {
    var bytes = Array(start.utf8)
    JSONWriter.append(string: key, to: &bytes)
    return bytes + Array(": ".utf8)
  }

  mutating func add(_ batch: RecordBatch, to bytes: inout [UInt8]) {
    batch.read { reader in
      for record in 0..<reader.count {
        bytes.append(contentsOf: (records == 0 ? "\n  " : ",\n  ").utf8)
        records += 1
        writer?.append(record, of: reader, to: &bytes)
      }
    }
  }

  mutating func end() -> [UInt8] { Array((records == 0 ? "]" : "\n ]").utf8) }

  mutating func single(key: String?, _ schema: RecordSchema, _ record: RecordBatch) -> [UInt8] {
    var bytes = key.map { Self.member($0, after: "{") } ?? []
    settings.writer(for: schema).append(record, to: &bytes)
    bytes.append(contentsOf: (key == nil ? "\n" : "}\n").utf8)
    return bytes
  }

  mutating func absent(key: String?) -> [UInt8] {
    key.map { Self.member($0, after: "{") + Array("null}\n".utf8) } ?? Array("null\n".utf8)
  }

  mutating func finish(_ summary: (RecordSchema, Record)?) -> [UInt8] {
    var bytes: [UInt8] = []
    if let (schema, record) = summary {
      bytes.append(contentsOf: ",\n \"summary\": ".utf8)
      OutputSettings().writer(for: schema).append(RecordBatch([record]), to: &bytes)
    }
    bytes.append(contentsOf: "}\n".utf8)
    return bytes
  }
}

/// One JSON object on each line (JSON Lines).
package struct JSONLinesRenderer: Renderer {
  let settings: OutputSettings
  private var writer: JSONRecordWriter?

  package init(settings: OutputSettings) { self.settings = settings }

  package mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    writer = settings.writer(for: schema)
    return []
  }

  package mutating func add(_ batch: RecordBatch, to bytes: inout [UInt8]) {
    batch.read { reader in
      for record in 0..<reader.count {
        writer?.append(record, of: reader, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
  }
}
