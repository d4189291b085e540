import CommandLine
import IAPCore
import IAPMessages
import Languages

struct RestoreCommand: Command {
  static let specification = CommandSpecification(
    "restore store purchases",
    discussion: [
      "For subscriptions that are not listed or not active. Records purchases found in the "
        + "user's store account that are missing in the IAP console, and prints every restored "
        + "payment, including expired ones. A second run records nothing and prints the same.",
      "Only subscriptions can be restored. If a paid consumable is missing in the console, use "
        + "'iapctl reprocess'.",
      "isNew says of each payment whether this run has recorded or completed it. With --sdk, an "
        + "interrupted purchase in the App Store fails with error com.nhncloud.iap 11 if that "
        + "version cannot verify it; it stays as it is, and can be restored with another version.",
    ],
    heading: "Purchases", options: [SharedOptions.sdk.specification],
    examples: [
      Example("iapctl restore --user carol", "restore carol's subscriptions"),
      Example(
        "iapctl restore --user carol --fields productIdentifier,expiryTime",
        "show the products and when they expire"),
    ], related: ["reprocess", "subscriptions"])

  static func operation(_ arguments: ParsedArguments) -> IAPOperation? { .restore }
  static let schema = PurchaseRecord.restoredSchema
  var hasEffect: Bool { true }

  let user: Identifier
  let markets: [StoreCode]
  /// The version of the SDK that verifies; nil if that does not matter.
  let sdk: SDKVersion?

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    (user, markets) = (try settings.requiredUser(), settings.markets)
    sdk = try arguments.value(of: SharedOptions.sdk)
  }

  func run(in context: Context) async throws -> Report {
    let service = try context.service()
    try await context.noteUnknownNames(GivenNames(users: [user], markets: markets), to: service)
    let done = try await service.restore(UserRequest(user, in: markets, sdk: sdk))
    let interrupted = try await context.interruptedPurchases(
      of: user, in: markets, at: service)
    let section = RecordSection(
      "purchases", PurchaseRecord.restoredSchema, records: PurchaseRecord.batch(restored: done))
    return .completions(
      done, section, ifNone: context.empty(.restorable, of: user).sentence, hints: interrupted)
  }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    guard error.outcome == .unknown else { return nil }
    return PurchaseMessages.mayHaveBeenRestored(
      again: typed.command("restore", of: user)
        + typed.shellText(of: [SharedOptions.sdk.specification]))
  }
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
    return Report(.lists([section])) { summary in
      summary.failures = FailureTally(done.failures)
      summary.isPartial = !done.purchases.isEmpty || !done.closed.isEmpty
      summary.notices = done.closed.map { PurchaseMessages.closed($0) } + notices
      if !summary.isPartial, done.failures.isEmpty, notices.isEmpty {
        summary.hints = [nothing]
      }
      summary.hints += hints
    }
  }
}
