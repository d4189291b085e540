import IAPBatch
import IAPCore

extension Context {
  /// Reads the payments of a file, or of standard input for `-`, and checks all of them. Notes on
  /// standard error name ignored columns and the number of repeated payments.
  ///
  /// - Throws: `inputInvalid` with the bad lines, unless they are skipped; `configuration` if the
  ///   input contains access tokens and other users can read it.
  func batchInput(
    path: String, _ options: InputOptions
  ) throws(IAPError) -> BatchInput {
    let stream = try openInput(path, settings.timeout)
    // Only a user from the command line must match the users of the lines.
    let isTyped = settings.$user.isTyped
    let input = try BatchInput(
      name: path == "-" ? "standard input" : path, format: options.format,
      skipsBadLines: options.skipsBadLines, user: isTyped ? settings.user : nil,
      names: options.names)
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
  /// The notes to show before the payments are consumed.
  fileprivate var notices: [String] {
    [columns.flatMap(\.notice), countsNotice, usersNotice, roundingNotice, zerosNotice].compactMap(
      \.self)
  }

  /// Cells of a column of users may be empty by mistake.
  var usersNotice: String? {
    firstWithoutUser.map {
      withoutUser == 1
        ? "1 payment has no user in its line (line \($0))"
        : "\(withoutUser) payments have no user in their lines (first in line \($0))"
    }
  }

  private var zerosNotice: String? { zeros.map(Self.notice(ofZerosIn:)) }

  /// The note on a payment number with leading zeros.
  static func notice(ofZerosIn number: Identifier) -> String {
    "payment number \(number) is sent as it is written, and counts as the same payment as "
      + "\(number.withoutLeadingZeros)"
  }

  private var roundingNotice: String? {
    guard rounded.isSuspected else { return nil }
    return rounded.count == 1
      ? "the payment number ends in 0: check that no spreadsheet has rounded it"
      : "all \(rounded.count) payment numbers end in 0: check that no spreadsheet has rounded them"
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
