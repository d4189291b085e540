import CommandLine

extension Report {
  /// Shows everything in a format.
  ///
  /// - Parameters:
  ///   - emit: takes the bytes as they come.
  ///   - flush: is called where what was emitted ought to be seen.
  ///   - pass: is called where it may as well be seen later.
  ///   - advance: is told how many records of a list came so far, of how many.
  func render(
    with settings: OutputSettings, on display: Display,
    emit: @Sendable @escaping ([UInt8]) throws -> Void, flush: () throws -> Void,
    pass: () throws -> Void = {},
    advance: (_ done: Int, _ total: Int?) -> Void = { _, _ in }
  ) async throws -> Conclusion {
    var renderer = settings.renderer(for: display)
    switch content {
    case .nothing: return conclude()
    case .text(let write):
      try await write(emit)
      return conclude()
    case .single(let key, let schema, let record):
      try emit(
        record.map { renderer.single(key: key, schema, $0) } ?? renderer.absent(key: key))
      return conclude()
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
          if !frame.isEmpty { try emit(frame) }
          frame = []
          for record in records { try emit(renderer.add(record)) }
          if settings.format.isStreamed { try flush() } else { try pass() }
          advance(done, section.total)
        }
        frame += renderer.end()
      }
      let conclusion = conclude()
      let isFailed = !conclusion.failures.isEmpty && !conclusion.isPartial
      if done > 0 || !isFailed { try emit(frame + renderer.finish(conclusion.summary)) }
      return conclusion
    }
  }
}
