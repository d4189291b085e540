import CommandLine
import IAPCore

/// `iapctl restore`
enum RestoreCommand: CompletingCommand {
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

  static let nothing = "nothing to restore"

  static func complete(
    _ inputs: UserInMarkets, with service: any IAPService
  ) async throws(IAPError) -> CompletionReport {
    try await service.restore(inputs.user, in: inputs.markets)
  }

  static func hint(for error: IAPError, _ inputs: UserInMarkets, _ typed: TypedOptions) -> String? {
    guard error.outcome == .unknown else { return nil }
    return "it may have been restored; it is safe to run it again: "
      + typed.command("restore", of: inputs.user)
  }
}

/// `iapctl reprocess`
enum ReprocessCommand: CompletingCommand {
  static let specification = CommandSpecification(
    "complete interrupted purchases",
    discussion: [
      "Completes the user's interrupted purchases, which are reserved or charged but not "
        + "verified, and prints them. A purchase that was never charged is closed, and a note "
        + "says so. A purchase that cannot be completed stays, and can be tried again.",
      "Also completes unfinished transactions: receipts of consumables in the user's store "
        + "account that belong to no payment. For subscriptions use 'iapctl restore'.",
    ],
    heading: "Purchases",
    examples: [
      Example("iapctl reprocess --user frank", "complete frank's interrupted purchases"),
      Example("iapctl reprocess --user bob -o json", "the same for bob, as JSON"),
    ],
    fields: PurchaseRecord.schema.documented, related: ["purchase", "restore", "unconsumed"])

  static let nothing = "nothing to reprocess"

  static func complete(
    _ inputs: UserInMarkets, with service: any IAPService
  ) async throws(IAPError) -> CompletionReport {
    try await service.reprocess(inputs.user, in: inputs.markets)
  }

  static func hint(for error: IAPError, _ inputs: UserInMarkets, _ typed: TypedOptions) -> String? {
    guard error.outcome == .unknown else { return nil }
    return "it may have been completed; complete the rest with: "
      + "\(typed.command("reprocess", of: inputs.user)); then list what can be consumed with: "
      + typed.command("unconsumed", of: inputs.user)
  }
}
