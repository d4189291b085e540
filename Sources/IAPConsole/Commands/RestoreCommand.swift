import CommandLine
import IAPCore
import IAPMessages
import Languages

/// `iapctl restore`
enum RestoreCommand: Command {
  static let specification = CommandSpecification(
    "restore store purchases",
    discussion: [
      "For subscriptions that are not listed or not active. Records purchases found in the "
        + "user's store account that are missing in the IAP console, and prints every restored "
        + "payment, including expired ones. A second run records nothing and prints the same.",
      "Only subscriptions can be restored. If a paid consumable is missing in the console, use "
        + "'iapctl reprocess'.",
    ],
    heading: "Purchases",
    examples: [
      Example("iapctl restore --user carol", "restore carol's subscriptions"),
      Example(
        "iapctl restore --user carol --fields productIdentifier,expiryTime",
        "show the products and when they expire"),
    ],
    fields: PurchaseRecord.schema.documented, related: ["reprocess", "subscriptions"])

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> UserInMarkets {
    try UserInMarkets(settings)
  }

  static func schema(for inputs: UserInMarkets) -> RecordSchema? { PurchaseRecord.schema }

  static func hasEffect(_ inputs: UserInMarkets) -> Bool { true }

  static func run(_ inputs: UserInMarkets, in context: Context) async throws -> Report {
    let service = try context.service()
    try await context.noteUnknownNames(inputs.names, to: service)
    let done = try await service.restore(inputs.user, in: inputs.markets)
    let interrupted = try await context.interruptedPurchases(
      of: inputs.user, in: inputs.markets, at: service)
    return .completions(done, ifNone: PurchaseMessages.nothingToRestore, hints: interrupted)
  }

  static func hint(for error: IAPError, _ inputs: UserInMarkets, _ typed: TypedOptions) -> Sentence?
  {
    guard error.outcome == .unknown else { return nil }
    return PurchaseMessages.mayHaveBeenRestored(again: typed.command("restore", of: inputs.user))
  }
}

/// The user and the markets whose purchases are completed.
struct UserInMarkets: Equatable, Sendable {
  var user: Identifier
  /// Empty means all.
  var markets: [StoreCode]

  init(user: Identifier, markets: [StoreCode]) { (self.user, self.markets) = (user, markets) }

  init(_ settings: Settings) throws(UsageError) {
    self.init(user: try settings.requiredUser(), markets: settings.markets)
  }

  var names: GivenNames { GivenNames(users: [user], markets: markets) }
}

extension Report {
  /// The purchases that `restore` or `reprocess` completed.
  ///
  /// - Parameters:
  ///   - notices: further messages on standard error.
  ///   - nothing: the message if there was nothing to complete.
  static func completions(
    _ done: CompletionReport, notices: [Sentence] = [], ifNone nothing: Sentence,
    hints: [Sentence] = []
  ) -> Report {
    let section = RecordSection(
      "purchases", PurchaseRecord.schema, records: PurchaseRecord.batch(done.purchases))
    return Report(.lists([section])) {
      var summary = Report.Summary()
      summary.failures = FailureTally(done.failures)
      summary.isPartial = !done.purchases.isEmpty || !done.closed.isEmpty
      summary.notices = done.closed.map { PurchaseMessages.closed($0) } + notices
      if !summary.isPartial, done.failures.isEmpty, notices.isEmpty {
        summary.hints = [nothing]
      }
      summary.hints += hints
      return summary
    }
  }
}
