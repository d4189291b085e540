import CommandLine
import IAPBatch
import IAPCore

/// The options of `consume`.
enum ConsumeOptions {
  // Which payments
  static let all = Flag(
    "all", "consume everything that 'iapctl unconsumed' lists with the same filters")
  static let from = Option(
    "from", .file("FILE"),
    "a file of payments: iapctl's output, JSON, CSV or numbers; - is standard input")
  static let inputFormat = Option<InputFormat>(
    "input-format", .choice("FORMAT"), "the format of the file, if its first line does not show it")
  static let skipBadLines = Flag(
    "skip-bad-lines", "report invalid lines and consume the others")
  static let tokenFile = Option(
    "token-file", .file("FILE"), "the access token of a single payment; - is standard input")
  static let dryRun = Flag("dry-run", "check and list what would be consumed; consume nothing")

  // How
  static let concurrency = Option(
    "concurrency", .number("N", in: 1...1000), fallback: "8", "how many payments at a time")
  static let rate = Option("rate", .rate, "at most this many requests a second, such as 5/s")
  static let deliver = Option(
    "deliver", .name("COMMAND"), "deliver each payment with this command, then consume it")
  static let undo = Option(
    "undo", .name("COMMAND"), "if a consume is refused, revoke what was delivered with this command"
  )
  static let deliverTimeout = Option(
    "deliver-timeout", .duration, fallback: "60s", "the time limit of each command")

  // Unknown outcomes and the journal
  static let resume = Flag(
    "resume", "settle what earlier runs left unknown, and skip what they consumed")
  static let settle = Option(
    "settle", .duration, "repeat unknown consumes in this run, for at most this long")
  static let keepUnknown = Option(
    "keep-unknown", .file("FILE"),
    "write payments that stay unknown, with tokens, to a new file for --resume --from")
  static let ticket = Option(
    "ticket", .name("TEXT"), "the reason, for the journal, such as a ticket number")
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

/// How payments are consumed. The same for all selections of payments.
struct ConsumePlan: Equatable, Sendable {
  var concurrency = 8
  /// The maximum number of requests per second; nil for no limit.
  var rate: Double?
  var deliver: String?
  var undo: String?
  var deliverTimeout = Duration.seconds(60)
  var journal: String?
  var ticket: String?
  var resumes = false
  var acceptsConsumed = false
  /// How long to repeat each unknown consume; nil to leave it unknown.
  var settle: Duration?
  /// The file for payments that stay unknown.
  var keepUnknown: String?
  /// Whether this run settles unknown payments.
  var settlesUnknown: Bool { resumes || settle != nil }
  /// Whether an option needs a journal. A fixture store has no journal otherwise, because it
  /// records every outcome itself.
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
        "--keep-unknown writes tokens, which must not go to standard output",
        hint: "give the path of a new file")
    }
    plan.acceptsConsumed = arguments[ConsumeOptions.alreadyConsumedOK]
    if plan.deliver == nil {
      for option in [
        ConsumeOptions.undo.specification, ConsumeOptions.deliverTimeout.specification,
      ]
      where arguments.values[option.name] != nil {
        throw UsageError(
          "--\(option.name) needs --deliver", hint: "add --deliver COMMAND, or leave it out")
      }
    }
    return plan
  }

  private static func limit(
    _ period: CalendarPeriod, of option: OptionSpecification
  ) throws(UsageError) -> Duration {
    guard let duration = period.duration, duration > .zero, duration <= .seconds(86_400) else {
      throw UsageError(
        "--\(option.name) must be more than 0 and at most a day",
        hint: "give it in seconds or minutes, such as 90s or 5m")
    }
    return duration
  }
}
