import CommandLine
import IAPBatch
import IAPCore

/// What `consume` can be told.
enum ConsumeOptions {
  // Which payments
  static let all = Flag("all", "everything that 'iapctl unconsumed' lists with the same filters")
  static let from = Option(
    "from", .file("FILE"),
    "a file of payments: iapctl's output, JSON, CSV or numbers; - is standard input")
  static let inputFormat = Option<InputFormat>(
    "input-format", .choice("FORMAT"), "the format of the file, if its first line does not show it")
  static let skipBadLines = Flag(
    "skip-bad-lines", "report the lines that cannot be used, and go on without them")
  static let tokenFile = Option(
    "token-file", .file("FILE"), "the access token of a single payment; - is standard input")
  static let dryRun = Flag("dry-run", "check and list what would be consumed, and consume nothing")

  // How
  static let concurrency = Option(
    "concurrency", .number("N", in: 1...1000), fallback: "8", "how many payments at a time")
  static let rate = Option("rate", .rate, "how many requests a second at most: 5/s")
  static let deliver = Option(
    "deliver", .name("COMMAND"), "deliver each payment with this command, then consume it")
  static let undo = Option(
    "undo", .name("COMMAND"), "take back with this command what was delivered and then refused")
  static let deliverTimeout = Option(
    "deliver-timeout", .duration, fallback: "60s", "how long each of the commands may take")

  // What is kept of it
  static let resume = Flag(
    "resume", "settle what earlier runs left unknown, and skip what they consumed")
  static let settle = Option(
    "settle", .duration, "ask again for so long, in this run, about each payment that is unknown")
  static let keepUnknown = Option(
    "keep-unknown", .file("FILE"),
    "write what is left unknown, with tokens, to a new file for --resume --from")
  static let ticket = Option("ticket", .name("TEXT"), "why, for the journal: a ticket's number")
  static let alreadyConsumedOK = Flag(
    "already-consumed-ok", "treat already consumed payments as success")

  static let specifications =
    [all.specification]
    + UnconsumedFilters.specifications
    + [
      from.specification, inputFormat.specification, skipBadLines.specification,
      tokenFile.specification, dryRun.specification, concurrency.specification,
      rate.specification, deliver.specification, undo.specification,
      deliverTimeout.specification, resume.specification, settle.specification,
      keepUnknown.specification, ticket.specification, alreadyConsumedOK.specification,
    ]
}

/// How the payments are gone about, whichever they are.
struct ConsumePlan: Equatable, Sendable {
  var concurrency = 8
  /// Requests a second; nil for as many as there are.
  var rate: Double?
  var deliver: String?
  var undo: String?
  var deliverTimeout = Duration.seconds(60)
  var journal: String?
  var ticket: String?
  var resumes = false
  var acceptsConsumed = false
  /// How long each unknown payment is asked about again; nil if it is left unknown.
  var settle: Duration?
  /// The file for what is left unknown.
  var keepUnknown: String?
  /// Whether it was asked to find out what became of unknown payments.
  var settlesUnknown: Bool { resumes || settle != nil }
  /// Whether a journal is asked for where none would be kept: a fixture store keeps what it did.
  var wantsJournal: Bool {
    deliver != nil || journal != nil || ticket != nil || resumes || settle != nil
  }

  static func read(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> ConsumePlan {
    var plan = ConsumePlan()
    plan.concurrency = try arguments.value(of: ConsumeOptions.concurrency) ?? plan.concurrency
    plan.rate = try arguments.value(of: ConsumeOptions.rate)
    plan.deliver = try arguments.value(of: ConsumeOptions.deliver)
    plan.undo = try arguments.value(of: ConsumeOptions.undo)
    if let period = try arguments.value(of: ConsumeOptions.deliverTimeout) {
      plan.deliverTimeout = try limit(
        period, of: ConsumeOptions.deliverTimeout.specification)
    }
    plan.ticket = try arguments.value(of: ConsumeOptions.ticket)
    plan.resumes = arguments[ConsumeOptions.resume]
    if let period = try arguments.value(of: ConsumeOptions.settle) {
      plan.settle = try limit(period, of: ConsumeOptions.settle.specification)
    }
    plan.keepUnknown = try arguments.value(of: ConsumeOptions.keepUnknown)
    if plan.keepUnknown == "-" {
      throw UsageError(
        "--keep-unknown writes tokens, which do not belong on standard output",
        hint: "name a new file")
    }
    plan.acceptsConsumed = arguments[ConsumeOptions.alreadyConsumedOK]
    if plan.deliver == nil {
      for option in [
        ConsumeOptions.undo.specification, ConsumeOptions.deliverTimeout.specification,
      ]
      where arguments.values[option.name] != nil {
        throw UsageError(
          "--\(option.name) goes with --deliver", hint: "add --deliver COMMAND, or leave it out")
      }
    }
    return plan
  }

  private static func limit(
    _ period: CalendarPeriod, of option: OptionSpecification
  ) throws(UsageError) -> Duration {
    guard let duration = period.duration, duration > .zero, duration <= .seconds(86_400) else {
      throw UsageError(
        "--\(option.name) is not a time above 0 and of at most a day",
        hint: "give seconds or minutes: 90s, 5m")
    }
    return duration
  }
}
