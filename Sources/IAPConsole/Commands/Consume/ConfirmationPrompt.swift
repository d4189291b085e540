import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages

/// Asks for confirmation before payments are consumed, with the same preview as a dry run. It asks
/// only on a terminal.
enum ConfirmationPrompt {
  /// Whether to ask. It is called before any input is read.
  ///
  /// - Throws: `notConfirmed` if `--all` or `--from` needs a confirmation and there is no terminal.
  ///   Payments that are given by number need no confirmation without a terminal.
  static func isNeeded(
    _ selection: ConsumeCommand.Inputs.Selection, in context: Context
  ) throws -> Bool {
    guard !context.settings.isConfirmed else { return false }
    switch selection {
    case .listed: return context.canConfirm
    case .file, .all:
      guard context.canConfirm else { throw IAPError.iapctl(.notConfirmed, .notConfirmed) }
      return true
    }
  }

  /// Shows what would be consumed, asks, and starts the source again, limited to what was shown.
  ///
  /// - Throws: `notConfirmed` if the answer is not yes.
  static func confirm(
    _ source: any ConsumeSource, _ session: ConsumeSession, in context: Context
  ) async throws {
    let preview = try ConsumePreview(source, session, in: context, keepsNumbers: true)
    var progress = context.progressLine()
    defer { progress.end() }
    while try await preview.next() != nil {
      progress.advance(to: preview.previewed.count, of: source.total)
    }
    progress.end()
    if preview.totals.count > 0 { try ask(preview, source.summary.failures, in: context) }
    try await source.restart(with: preview.previewed)
  }

  private static func ask(
    _ preview: ConsumePreview, _ failures: FailureTally, in context: Context
  ) throws {
    let count = preview.totals.count
    let answer = try context.ask(
      count < fewest
        ? ConsumeMessages.confirmation : ConsumeMessages.confirmationByNumber,
      below: lines(preview, failures, in: context))
    let word = answer.map { $0.filter { !$0.isWhitespace && $0 != "," } } ?? ""
    let isConfirmed = count < fewest ? Confirmation.isYes(word) : word == String(count)
    guard isConfirmed else {
      let isOtherCount = count >= fewest && Int(word) != nil
      throw IAPError.iapctl(
        .notConfirmed, .declined(consume: true, count: isOtherCount ? count : nil))
    }
  }

  /// From this number of payments on, the number itself must be typed.
  private static let fewest = 50
  /// How many reasons for payments that are not sent are shown.
  private static let mostReasons = 3

  private static func lines(
    _ preview: ConsumePreview, _ failures: FailureTally, in context: Context
  ) -> [Messages.Line] {
    var lines = failures.groups.map {
      Messages.Line(message: ErrorMessages.message(of: $0.error), depth: 0)
    }
    func add(_ message: Sentence, depth: Int = 1) {
      lines.append(Messages.Line(message: message, depth: depth))
    }
    add(ConsumeMessages.question(preview.scope(in: context)), depth: 0)
    let totals = preview.totals
    if totals.count == 1, let purchase = preview.first.first {
      add(ConsumeMessages.product(purchase))
    } else {
      for sum in totals.byCurrency.sums { add(ConsumeMessages.sum(sum)) }
      for purchase in preview.first {
        add(ConsumeMessages.payment(purchase, namesUser: totals.users.count > 1))
      }
      let more = totals.count - preview.first.count
      if more > 0 { add(ConsumeMessages.morePayments(more)) }
    }
    lines += preview.notes.map { Messages.Line(message: $0) }
    if preview.tally.summary.total > 0 {
      add(ConsumeMessages.notSent(preview.tally.summary))
      let groups = preview.tally.failures.groups
      for group in groups.prefix(mostReasons) { add(ErrorMessages.message(of: group), depth: 2) }
      let more = groups.dropFirst(mostReasons).reduce(preview.tally.failures.suppressed) {
        $0 + $1.count
      }
      if more > 0 { add(ConsumeMessages.morePayments(more), depth: 2) }
    }
    return lines
  }
}
