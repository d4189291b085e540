import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Text

struct ConsumeCommand: Command {
  static let payments = Operand(.any, .paymentSeq, "a payment number")

  private static let paymentsOfStore = Operand(
    .any,
    ValueParser<Identifier>(
      "PAYMENT_SEQ", expectation: "a payment number, which is made of digits",
      mistake: ValueParser<Identifier>.notPaymentNumber
    ) { word in
      let number = Identifier(OrderNumber.read(word))
      return number.isDigits || OrderNumber(number.text) != nil ? number : nil
    }, payments.specification.summary)

  static let specification = CommandSpecification(
    "mark purchases as consumed",
    discussion: [
      "Marks payments as delivered. Consuming a payment cannot be undone. You can grant the "
        + "item before or after consuming. By hand: grant, then consume. In a script: 'iapctl "
        + "consume X && grant X'; make sure that the grant succeeds, because a payment that was "
        + "consumed and not granted is lost to the player. Or let iapctl do both: --deliver "
        + "runs a command for each payment before it is consumed, and --undo runs a command if "
        + "the consume was refused.",
      "The commands are run by /bin/sh, with the purchase as JSON on standard input and "
        + "IAPCTL_PAYMENT_SEQ, IAPCTL_USER, IAPCTL_PRODUCT, IAPCTL_PRODUCT_SEQ and IAPCTL_DEADLINE "
        + "(when iapctl ends the command) in the environment. Each command makes a state true, and may run any number of times: after "
        + "--deliver the player has the item of this payment once, after --undo the player does not "
        + "have it. So a command must look at what the player has now. A command that skips the "
        + "payments that it processed before is wrong: after an undo it would deliver nothing, and "
        + "the payment would be consumed.",
      "If a delivery fails, its payment is not consumed, and the next run delivers again. The undo "
        + "runs only after a refusal that proves that the payment is not consumed: never after "
        + "already-consumed, unknown or 429. Each run with --deliver delivers before it consumes, also "
        + "what an earlier run has delivered or taken back. If a payment was delivered and is already consumed, "
        + "another client may have granted the item too: it is not revoked, and the summary and "
        + "'iapctl journal report' name the payment. Check that the player has the item once.",
      "Both commands of a payment get the values of its last delivery; a row or a list that "
        + "contradicts them is refused (65). When a command ends or reaches its limit, iapctl ends "
        + "all processes that it started.",
      "Over the REST API, and with --deliver, a journal records every attempt and its outcome "
        + "('iapctl journal'). A payment that is consumed according to the journal is not sent "
        + "again, so that a script that runs twice grants once. A payment that was already "
        + "consumed is reported as already-consumed.",
      "Exit 7 means that a payment may or may not have been consumed: neither grant nor revoke "
        + "the item. Each such payment is named, with the command that settles it. It stays "
        + "unknown, and is not sent again, until a run with --resume asks the service again. If "
        + "it is already consumed then, your own earlier attempt may have done it, and "
        + "priorUnknown is true. A run with --resume that settles everything exits 0.",
      "Over the REST API, unknown consumes are repeated in the same run after the first answers of "
        + "all payments, for 30 seconds in all or for the time of --settle. A consumed payment is "
        + "in no list, so "
        + "its token cannot be looked up later: --keep-unknown writes unknown payments with "
        + "their tokens to a file, for 'iapctl consume --resume --from FILE'.",
      "--from reads the output of iapctl in every format except table, and files made by hand: "
        + "one JSON object a line, CSV with a header (separated by commas, semicolons or tabs), "
        + "or payment numbers alone. The columns are those of 'iapctl unconsumed', and ticket; "
        + "only paymentSeq is required. A column that iapctl does not know stops the run: "
        + "--columns user=player says what a column is, and --ignore-columns memo that it does not "
        + "matter ('iapctl help columns' lists what is known). All lines are checked before the first payment is sent. If --user is given, it must match every line that has a user. A file that contains "
        + "tokens must be readable only by its owner.",
      "What a row says beside its number is compared with its payment before anything is sent, also if the "
        + "row has a token: with --compare auto, the lists of up to 1,000 users are asked for that; with "
        + "all, those of all users. A payment that is not in the list of the user that its row names is not "
        + "sent. The summary says what was not compared.",
      "--all needs --user on the command line: a variable or a profile is not enough. The service "
        + "API gives no times of purchase, so --all takes no --limit there.",
      "On a terminal iapctl asks before it consumes. Without a terminal, --all and --from need "
        + "--yes; payments that are given by number are consumed without a question.",
    ],
    heading: "Purchases",
    options: ConsumeOptions.specifications, operands: [payments.specification],
    examples: [
      Example("iapctl consume 2026011210000001 --user alice", "mark one payment as delivered"),
      Example(
        "iapctl consume --all --user alice --dry-run", "preview what would be consumed"),
      Example(
        "iapctl consume --all --user alice --yes", "mark all of alice's payments as delivered"),
    ],
    related: ["explain", "journal", "unconsumed"])

  static let schema = ConsumeRecord.schema

  struct Inputs: Equatable, Sendable {
    enum Selection: Equatable, Sendable {
      case listed([Identifier], tokenFile: String?)
      case all(UnconsumedQuery)
      case file(String, InputOptions)
    }

    var selection: Selection
    /// The user of payments without a user.
    var user: Identifier?
    /// The user of payments with a token, if the command line names one.
    var owner: Identifier?
    var markets: [StoreCode]
    var isRehearsal = false
    var plan = ConsumePlan()
  }

  let inputs: Inputs

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    inputs = try Self.inputs(arguments, settings)
  }

  private static func inputs(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    var inputs = Inputs(
      selection: try selection(arguments, settings), user: settings.user,
      markets: settings.markets)
    // A payment with a token needs no user, so that of the environment or a profile is not applied to it.
    if settings.isTyped(GlobalOptions.user.specification) { inputs.owner = settings.user }
    inputs.isRehearsal = arguments[ConsumeOptions.dryRun]
    // Results contain no tokens.
    if !inputs.isRehearsal { try arguments.refuse(SharedOptions.tokens.own, by: "consume") }
    inputs.plan = try ConsumePlan.read(arguments, settings)
    if inputs.plan.onlyUnknown, !inputs.plan.rules.resumes {
      throw UsageError(ConsumeUsage.onlyUnknownNeedsResume)
    }
    inputs.plan.journal = settings.journal
    if inputs.plan.rules.takesOver, !(settings.journal.map(PostgresJournal.isURL) ?? false) {
      throw UsageError(ConsumeUsage.takeOverNeedsTeam)
    }
    if inputs.plan.lacksTicket {
      // The lines of a file can have tickets of their own.
      guard case .file = inputs.selection else {
        throw UsageError(ConsumeUsage.noTicket(profile: inputs.plan.profileRequiringTicket))
      }
    }
    return inputs
  }

  private static func selection(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs.Selection {
    // Where payments are found by their order numbers, the answer names the payment.
    let findsPayments =
      (try? settings.isRemote) == false || settings.dialect.traits.findsPayments
    // Numbers that repeat only without their leading zeros are repeated, too.
    let numbers = try arguments.values(of: findsPayments ? paymentsOfStore : payments)
      .unique(by: \.withoutLeadingZeros)
    let token = try settings.path(ConsumeOptions.tokenFile, arguments)
    let file = try settings.path(ConsumeOptions.from, arguments)
    if arguments[ConsumeOptions.all] || file != nil {
      let name = file == nil ? "--all" : "--from"
      guard numbers.isEmpty, token == nil, file == nil || !arguments[ConsumeOptions.all] else {
        let other: ConsumeUsage.Other =
          !numbers.isEmpty ? .payments : token != nil ? .token : .all
        throw UsageError(ConsumeUsage.sourceTakesNo(other, source: name))
      }
    }
    if file == nil { try refuse(InputOptions.specifications, arguments, beside: "--from") }
    if arguments[ConsumeOptions.all] {
      if arguments[ConsumeOptions.onlyUnknown] { throw UsageError(ConsumeUsage.onlyUnknownOfAll) }
      try checkAll(arguments, settings)
      return .all(try UnconsumedFilters.query(arguments, settings))
    }
    try refuse(UnconsumedFilters.specifications, arguments, beside: "--all")
    if let file {
      return .file(file, try InputOptions.read(arguments, settings))
    }
    guard !numbers.isEmpty else {
      throw .argument(
        .missingOperand(
          translatable("PAYMENT_SEQ, or --all, or --from FILE"), help: "iapctl consume --help"))
    }
    guard numbers.count == 1 || token == nil else {
      throw UsageError(ConsumeUsage.tokenOfSeveral)
    }
    return .listed(numbers, tokenFile: token)
  }

  /// Whose payments are all consumed must be typed. And a list without times has no oldest payments,
  /// so that a limit would choose any of them.
  private static func checkAll(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) {
    try refuse([ConsumeOptions.exactNumbers.specification], arguments, beside: "--from")
    guard
      settings.isTyped(GlobalOptions.user.specification) || arguments[UnconsumedFilters.allUsers]
    else {
      throw UsageError(ConsumeUsage.allNeedsUser(settings.user))
    }
    let limit = UnconsumedFilters.limit.specification
    if arguments.values[limit.name] != nil, (try? settings.isRemote) == true,
      !settings.dialect.traits.listsTimes
    {
      throw UsageError(
        ConsumeUsage.limitWithoutTimes(api: settings.dialect.rawValue))
    }
  }

  private static func refuse(
    _ options: [OptionSpecification], _ arguments: ParsedArguments, beside name: String
  ) throws(UsageError) {
    if let option = options.first(where: { arguments.values[$0.name] != nil }) {
      // Never advise the user to omit a filter: the command would consume more than intended.
      let isFilter = UnconsumedFilters.specifications.contains { $0.name == option.name }
      throw UsageError(
        ConsumeUsage.optionNeeds(option: option.name, other: name, isFilter: isFilter))
    }
  }

  var schema: RecordSchema { inputs.isRehearsal ? PurchaseRecord.schema : Self.schema }
  var hasEffect: Bool { !inputs.isRehearsal }

  func run(in context: Context) async throws -> Report {
    if inputs.isRehearsal { return try await DryRun.report(inputs, in: context) }
    let asks = try ConfirmationPrompt.isNeeded(inputs.selection, in: context)
    if let path = inputs.plan.keepUnknown { try KeptUnknowns.check(path, in: context) }
    let session = try ConsumeSession(inputs.plan, in: context)
    let source = try await inputs.source(session, in: context)
    if asks { try await ConfirmationPrompt.confirm(source, session, in: context) }
    let kept = try inputs.plan.keepUnknown.map {
      try KeptUnknowns($0, of: session.issuer, in: context.environment)
    }
    let batch = try await session.batch(keeping: kept)
    return ConsumeResults(inputs.selection, source, batch, session, keeping: kept, in: context)
      .report
  }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    SettlingCommands.hint(for: error, typed)
  }
}
