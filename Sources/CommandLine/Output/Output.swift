package import Records

/// What a command prints, independent of the output format.
package enum Content {
  /// Lists that are printed as one document.
  case lists([RecordSection])
  /// One record. In JSON it is a member named `key`, or the whole document if `key` is nil. If the
  /// record is nil, JSON shows null, and the other formats show nothing.
  case single(key: String?, RecordSchema, RecordBatch?)
  /// Text that is the same in every format.
  case text(write: (_ sink: @escaping @Sendable ([UInt8]) throws -> Void) async throws -> Void)
  case nothing
}

extension Content {
  /// What ``Content/render(with:on:emit:flush:afterBatch:advance:ending:)`` needs to know after
  /// the last record.
  package struct Ending {
    /// Whether the command failed completely. If so, and there are no records, nothing is printed.
    package var isFailed: Bool
    /// The counts for the member `summary` of the JSON document. Other formats do not show them.
    package var counts: (RecordSchema, Record)?

    package init(isFailed: Bool = false, counts: (RecordSchema, Record)? = nil) {
      (self.isFailed, self.counts) = (isFailed, counts)
    }
  }

  /// Writes everything in a format.
  ///
  /// - Parameters:
  ///   - emit: takes the bytes in order.
  ///   - flush: is called when the emitted bytes should be written at once.
  ///   - afterBatch: is called after each batch of records in a format that is not streamed.
  ///   - advance: is called with the number of records of all lists so far, and the expected number
  ///     of the current list.
  ///   - ending: is called once, after the last record.
  package func render(
    with settings: OutputSettings, on display: Display,
    emit: @Sendable @escaping ([UInt8]) throws -> Void, flush: () throws -> Void,
    afterBatch: () throws -> Void = {},
    advance: (_ done: Int, _ total: Int?) -> Void = { _, _ in }, ending: () -> Ending
  ) async throws {
    switch self {
    case .nothing: break
    case .text(let write): try await write(emit)
    case .single(let key, let schema, let record):
      var renderer = settings.renderer(for: display)
      try emit(
        record.map { renderer.single(key: key, schema, $0) } ?? renderer.absent(key: key))
    case .lists(let sections) where sections.contains(where: \.isLive) && settings.format == .table:
      try await renderLive(sections, with: settings, on: display, emit: emit, flush: flush)
    case .lists(let sections):
      try await Self.render(
        sections, by: settings.renderer(for: display), emit: emit,
        afterBatch: settings.format.isStreamed ? flush : afterBatch, advance: advance,
        ending: ending)
    }
  }

  private static func render(
    _ sections: [RecordSection], by renderer: any Renderer,
    emit: @Sendable ([UInt8]) throws -> Void, afterBatch: () throws -> Void,
    advance: (_ done: Int, _ total: Int?) -> Void, ending: () -> Ending
  ) async throws {
    var renderer = renderer
    // Brackets and headers are held back until the first record: a command that failed completely
    // prints nothing.
    var frame: [UInt8] = []
    var bytes: [UInt8] = []
    var done = 0
    for section in sections where section.isListed || renderer.showsUnlisted {
      frame += renderer.begin(section.key, section.schema)
      try await section.produce { records in
        guard !records.isEmpty else { return }
        done += records.count
        try emit(frame)
        frame = []
        bytes.removeAll(keepingCapacity: true)
        renderer.add(records, to: &bytes)
        try emit(bytes)
        try afterBatch()
        advance(done, section.total)
      }
      frame += renderer.end()
    }
    let ending = ending()
    if done > 0 || !ending.isFailed { try emit(frame + renderer.finish(ending.counts)) }
  }

  /// Writes each batch as a table of its own, because the widths of later records are not known.
  private func renderLive(
    _ sections: [RecordSection], with settings: OutputSettings, on display: Display,
    emit: @Sendable ([UInt8]) throws -> Void, flush: () throws -> Void
  ) async throws {
    var settings = settings
    for section in sections {
      try await section.produce { records in
        var renderer = settings.renderer(for: display)
        var bytes = renderer.begin(section.key, section.schema)
        renderer.add(records, to: &bytes)
        try emit(bytes + renderer.finish(nil))
        try flush()
        settings.hasHeader = false
      }
    }
  }
}

/// An output format: it converts records to bytes.
package protocol Renderer {
  /// Begins a list.
  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8]
  /// Appends the bytes of some records of the list.
  mutating func add(_ records: RecordBatch, to bytes: inout [UInt8])
  /// Ends the list.
  mutating func end() -> [UInt8]
  /// A document with one record.
  mutating func single(key: String?, _ schema: RecordSchema, _ record: RecordBatch) -> [UInt8]
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
  package mutating func single(key: String?, _ schema: RecordSchema, _ record: RecordBatch)
    -> [UInt8]
  {
    var bytes = begin("", schema)
    add(record, to: &bytes)
    return bytes
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
    case .csv, .spreadsheet: CSVRenderer(settings: self, display: display)
    }
  }

  /// The indices of the chosen fields in a schema. Unknown names were refused before the command
  /// ran; a name that only another list has is omitted.
  func columns(in schema: RecordSchema, usual: [String]) -> [Int] {
    (fields ?? usual).compactMap { name in schema.fields.firstIndex(of: name) }
  }
}

package enum OutputFormat: String, Sendable, CaseIterable {
  case table, json, jsonl, csv, spreadsheet

  /// Whether errors are JSON too.
  package var isJSON: Bool { self == .json || self == .jsonl }

  /// Whether each record can be read alone and is written as soon as it is known.
  package var isStreamed: Bool { self == .jsonl || self == .csv || self == .spreadsheet }
}

/// The user's choices for the output.
package struct OutputSettings: Equatable, Sendable {
  package var format = OutputFormat.table
  /// The fields to show, in this order. Nil for the default fields.
  package var fields: [String]?
  package var hasHeader = true
  /// Whether secrets are shown. If not, they are null.
  package var showsSecrets = false

  package init() {}
}

/// The properties of the stream that a table is written to.
package struct Display: Equatable, Sendable {
  /// The width of the terminal: long cells are cut to fit. Nil keeps all cells whole.
  package var columns: Int?
  /// Whether it is a terminal, also one that does not say how wide it is.
  package let isTerminal: Bool
  package var isColoured = false
  package var instants = InstantStyle.utc

  /// Whether values have their marks: what a program reads has none.
  var showsMarks: Bool { isTerminal || isColoured }

  package init(columns: Int? = nil, isTerminal: Bool = false, isColoured: Bool = false) {
    self.columns = columns
    self.isTerminal = isTerminal || columns != nil
    self.isColoured = isColoured
  }
}
