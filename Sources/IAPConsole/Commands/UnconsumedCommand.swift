import CommandLine
import IAPCore

/// `iapctl unconsumed`
enum UnconsumedCommand: Command {
  static let failEmpty = Flag("fail-empty", "exit 6 if there is nothing to list")

  static let specification = CommandSpecification(
    "list stuck purchases",
    discussion: [
      "Lists purchases that are paid and verified but not consumed, oldest first. A purchase "
        + "that stays in this list is stuck: the player paid for it and may not have received "
        + "it."
    ],
    heading: "Purchases",
    options: UnconsumedFilters.specifications + [failEmpty.specification],
    examples: [
      Example(
        "iapctl unconsumed --user alice", "list what alice paid for and may not have received"),
      Example(
        "iapctl unconsumed --all-users --older-than 1d --output csv",
        "export everything that has been stuck for a day or longer"),
    ],
    fields: PurchaseRecord.schema.documented, related: ["consume"])

  struct Inputs: Equatable, Sendable {
    var query: UnconsumedQuery
    var failsEmpty: Bool
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(
      query: try UnconsumedFilters.query(arguments, settings), failsEmpty: arguments[failEmpty])
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { PurchaseRecord.schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let service = try context.service()
    try await context.noteUnknownNames(GivenNames(inputs.query), to: service)
    let listing = PurchaseListing(
      try await service.unconsumedRecords(inputs.query), in: context)
    let section = listing.section(hasIdentifiers: service.traits.listsProductIdentifiers)
    return Report(.lists([section])) {
      listing.summary(failsEmpty: inputs.failsEmpty)
    }
  }
}
