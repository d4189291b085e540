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
      "isNew says of each payment whether this run has recorded or completed it. With --sdk, an "
        + "interrupted purchase in the App Store fails with error 11 if that version cannot verify "
        + "it; it stays as it is, and can be restored with another version.",
    ],
    heading: "Purchases", options: [SharedOptions.sdk.specification],
    examples: [
      Example("iapctl restore --user carol", "restore carol's subscriptions"),
      Example(
        "iapctl restore --user carol --fields productIdentifier,expiryTime",
        "show the products and when they expire"),
    ],
    fields: PurchaseRecord.restoredSchema.documented, related: ["reprocess", "subscriptions"])

  struct Inputs: Equatable, Sendable {
    var purchases: UserInMarkets
    /// The version of the SDK that verifies; nil if that does not matter.
    var sdk: SDKVersion?
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(
      purchases: try UserInMarkets(settings), sdk: try arguments.value(of: SharedOptions.sdk))
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { PurchaseRecord.restoredSchema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let purchases = inputs.purchases
    let service = try context.service()
    try await context.noteUnknownNames(purchases.names, to: service)
    let done = try await service.restore(purchases.user, in: purchases.markets, sdk: inputs.sdk)
    let interrupted = try await context.interruptedPurchases(
      of: purchases.user, in: purchases.markets, at: service)
    let section = RecordSection(
      "purchases", PurchaseRecord.restoredSchema, records: PurchaseRecord.batch(restored: done))
    return .completions(
      done, section, ifNone: PurchaseMessages.nothingToRestore, hints: interrupted)
  }

  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> Sentence? {
    guard error.outcome == .unknown else { return nil }
    return PurchaseMessages.mayHaveBeenRestored(
      again: typed.command("restore", of: inputs.purchases.user)
        + typed.shellText(of: [SharedOptions.sdk.specification]))
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
  ///   - section: their records; nil for those of purchases.
  ///   - notices: further messages on standard error.
  ///   - nothing: the message if there was nothing to complete.
  static func completions(
    _ done: CompletionReport, _ section: RecordSection? = nil, notices: [Sentence] = [],
    ifNone nothing: Sentence, hints: [Sentence] = []
  ) -> Report {
    let section =
      section
      ?? RecordSection(
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
