import CommandLine
import IAPCore
import IAPFixtures

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
