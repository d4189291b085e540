import IAPBatch
import IAPCore
import IAPMessages
import Languages

extension Context {
  /// Reads the payments of a file, or of standard input for `-`, and checks all of them. Notes on
  /// standard error name ignored columns and the number of repeated payments.
  ///
  /// - Throws: `inputInvalid` with the bad lines, unless they are skipped; `configuration` if the
  ///   input contains access tokens and other users can read it.
  func batchInput(
    path: String, _ options: InputOptions, of service: Issuer? = nil,
    without ungiven: [InputColumn] = []
  ) throws(IAPError) -> BatchInput {
    if let rejected = options.rejected {
      guard !environment.fileExists(rejected) else {
        throw .iapctl(.usage, .file(rejected, .existsAlready))
      }
      try checkResults(rejected)
    }
    let stream = try openInput(path, settings.timeout)
    // Only what the command line names must match the lines.
    let isTyped = settings.isTyped(GlobalOptions.user.specification)
    let isNarrowed = settings.isTyped(GlobalOptions.market.specification)
    let input = try BatchInput(
      name: path, format: options.format,
      skipsBadLines: options.skipsBadLines, user: isTyped ? settings.user : nil,
      in: isNarrowed ? settings.markets : [],
      names: options.names, of: service, areNumbersExact: options.areNumbersExact,
      rejectedFile: options.rejected)
    let environment = environment
    do throws(IAPError) {
      try input.load(from: stream.read, isStopped: { environment.stopped })
    } catch {
      // A run that stops at the header is repeated with the options of its hint.
      if case .input(_, .badLines) = error.reason { try writeRejected(of: input, options) }
      throw error
    }
    if input.hasTokens, stream.isReadableByOthers {
      throw .iapctl(.configuration, .file(path, .secretReadable(.accessTokens)))
    }
    for notice in try input.notices(without: ungiven.map(\.name)) { messages.note(notice) }
    return input
  }

  /// Writes the rejected rows to the file of `--rejected`.
  func writeRejected(of input: BatchInput, _ options: InputOptions) throws(IAPError) {
    guard let path = options.rejected else { return }
    let rows = try input.rejectedRows { messages.text($0.sentence) }
    if !rows.isEmpty { try environment.replaceResults(path, rows) }
  }
}

extension BatchInput {
  /// The notes to show before the payments are consumed.
  ///
  /// - Parameter ungiven: columns that are not used.
  fileprivate func notices(without ungiven: [String]) throws(IAPError) -> [Sentence] {
    [
      columns.flatMap { $0.notice(without: ungiven) },
      columns.flatMap { $0.withInvisible.first.map(InputMessages.invisible) },
      repeated > 0
        ? InputMessages.repeated(repeated, lines: rows, payments: count, badLines: badLines.count)
        : nil,
      rounded.isSuspected ? InputMessages.endInZero(rounded.ending, of: rounded.count) : nil,
      zeros.map { InputMessages.leadingZeros($0) },
      try lineWithoutTicket.map { InputMessages.ticketsMissing(firstLine: $0) },
      totalLine.map { InputMessages.totalSkipped(line: $0) },
    ].compactMap(\.self)
  }
}

extension InputColumns {
  fileprivate func notice(without ungiven: [String]) -> Sentence? {
    let used = used.filter { !ungiven.contains($0) }
    return ignored.isEmpty
      ? nil : InputMessages.columns(kind, used: used, ignored: ignored, more: more)
  }
}
