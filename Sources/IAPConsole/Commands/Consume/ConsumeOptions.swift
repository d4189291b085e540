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
  static let columns = ListOption(
    "columns",
    ValueParser<ColumnName>(
      "COLUMNS", expectation: "a column of iapctl and its name in the file, such as user=player"
    ) { word in ColumnNames.column(word).map { ColumnName(column: $0.column, name: $0.name) } },
    hasCommas: true, "which column of the file is what, such as user=player")
  static let ignoreColumns = ListOption(
    "ignore-columns", .name("COLUMN"), hasCommas: true,
    "columns of the file that do not matter; 'all' for all that iapctl does not know")
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
    "settle", .settleTime, from: .init(key: "settle"),
    fallback: "30s over the REST API, 0s on a fixture store",
    "repeat unknown consumes in this run, for at most this long; 0s: not at all")
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
      from.specification, inputFormat.specification, columns.specification,
      ignoreColumns.specification, skipBadLines.specification,
      tokenFile.specification, dryRun.specification, concurrency.specification,
      rate.specification, deliver.specification, undo.specification,
      deliverTimeout.specification, resume.specification, settle.specification,
      keepUnknown.specification, ticket.specification, alreadyConsumedOK.specification,
    ]
}

/// A value of `--columns`.
struct ColumnName: Equatable, Sendable {
  let column: InputColumn
  let name: String
}

/// How the file of `--from` is read.
struct InputOptions: Equatable, Sendable {
  var format: InputFormat?
  var skipsBadLines = false
  var names = ColumnNames()

  static func read(_ arguments: ParsedArguments) throws(UsageError) -> InputOptions {
    var options = InputOptions()
    options.format = try arguments.value(of: ConsumeOptions.inputFormat)
    options.skipsBadLines = arguments[ConsumeOptions.skipBadLines]
    for value in try arguments.values(of: ConsumeOptions.columns) {
      options.names.set(value.column, to: value.name)
    }
    for name in try arguments.values(of: ConsumeOptions.ignoreColumns) {
      if name == "all" { options.names.ignoresAll = true } else { options.names.ignore(name) }
    }
    return options
  }

  /// The options that are read.
  static let specifications = [
    ConsumeOptions.inputFormat.specification, ConsumeOptions.columns.specification,
    ConsumeOptions.ignoreColumns.specification, ConsumeOptions.skipBadLines.specification,
  ]
}

extension ValueParser where Value == Duration {
  /// A time of at most a day, which may be zero.
  static let settleTime = ValueParser(
    "DURATION", expectation: "0s, or a duration of at most a day, such as 90s or 5m"
  ) { word in
    let isZero = word.dropLast().allSatisfy { $0 == "0" } && word.utf8.count > 1
    if isZero, "smhd".contains(word.last ?? " ") { return .zero }
    return CalendarPeriod(word)?.duration.flatMap { $0 <= .seconds(86_400) ? $0 : nil }
  }
}

extension BatchItem {
  /// A payment of an unconsumed list.
  init(_ purchase: Purchase) {
    self.init(
      request: ConsumeRequest(
        paymentSeq: purchase.paymentSeq, user: purchase.userID,
        accessToken: purchase.accessToken, productSeq: purchase.productSeq),
      purchase: purchase, isConfirmed: true)
  }

  /// The payment of a line, with the user and markets of the command if the line has none.
  func completed(by inputs: ConsumeCommand.Inputs) -> BatchItem {
    var item = self
    if item.request.user == nil {
      item.request.user = item.request.accessToken == nil ? inputs.user : inputs.owner
    }
    if item.request.markets.isEmpty { item.request.markets = inputs.markets }
    return item
  }
}
