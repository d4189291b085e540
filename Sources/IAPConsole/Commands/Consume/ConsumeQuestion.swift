import IAPBatch
import IAPCore
import SafeText

/// The question before everything that a filter finds or a file lists is consumed: with what it
/// comes to, on a terminal only.
enum ConsumeQuestion {
  private static let notConfirmed = IAPError.iapctl(.notConfirmed, .notConfirmed)

  /// Refuses what would have to be asked about where nobody can be asked. Nothing was read by then.
  static func check(
    _ selection: ConsumeCommand.Inputs.Selection, in context: Context
  ) throws {
    if case .listed = selection { return }
    guard !context.settings.isConfirmed else { return }
    guard context.settings.allowsInput, context.environment.input.isTerminal,
      context.environment.errors.isTerminal
    else { throw notConfirmed }
    if case .file("-", _, _) = selection { throw notConfirmed }
  }

  /// - Returns: what was shown and confirmed, where anybody was asked: what came to the list since
  ///   is not consumed. Nil where all of it was confirmed beforehand.
  static func confirmed(
    _ query: UnconsumedQuery, _ service: any IAPService, in context: Context
  ) async throws -> Set<Identifier>? {
    guard !context.settings.isConfirmed else { return nil }
    var totals = PaymentTotals()
    let listing = PurchaseListing(
      try await service.unconsumed(query), in: context, remembers: true)
    while let purchases = try await listing.next() { purchases.forEach { totals.add($0) } }
    guard totals.count > 0 else { return [] }
    for sentence in listing.missing.sentences(in: context.settings.language) {
      context.messages.ask("iapctl: warning: \(VisibleText.make(sentence))\n")
    }
    try ask(totals, in: context)
    return listing.seen
  }

  /// Asks, unless it was answered beforehand.
  ///
  /// - Parameter user: whose payments they are where they do not say so themselves.
  static func ask(_ totals: PaymentTotals, user: Identifier? = nil, in context: Context) throws {
    guard !context.settings.isConfirmed else { return }
    var totals = totals
    if totals.users.count == 0, let user { totals.setUsers(count: 1, first: user) }
    context.messages.ask(text(totals, place: try context.settings.backend().words))
    let answer: String?
    do {
      answer = try context.environment.input.readLine()
    } catch {
      context.messages.ask("\n")
      throw error
    }
    if answer == nil { context.messages.ask("\n") }
    let word = answer.map { $0.filter { !$0.isWhitespace }.lowercased() }
    guard word == "y" || word == "yes" else { throw notConfirmed }
  }

  private static func text(_ totals: PaymentTotals, place: String) -> String {
    let payments = totals.count == 1 ? "1 payment" : "\(totals.count) payments"
    var text = VisibleText.make("Consume \(payments)\(words(totals.users)) in \(place)?") + "\n"
    for (currency, part) in totals.byCurrency.sorted(by: { $0.key < $1.key }) {
      let name = currency.isEmpty ? "without currency" : currency
      text += VisibleText.make("  \(name) \(part.sum?.digits ?? "?") (\(part.count))") + "\n"
    }
    return text + "Consumed is for ever. Type y to go on: "
  }

  private static func words(_ users: PaymentTotals.Users) -> String {
    switch (users.count, users.first) {
    case (0, _): ""
    case (1, let user?): " of user \(user)"
    default: " of \(users.count) users"
    }
  }
}

extension Backend {
  /// Where it is, for a person.
  var words: String {
    switch self {
    case .store(let path, _, _): "the fixture store \(path)"
    case .remote(let remote): remote.url.contains("@") ? "the REST API" : remote.url
    }
  }
}
