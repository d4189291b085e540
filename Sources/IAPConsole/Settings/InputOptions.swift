import CommandLine
import IAPBatch
import IAPCore
import IAPMessages

/// How the file of `--from` is read.
struct InputOptions: Equatable, Sendable {
  static let from = Option(
    "from", .file("FILE"),
    "a file of payments: iapctl's output, JSON, CSV or numbers; - is standard input")
  static let inputFormat = Option<InputFormat>(
    "input-format", .choice("FORMAT"), "the format of the file, if its first line does not show it")
  static let skipBadLines = Flag(
    "skip-bad-lines", "report invalid lines and consume the others")
  static let headerLine = Option(
    "header-line", .number("N", in: 1...1_000_000),
    "the line of the header, if there is text above it")
  static let rejected = Option(
    "rejected", .file("FILE"), "write the invalid lines to this file, each with its reason")
  static let columns = ListOption(
    "columns",
    ValueParser<ColumnName>(
      "COLUMNS", expectation: "a column of iapctl and its name in the file, such as user=player"
    ) { word in ColumnNames.column(word).map { ColumnName(column: $0.column, name: $0.name) } },
    hasCommas: true, "which column of the file is what, such as user=player")
  static let ignoreColumns = ListOption(
    "ignore-columns", .name("COLUMN"), hasCommas: true,
    "columns of the file that do not matter; 'all' for all that iapctl does not know")

  static let compare = Option(
    "compare", ValueParser<RowComparison.Tokens>.choice("WHICH"), fallback: "auto",
    "which rows that have a token are compared with the lists of their users"
  )

  var format: InputFormat?
  var skipsBadLines = false
  var names = ColumnNames()
  var compares = RowComparison.Tokens.auto
  var rejected: String?
  /// Whether no spreadsheet has rounded the numbers.
  var areNumbersExact = false

  static let tokenFile = Option(
    "token-file", .file("FILE"), "the access token of a single payment; - is standard input")
  static let exactNumbers = Flag(
    "exact-numbers", "the payment numbers are right, even if many of them end in zeros")

  static func read(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> InputOptions {
    var options = InputOptions()
    options.names.timeZone = settings.timeZone
    options.format = try arguments.value(of: inputFormat)
    options.skipsBadLines = arguments[skipBadLines]
    options.rejected = try arguments.value(of: rejected)
    options.areNumbersExact = arguments[exactNumbers]
    options.names.headerLine = try arguments.value(of: headerLine)
    if options.names.headerLine != nil, let format = options.format, format != .csv {
      throw UsageError(
        ConsumeUsage.optionNeeds(
          option: headerLine.specification.name, other: "--input-format csv", isFilter: false))
    }
    options.compares = try arguments.value(of: compare) ?? .auto
    for value in try arguments.values(of: columns) {
      options.names.set(value.column, to: value.name)
    }
    for name in try arguments.values(of: ignoreColumns) {
      if name == "all" { options.names.ignoresAll = true } else { options.names.ignore(name) }
    }
    return options
  }

  static let specifications: [OptionSpecification] = .of(
    inputFormat, headerLine, columns, ignoreColumns, compare, skipBadLines, rejected)
}

/// A value of `--columns`.
struct ColumnName: Equatable, Sendable {
  let column: InputColumn
  let name: String
}
