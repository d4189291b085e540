import CommandLine
import IAPCore

/// Restores the subscriptions that the store account owns.
enum RestoreCommand: Command {
  static let specification = CommandSpecification(
    "restore", "restore store purchases",
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

  typealias Inputs = UserInMarkets

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    try Inputs(settings)
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { PurchaseRecord.schema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let service = try context.service()
    try await context.noteUnknownNames(inputs.names, to: service)
    return try await service.restore(inputs.user, in: inputs.markets)
      .report(in: context, nothing: "nothing to restore")
  }
}
