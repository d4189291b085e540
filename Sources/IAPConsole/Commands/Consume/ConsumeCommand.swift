import CommandLine
import IAPBatch
import IAPCore

/// Marks purchases as delivered.
enum ConsumeCommand: Command {
  static let payments = Operand(.any, .paymentSeq, "the number of a payment")

  static let specification = CommandSpecification(
    "consume", "mark purchases as consumed",
    discussion: [
      "Marks payments as delivered. Consuming a payment cannot be undone. By hand: deliver, then "
        + "consume. In a script: 'iapctl consume X && grant X', and make sure that the grant "
        + "succeeds: what was consumed and not delivered is lost to the player. Or leave it to "
        + "iapctl: --deliver runs a command for each payment before it is consumed, --undo one "
        + "after a refusal.",
      "The commands are run by /bin/sh, with the purchase as JSON on standard input and "
        + "IAPCTL_PAYMENT_SEQ, IAPCTL_USER, IAPCTL_PRODUCT and IAPCTL_PRODUCT_SEQ in the "
        + "environment. A command that fails consumes nothing, and the next run tries again: one "
        + "payment may be delivered twice, so let the payment number tell what was granted.",
      "Over the REST API, and with --deliver, a journal keeps what was tried and what came of it "
        + "('iapctl journal'). What it knows as consumed is not sent again, so that a script, run "
        + "twice, grants once. A payment that was consumed before is refused.",
      "Exit 7 means that a payment may or may not have been consumed: neither grant nor take back. "
        + "Each such payment is named, with the command that settles it. It stays unknown, and is "
        + "not sent again, until a run with --resume consumes it once more; if it is already "
        + "consumed then, your own earlier attempt may have done it, and priorUnknown says so. A "
        + "run with --resume that settles everything exits 0.",
      "--settle asks again in the same run. A consumed payment is in no list any more, so its token "
        + "cannot be looked up: --keep-unknown writes unknown payments with their tokens to a file, "
        + "for 'iapctl consume --resume --from FILE'.",
      "--from reads what iapctl prints, in every format but table, and files that people made: an "
        + "object a line, CSV with a header (separated by commas, semicolons or tabs), or bare "
        + "payment numbers. The columns are those of 'iapctl unconsumed', and ticket; paymentSeq "
        + "alone is required. All lines are checked before the first payment is sent, and a --user "
        + "must be the user of every line that names one. A file that contains tokens must be "
        + "readable by its owner only.",
      "On a terminal iapctl asks first. Without a terminal, --all and --from need --yes, and "
        + "payments that are named one by one are not asked about.",
    ],
    heading: "Purchases",
    options: ConsumeOptions.specifications, operands: [payments.specification],
    examples: [
      Example("iapctl consume 2026011210000001", "one payment was delivered"),
      Example(
        "iapctl consume --all --user alice --dry-run", "preview what would be consumed"),
      Example("iapctl consume --all --user alice --yes", "all of alice's payments were delivered"),
    ],
    fields: ConsumeRecord.schema.documented,
    related: ["explain", "journal", "unconsumed"])

  struct Inputs: Equatable, Sendable {
    enum Selection: Equatable, Sendable {
      case listed([Identifier], tokenFile: String?)
      case all(UnconsumedQuery)
      case file(String, InputFormat?, skipsBadLines: Bool)
    }

    var selection: Selection
    /// The user of payments that name none.
    var user: Identifier?
    /// The user of payments with a token, if one was given for this command.
    var owner: Identifier?
    var markets: [StoreCode]
    var isRehearsal = false
    var plan = ConsumePlan()
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    var inputs = Inputs(
      selection: try selection(arguments, settings), user: settings.user,
      markets: settings.markets)
    // Who has the token needs no user; one that only a profile names is not meant.
    if settings.$user.origin != .configuration {
      inputs.owner = settings.user
    }
    inputs.isRehearsal = arguments[ConsumeOptions.dryRun]
    // A result has no token.
    if !inputs.isRehearsal { try arguments.refuse(SharedOptions.tokens.own, by: "consume") }
    inputs.plan = try ConsumePlan.read(arguments)
    inputs.plan.journal = settings.journal
    return inputs
  }

  private static func selection(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs.Selection {
    let numbers = withoutRepetitions(try arguments.values(of: payments))
    let token = try arguments.value(of: ConsumeOptions.tokenFile)
    let file = try arguments.value(of: ConsumeOptions.from)
    if token == "-" { try settings.requireInput(for: ConsumeOptions.tokenFile.specification) }
    if file == "-" { try settings.requireInput(for: ConsumeOptions.from.specification) }
    if arguments[ConsumeOptions.all] || file != nil {
      let name = file == nil ? "--all" : "--from"
      guard numbers.isEmpty, token == nil, file == nil || !arguments[ConsumeOptions.all] else {
        let other = !numbers.isEmpty ? "payment numbers" : token != nil ? "token" : "--all"
        throw UsageError(
          "\(name) takes no \(other)", hint: "give payment numbers, or --all, or --from FILE")
      }
    }
    if file == nil { try refuse(fileOptions, arguments, beside: "--from") }
    if arguments[ConsumeOptions.all] {
      return .all(try UnconsumedFilters.query(arguments, settings))
    }
    try refuse(UnconsumedFilters.specifications, arguments, beside: "--all")
    if let file {
      return .file(
        file, try arguments.value(of: ConsumeOptions.inputFormat),
        skipsBadLines: arguments[ConsumeOptions.skipBadLines])
    }
    guard !numbers.isEmpty else {
      throw .missingOperand("PAYMENT_SEQ, or --all, or --from FILE", help: "iapctl consume --help")
    }
    guard numbers.count == 1 || token == nil else {
      throw UsageError(
        "--token-file is for a single payment", hint: "list them with their tokens: --from FILE")
    }
    return .listed(numbers, tokenFile: token)
  }

  private static let fileOptions = [
    ConsumeOptions.inputFormat.specification, ConsumeOptions.skipBadLines.specification,
  ]

  /// The same number twice is one payment.
  private static func withoutRepetitions(_ numbers: [Identifier]) -> [Identifier] {
    var seen: Set<Identifier> = []
    return numbers.filter { seen.insert($0).inserted }
  }

  private static func refuse(
    _ options: [OptionSpecification], _ arguments: ParsedArguments, beside name: String
  ) throws(UsageError) {
    if let option = options.first(where: { arguments.values[$0.name] != nil }) {
      // What narrows a consume is never left out on our advice.
      let isFilter = UnconsumedFilters.specifications.contains { $0.name == option.name }
      throw UsageError(
        "--\(option.name) goes with \(name)",
        hint: isFilter
          ? "list what it finds with 'iapctl unconsumed', or consume it with --all in place of payments"
          : "add \(name), or leave it out")
    }
  }

  static func schema(for inputs: Inputs) -> RecordSchema? {
    inputs.isRehearsal ? PurchaseRecord.schema : ConsumeRecord.schema
  }

  static func hasEffect(_ inputs: Inputs) -> Bool { !inputs.isRehearsal }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    if inputs.isRehearsal { return try await DryRun.report(inputs, in: context) }
    let asks = try ConfirmationPrompt.isNeeded(inputs.selection, in: context)
    if let path = inputs.plan.keepUnknown { try KeptUnknowns.check(path, in: context.environment) }
    let opened = try ConsumeSession(inputs.plan, in: context)
    var source = try await ConsumeSource.open(inputs, opened.service, in: context)
    if asks { source = try await ConfirmationPrompt.confirmed(source, opened, in: context) }
    opened.announce(source.total)
    let kept = try inputs.plan.keepUnknown.map {
      try KeptUnknowns($0, in: context.environment)
    }
    let results = ConsumeResults(
      try await opened.runner(keeping: kept), source, opened, keeping: kept, in: context)
    if case .all(let query) = inputs.selection, opened.isJournaled {
      let user: Identifier? = if case .user(let user) = query.owner { user } else { nil }
      results.unmet = { try await opened.leftUnknown(of: user, unless: $0) }
    }
    return results.report
  }
}
