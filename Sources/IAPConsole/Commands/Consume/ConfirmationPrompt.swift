import IAPBatch
import IAPCore
import Text

/// Asks for confirmation before payments are consumed, with the same preview as a dry run. It asks
/// only on a terminal.
enum ConfirmationPrompt {
  private static let notConfirmed = IAPError.iapctl(.notConfirmed, .notConfirmed)

  /// Whether to ask. It is called before any input is read.
  ///
  /// - Throws: `notConfirmed` if `--all` or `--from` needs a confirmation and there is no terminal.
  ///   Payments that are given by number need no confirmation without a terminal.
  static func isNeeded(
    _ selection: ConsumeCommand.Inputs.Selection, in context: Context
  ) throws -> Bool {
    guard !context.settings.isConfirmed else { return false }
    let canAsk =
      context.settings.allowsInput && context.environment.input.isTerminal
      && context.environment.errors.isTerminal
    switch selection {
    case .listed: return canAsk
    case .file("-", _, _): throw notConfirmed
    case .file, .all:
      guard canAsk else { throw notConfirmed }
      return true
    }
  }

  /// Shows what would be consumed, and asks.
  ///
  /// - Returns: the source from its beginning, limited to the payments that were shown.
  /// - Throws: `notConfirmed` if the answer is not yes.
  static func confirmed(
    _ source: ConsumeSource, _ session: ConsumeSession, in context: Context
  ) async throws -> ConsumeSource {
    let preview = try ConsumePreview(source, session, in: context, remembers: true)
    var progress = Progress(
      on: context.messages, clock: context.environment.clock.monotonicTime,
      isShown: !context.settings.isQuiet)
    defer { progress.end() }
    while try await preview.next() != nil {
      progress.advance(to: preview.met.count, of: source.total)
    }
    progress.end()
    if preview.totals.count > 0 {
      try ask(text(preview, source.summary().failures, in: context), in: context)
    }
    return try await source.reopen(preview.met)
  }

  private static func ask(_ text: String, in context: Context) throws {
    context.messages.ask(text)
    let answer: String?
    do {
      answer = try context.environment.readLine()
    } catch {
      context.messages.ask("\n")
      throw error
    }
    if answer == nil { context.messages.ask("\n") }
    let word = answer.map { $0.filter { !$0.isWhitespace }.lowercased() }
    guard word == "y" || word == "yes" else { throw notConfirmed }
  }

  private static func text(
    _ preview: ConsumePreview, _ failures: FailureTally, in context: Context
  ) -> String {
    var lines = failures.groups.map {
      ErrorMessages.message(of: $0.error, in: context.settings.language)
    }
    let (place, totals) = (context.settings.placeWords, preview.totals)
    if totals.count == 1, let purchase = preview.first {
      lines.append(
        "Consume payment \(purchase.paymentSeq)\(totals.users.words) \(place)?")
      lines.append("  \(words(purchase))")
    } else {
      lines.append("Consume \(totals.payments)\(totals.users.words) \(place)?")
      lines += totals.sums.map { "  \($0)" }
    }
    if !preview.tally.words.isEmpty { lines.append("  not sent: \(preview.tally.words)") }
    return lines.map { VisibleText.make($0) + "\n" }.joined()
      + "This cannot be undone. Continue? [y/N] "
  }

  /// `product gem.100, KRW 1500`.
  private static func words(_ purchase: Purchase) -> String {
    let product =
      purchase.productIdentifier?.text ?? purchase.productSeq.map(String.init) ?? "unknown"
    guard let price = purchase.price else { return "product \(product), price unknown" }
    return "product \(product), "
      + (purchase.currency.map { "\($0) \(price.digits)" } ?? price.digits)
  }
}
