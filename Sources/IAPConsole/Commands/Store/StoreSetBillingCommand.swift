import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages

/// `iapctl store set-billing`
enum StoreSetBillingCommand: Command {
  static let user = Operand(.one, .identifier("USER", kind: .names(.users)), "the user")
  static let billing = Operand<Billing>(
    .one, at: 1, .choice("BILLING"), "whether the user can pay from now on")

  static let specification = CommandSpecification(
    "let a user's billing fail, or be ok again",
    discussion: [
      "While a user's billing is failing, a subscription of the user that should renew enters its "
        + "grace period, is put on hold, and expires, as the product's 'grace' and 'hold' say. When "
        + "the billing is ok again, subscriptions in a grace period or on hold recover with a new "
        + "payment. Lists the events of the change."
    ],
    operands: [user.specification, billing.specification],
    examples: [
      Example("iapctl store set-billing bob failing", "bob's card is refused from now on"),
      Example("iapctl store set-billing bob ok -o json", "bob has a new card"),
    ],
    fields: EventRecord.documented, related: ["store advance", "store log"])

  struct Inputs: Equatable, Sendable {
    var user: Identifier
    var billing: Billing
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs(
      user: try arguments.value(of: user), billing: try arguments.value(of: billing))
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { EventRecord.schema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    let unknown = try await store.unknownNames(among: GivenNames(users: [inputs.user]))
    let events = try await store.setBilling(of: inputs.user, to: inputs.billing)
    return EventRecord.report(
      events,
      notices: unknown.map {
        StoreMessages.newUser($0.name, inputs.billing, closest: $0.closest)
      })
  }
}
