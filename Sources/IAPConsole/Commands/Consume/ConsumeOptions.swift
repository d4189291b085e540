import CommandLine
import IAPBatch
import IAPCore

enum ConsumeOptions {
  // Which payments
  static let all = Flag(
    "all", "consume everything that 'iapctl unconsumed' lists with the same filters")
  static let from = InputOptions.from
  static let tokenFile = InputOptions.tokenFile
  static let exactNumbers = InputOptions.exactNumbers
  static let dryRun = Flag("dry-run", "check and list what would be consumed; consume nothing")

  // How
  static let concurrency = Option(
    "concurrency", .number("N", in: 1...1000), fallback: "8", "how many payments at a time")
  static let rate = Option(
    "rate", .rate, "at most this many consumes a second, such as 5/s; lists are not counted")
  static let deliver = Option(
    "deliver", .name("COMMAND"), "deliver each payment with this command, then consume it")
  static let undo = Option(
    "undo", .name("COMMAND"), "if a consume is refused, revoke what was delivered with this command"
  )
  static let deliverTimeout = Option(
    "deliver-timeout", .duration, fallback: "60s", "the time limit of each command")

  static let takeOver = Flag(
    "take-over",
    "take payments whose command on another machine has no recorded end, and has ended")

  // Unknown outcomes and the journal
  static let resume = Flag(
    "resume", "settle what earlier runs left unknown, and skip what they consumed")
  static let onlyUnknown = Flag(
    "only-unknown",
    "with --resume: only payments that earlier runs left unknown, and no others")
  static let settle = GlobalOptions.settle
  static let keepUnknown = Option(
    "keep-unknown", .file("FILE"),
    "write payments that stay unknown, with tokens, to a new file for --resume --from")
  static let ticket = GlobalOptions.ticket
  static let alreadyConsumedOK = Flag(
    "already-consumed-ok", "treat already consumed payments as success")

  static let specifications =
    [all.specification] + UnconsumedFilters.specifications + [from.specification]
    + InputOptions.specifications
    + [OptionSpecification].of(
      exactNumbers, tokenFile, dryRun, concurrency, rate, deliver, undo, deliverTimeout, takeOver,
      resume, onlyUnknown, settle, keepUnknown, ticket, alreadyConsumedOK)
}
