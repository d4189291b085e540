import IAPCore

/// Finishes purchases that broke off.
enum ReprocessCommand: Command {
  static let specification = CommandSpecification(
    "reprocess", "finish broken-off purchases",
    discussion: [
      "Completes the user's purchases that broke off between reservation and verification, and "
        + "prints those that it completed. One that was never charged is closed, and that is said. "
        + "What cannot be completed stays, to be tried again."
    ],
    heading: "Purchases",
    examples: [
      Example("iapctl reprocess --user frank", "finish what broke off for frank"),
      Example("iapctl reprocess --user bob -o json", "the same for bob, for a program to read"),
    ],
    fields: PurchaseRecord.schema.documented, related: ["purchase", "unconsumed"])

  typealias Inputs = UserInMarkets

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    try Inputs(settings)
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { PurchaseRecord.schema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    try await context.service().reprocess(inputs.user, in: inputs.markets)
      .report(in: context, nothing: "nothing to reprocess")
  }
}
