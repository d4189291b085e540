import CommandLine
import IAPCore

/// Finishes purchases that broke off.
enum ReprocessCommand: Command {
  static let specification = CommandSpecification(
    "reprocess", "finish broken-off purchases",
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
}
