import IAPCore

/// Restores what the store account owns.
enum RestoreCommand: Command {
  static let specification = CommandSpecification(
    "restore", "restore store purchases",
    discussion: [
      "Records the purchases that the user's store account owns and the IAP console does not know, "
        + "and prints every restored payment, expired ones too. For subscriptions that do not show "
        + "or do not activate. A second time it records nothing and prints the same."
    ],
    heading: "Purchases",
    examples: [
      Example("iapctl restore --user carol", "what carol's store account owns"),
      Example(
        "iapctl restore --user carol --fields productIdentifier,expiryTime",
        "which products, and until when"),
    ],
    fields: PurchaseRecord.schema.documented, related: ["reprocess", "subscriptions"])

  typealias Inputs = UserInMarkets

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    try Inputs(settings)
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { PurchaseRecord.schema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    try await context.service().restore(inputs.user, in: inputs.markets)
      .report(in: context, nothing: "nothing to restore")
  }
}
