/// What a command prints, independent of the output format.
package enum Content {
  /// Lists that are printed as one document.
  case lists([RecordSection])
  /// One record. In JSON it is a member named `key`, or the whole document if `key` is nil. If the
  /// record is nil, JSON shows null, and the other formats show nothing.
  case single(key: String?, RecordSchema, Record?)
  /// Text that is the same in every format.
  case text(write: (_ sink: @escaping @Sendable ([UInt8]) throws -> Void) async throws -> Void)
  case nothing
}

extension Content {
  /// What ``Content/render(with:on:emit:flush:pass:advance:ending:)`` needs to know after the last
  /// record.
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
  ///   - pass: is called after each batch of records in a format that is not streamed.
  ///   - advance: is called with the number of records of all lists so far, and the expected number
  ///     of the current list.
  ///   - ending: is called once, after the last record.
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
      // Brackets and headers are held back until the first record: a command that failed completely
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
