import CommandLine
import IAPBatch
import IAPCore

extension Context {
  /// Reads the payments of a file, or of standard input for `-`, and checks all of them. What is
  /// ignored in it and what repeats is noted.
  ///
  /// - Throws: `inputInvalid` with the bad lines, unless they are skipped; `configuration` if it
  ///   contains access tokens and other users can read it.
  func batchInput(
    path: String, format: InputFormat?, skipsBadLines: Bool
  ) throws(IAPError) -> BatchInput {
    let stream = try environment.openInput(path, settings.timeout)
    // Only a user that was typed for this very command has to agree with the rows.
    let isTyped = settings.$user.isTyped
    let input = try BatchInput(
      name: path == "-" ? "standard input" : path, format: format, skipsBadLines: skipsBadLines,
      user: isTyped ? settings.user : nil)
    let environment = environment
    try input.load(from: stream.read, isStopped: { environment.stopped })
    if input.hasTokens, stream.isReadableByOthers {
      throw .iapctl(.configuration, .file(path, .secretReadable(what: "access tokens")))
    }
    for notice in input.notices { messages.note(notice) }
    return input
  }
}

extension BatchInput {
  /// What there is to know before its payments are consumed.
  fileprivate var notices: [String] {
    [columns.flatMap(\.notice), countsNotice].compactMap(\.self)
  }

  private var countsNotice: String? {
    guard repeated > 0 else { return nil }
    let bad = badLines.count > 0 ? ", \(badLines.count) bad" : ""
    return "\(count(rows, "line")), \(count(count, "payment")), \(repeated) repeated\(bad)"
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension InputColumns {
  fileprivate var notice: String? {
    guard !ignored.isEmpty else { return nil }
    let kind = kind == .columns ? "columns" : "keys"
    let rest = more > 0 ? " and \(more) more" : ""
    return "\(kind) used: \(used.joined(separator: ", ")); "
      + "ignored: \(ignored.joined(separator: ", "))\(rest)"
  }
}
