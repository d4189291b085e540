import CommandLine
import IAPCore

/// Finishes purchases that broke off.
enum ReprocessCommand: Command {
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
    return try await service.reprocess(inputs.user, in: inputs.markets)
      .report(in: context, nothing: "nothing to reprocess")
  }

  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> String? {
    guard error.outcome == .unknown else { return nil }
    return "it may have been completed; complete what is left: "
      + "\(typed.command("reprocess", of: inputs.user)); then look at what can be consumed: "
      + typed.command("unconsumed", of: inputs.user)
  }
}
