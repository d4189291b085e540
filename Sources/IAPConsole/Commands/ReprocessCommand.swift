import CommandLine
import IAPCore

/// Finishes purchases that broke off.
enum ReprocessCommand: CompletingCommand {
  static let specification = CommandSpecification(
    "reprocess", "finish broken-off purchases",
    discussion: [
      "Completes the user's purchases that broke off between reservation and verification, and "
        + "prints those that it completed. A purchase that was never charged is closed, and a note "
        + "says so. What cannot be completed stays, to be tried again.",
      "Also completes unfinished transactions: receipts of consumables in the user's store account "
        + "that no payment has. Subscriptions are restored by 'iapctl restore' instead.",
    ],
    heading: "Purchases",
    examples: [
      Example("iapctl reprocess --user frank", "finish what broke off for frank"),
      Example("iapctl reprocess --user bob -o json", "the same for bob, for a program to read"),
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
    return "it may have been completed; complete what is left: "
      + "\(typed.command("reprocess", of: inputs.user)); then look at what can be consumed: "
      + typed.command("unconsumed", of: inputs.user)
  }
}
