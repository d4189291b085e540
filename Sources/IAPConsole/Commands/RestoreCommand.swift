import CommandLine
import IAPCore

/// Restores the subscriptions that the store account owns.
enum RestoreCommand: CompletingCommand {
  static let specification = CommandSpecification(
    "restore", "restore store purchases",
    discussion: [
      "For subscriptions that do not show or do not activate. Records the subscriptions that the "
        + "user's store account owns and the IAP console does not know, and prints every restored "
        + "payment, expired ones too. A second run records nothing and prints the same.",
      "A store does not hand out consumables again: one that was paid and is missing in the console "
        + "is completed by 'iapctl reprocess'.",
    ],
    heading: "Purchases",
    examples: [
      Example("iapctl restore --user carol", "carol's subscriptions, from her store account"),
      Example(
        "iapctl restore --user carol --fields productIdentifier,expiryTime",
        "which products, and until when"),
    ],
    fields: PurchaseRecord.schema.documented, related: ["reprocess", "subscriptions"])

  static let nothing = "nothing to restore"

  static func complete(
    _ inputs: UserInMarkets, with service: any IAPService
  ) async throws(IAPError) -> CompletionReport {
    try await service.restore(inputs.user, in: inputs.markets)
  }

  static func hint(for error: IAPError, _ inputs: UserInMarkets, _ typed: TypedOptions) -> String? {
    guard error.outcome == .unknown else { return nil }
    return "it may have been restored; a second restore does no harm: "
      + typed.command("restore", of: inputs.user)
  }
}
