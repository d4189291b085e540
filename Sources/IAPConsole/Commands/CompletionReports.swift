import IAPCore

extension CompletionReport {
  /// What a restore or a reprocess did, as a report.
  func report(in context: Context, nothing: String) -> Report {
    let showsTokens = context.settings.showsTokens
    let section = Report.Section(
      "purchases", PurchaseRecord.schema,
      records: purchases.map { PurchaseRecord.make($0, showsTokens: showsTokens) })
    return Report(.lists([section])) {
      var conclusion = Report.Conclusion()
      conclusion.failures = FailureTally(failures)
      conclusion.isPartial = !purchases.isEmpty || !closed.isEmpty
      conclusion.notes = closed.map { "payment \($0) was never charged; it is closed now" }
      if purchases.isEmpty, closed.isEmpty, failures.isEmpty { conclusion.remarks = [nothing] }
      return conclusion
    }
  }
}

/// Restores what the store account owns.
enum RestoreCommand: Command {
  static let specification = CommandSpecification(
    "restore", "restore store purchases",
    discussion: [
      "Writes down what the user's store account owns and the console lacks, and prints every "
        + "restored payment, expired ones too. For subscriptions that do not show or do not "
        + "activate. A second time it writes nothing and prints the same."
    ],
    heading: "Purchases",
    examples: [
      Example("iapctl restore --user carol", "what carol's store account owns")
    ])

  struct Inputs: Equatable, Sendable {
    var user: Identifier
    var markets: [StoreCode]
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(user: try settings.requiredUser(), markets: settings.markets)
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { PurchaseRecord.schema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    try await context.service().restore(inputs.user, in: inputs.markets)
      .report(in: context, nothing: "nothing to restore")
  }
}

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
      Example("iapctl reprocess --user frank", "finish what broke off for frank")
    ])

  typealias Inputs = RestoreCommand.Inputs

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    try RestoreCommand.resolve(arguments, settings)
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { PurchaseRecord.schema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    try await context.service().reprocess(inputs.user, in: inputs.markets)
      .report(in: context, nothing: "nothing to reprocess")
  }
}
