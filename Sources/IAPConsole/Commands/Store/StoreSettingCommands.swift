import CommandLine
import IAPCore
import IAPFixtures

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
      notices: unknown.map { user in
        "user \(user.name) is new: added with billing \(inputs.billing.rawValue)"
          + (user.closest.map { "; did you mean '\($0)'?" } ?? "")
      })
  }
}

/// `iapctl store set-verification`
enum StoreSetVerificationCommand: Command {
  static let market = Operand(.one, .storeCode, "the market, which is AS")
  static let verification = Operand<Verification>(
    .one, at: 1, .choice("VERIFICATION"), "how it verifies")

  static let specification = CommandSpecification(
    "set how the App Store verifies purchases",
    discussion: [
      "The IAP console sets how purchases in the App Store are verified: V1 (the old receipt "
        + "verification) or V2 (the new one). SDK 1.8 and later know both, SDK 1.7 knows only V2, "
        + "and earlier versions know only V1. 'purchase --sdk VERSION' and 'reprocess --sdk VERSION' "
        + "fail with error 11 if the version cannot verify. A store in which this was never set "
        + "accepts each version. Lists the event of the change."
    ],
    operands: [market.specification, verification.specification],
    examples: [
      Example("iapctl store set-verification AS V2", "the app's console was switched to V2"),
      Example("iapctl store set-verification AS V1 -o json", "back to V1"),
    ],
    fields: EventRecord.documented, related: ["purchase", "reprocess"])

  struct Inputs: Equatable, Sendable {
    var market: StoreCode
    var verification: Verification
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs(
      market: try arguments.value(of: market), verification: try arguments.value(of: verification))
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { EventRecord.schema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    EventRecord.report(
      try await context.fixtureStore().setVerification(of: inputs.market, to: inputs.verification))
  }
}
