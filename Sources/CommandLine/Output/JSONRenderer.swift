import JSON

/// Writes records as JSON objects. The names of the members are encoded once for each list.
private struct MemberWriter {
  private let members: [(prefix: [UInt8], place: Int)]

  init(_ schema: RecordSchema, _ settings: OutputSettings) {
    let places = settings.places(in: schema, usual: schema.fields)
    members = places.enumerated().map { index, place in
      var prefix = Array((index == 0 ? "{" : ",").utf8)
      JSONWriter.append(string: schema.fields[place], to: &prefix)
      prefix.append(UInt8(ascii: ":"))
      return (prefix, place)
    }
  }

  func append(_ record: Record, to bytes: inout [UInt8]) {
    if members.isEmpty { bytes.append(UInt8(ascii: "{")) }
    for (prefix, place) in members {
      bytes.append(contentsOf: prefix)
      append(record.values[place], to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func append(_ value: FieldValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .text(let text), .instant(let text): JSONWriter.append(string: text, to: &bytes)
    case .number(let digits), .amount(let digits): bytes.append(contentsOf: digits.utf8)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .nested(let value, _): JSONWriter.append(value, to: &bytes)
    }
  }
}

/// One JSON document with one record on each line.
struct JSONRenderer: Renderer {
  let settings: OutputSettings
  let showsUnlisted = true
  private var writer: MemberWriter?
  private var lists = 0
  private var records = 0

  init(settings: OutputSettings) { self.settings = settings }

  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    writer = MemberWriter(schema, settings)
    records = 0
    var bytes = Array((lists == 0 ? "{" : ",\n ").utf8)
    lists += 1
    JSONWriter.append(string: key, to: &bytes)
    bytes.append(contentsOf: ": [".utf8)
    return bytes
  }

  mutating func add(_ record: Record) -> [UInt8] {
    var bytes = Array((records == 0 ? "\n  " : ",\n  ").utf8)
    records += 1
    writer?.append(record, to: &bytes)
    return bytes
  }

  mutating func end() -> [UInt8] { Array((records == 0 ? "]" : "\n ]").utf8) }

  mutating func single(key: String?, _ schema: RecordSchema, _ record: Record) -> [UInt8] {
    var bytes: [UInt8] = []
    if let key {
      bytes.append(UInt8(ascii: "{"))
      JSONWriter.append(string: key, to: &bytes)
      bytes.append(contentsOf: ": ".utf8)
    }
    MemberWriter(schema, settings).append(record, to: &bytes)
    bytes.append(contentsOf: (key == nil ? "\n" : "}\n").utf8)
    return bytes
  }

  mutating func absent(key: String?) -> [UInt8] {
    guard let key else { return Array("null\n".utf8) }
    var bytes = Array("{".utf8)
    JSONWriter.append(string: key, to: &bytes)
    return bytes + Array(": null}\n".utf8)
  }

  mutating func finish(_ summary: (RecordSchema, Record)?) -> [UInt8] {
    var bytes: [UInt8] = []
    if let (schema, record) = summary {
      bytes.append(contentsOf: ",\n \"summary\": ".utf8)
      MemberWriter(schema, OutputSettings()).append(record, to: &bytes)
    }
    bytes.append(contentsOf: "}\n".utf8)
    return bytes
  }
}

/// One JSON object on each line (JSON Lines).
package struct JSONLinesRenderer: Renderer {
  let settings: OutputSettings
  private var writer: MemberWriter?

  package init(settings: OutputSettings) { self.settings = settings }

  package mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    writer = MemberWriter(schema, settings)
    return []
  }

  package mutating func add(_ record: Record) -> [UInt8] {
    var bytes: [UInt8] = []
    writer?.append(record, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
