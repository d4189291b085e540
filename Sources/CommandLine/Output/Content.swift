/// What a command prints. It knows no format.
package enum Content {
  /// Lists in one document.
  case lists([RecordSection])
  /// One record, under a name; without one it is a bare answer. Nil if there is no such record:
  /// null in a JSON document, and nothing in the other formats.
  case single(key: String?, RecordSchema, Record?)
  /// Bytes that are the same in every format.
  case text(write: (_ sink: @escaping @Sendable ([UInt8]) throws -> Void) async throws -> Void)
  case nothing
}

extension Content {
  /// What a rendering is told when all records have come.
  package struct Ending {
    /// Whether everything failed: then a document without records is not printed.
    package var isFailed: Bool
    /// Counts under a name of their own, where the document has room for them.
    package var counts: (RecordSchema, Record)?

    package init(isFailed: Bool = false, counts: (RecordSchema, Record)? = nil) {
      (self.isFailed, self.counts) = (isFailed, counts)
    }
  }

  /// Shows everything in a format.
  ///
  /// - Parameters:
  ///   - emit: takes the bytes as they come.
  ///   - flush: is called where what was emitted ought to be seen.
  ///   - pass: is called where it may as well be seen later.
  ///   - advance: is told how many records of a list came so far, of how many.
  ///   - ending: is asked once, when the records of all lists have come.
  package func render(
    with settings: OutputSettings, on display: Display,
    emit: @Sendable @escaping ([UInt8]) throws -> Void, flush: () throws -> Void,
    pass: () throws -> Void = {},
    advance: (_ done: Int, _ total: Int?) -> Void = { _, _ in }, ending: () -> Ending
  ) async throws {
    var renderer = settings.renderer(for: display)
    switch self {
    case .nothing: break
    case .text(let write): try await write(emit)
    case .single(let key, let schema, let record):
      try emit(
        record.map { renderer.single(key: key, schema, $0) } ?? renderer.absent(key: key))
    case .lists(let sections):
      // What frames the records waits for the first of them: a command that failed altogether
      // prints nothing.
      var frame: [UInt8] = []
      var done = 0
      for section in sections where section.isListed || renderer.showsUnlisted {
        frame += renderer.begin(section.key, section.schema)
        try await section.produce { records in
          guard !records.isEmpty else { return }
          done += records.count
          try emit(frame)
          frame = []
          for record in records { try emit(renderer.add(record)) }
          if settings.format.isStreamed { try flush() } else { try pass() }
          advance(done, section.total)
        }
        frame += renderer.end()
      }
      let ending = ending()
      if done > 0 || !ending.isFailed { try emit(frame + renderer.finish(ending.counts)) }
    }
  }
}
