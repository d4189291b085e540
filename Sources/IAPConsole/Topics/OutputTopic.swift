import CommandLine
import JSON

enum OutputTopic {
  static let topic = Topic(
    "output", "formats, fields, errors, colour",
    [Part("Output", [.paragraph(streams), .definitions(formats), .paragraph(values)] + details)])

  private static let streams =
    "Standard output is data; everything else is on standard error. -o FORMAT (--output FORMAT, "
    + "or the variable IAPCTL_OUTPUT) chooses its format. The output on a pipe is the same as "
    + "on a terminal, without colour and truncation."

  private static let formats = OutputFormat.allCases.map { format in
    Definition(format.rawValue, summary(of: format))
  }

  private static func summary(of format: OutputFormat) -> String {
    switch format {
    case .table:
      "for people: aligned by display width; on a terminal, long cells are cut with an "
        + "ellipsis, and rows that are still too wide are shown with one field a line"
    case .json: "one document: an object with a list under its name, such as purchases"
    case .jsonl: "one record a line, each written as soon as it is known"
    case .csv:
      "for programs: RFC 4180 with a header, exact in every cell; null is an empty cell, an empty text is \"\""
    case .spreadsheet:
      "csv for people: a spreadsheet shows payment numbers, tokens and times as they are, because "
        + "they are written as text (=\"2026011210000001\") after a byte-order mark, and a cell that it would "
        + "run as a formula is made harmless"
    }
  }

  private static let values =
    "Records have the SDK's property names. In JSON every key is always present, and null if "
    + "unknown; prices are numbers with their exact decimal digits, and instants are RFC 3339 "
    + "in UTC with milliseconds. --fields chooses fields and their order; an unknown field is "
    + "an error that lists the valid ones. --no-header omits the header line of table, csv "
    + "and spreadsheet. accessToken is null without --show-tokens. Control characters, escape "
    + "sequences and bidirectional overrides in data are made visible, and escaped in JSON."

  private static let details: [Block] = [
    .part(
      Part(
        "Errors",
        [
          .paragraph(
            "An error is a line 'iapctl: error: WHAT HAPPENED [DOMAIN CODE NAME]', followed by a line 'hint: WHAT TO DO' if there is something to do; "
              + "'iapctl explain CODE' explains the code. With json and jsonl an error is one "
              + "line of JSON, also for usage errors; notes and traces are lines of JSON too. A "
              + "batch ends with its summary: as text, or as one line of JSON with the member "
              + "'summary'. Failures that differ only in the payment are reported as one error, "
              + "but each payment that may or may not have been consumed is named:"),
          .definitions(errorKeys),
        ])),
    .part(
      Part(
        "Colour",
        [
          .paragraph(
            "Decided by --color, then NO_COLOR, then CLICOLOR_FORCE, then TERM=dumb, then by "
              + "whether that stream is a terminal.")
        ])),
  ]

  static let errorKeys = Definition.words([
    "error.name": "the error's name, such as expired or usage",
    "error.domain": "com.nhncloud.iap, com.nhncloud.http, or iapctl for what is no IAP error",
    "error.code": "the number in its domain, or null",
    "error.serverCode": "the result code of the IAP server, or null",
    "error.httpStatus": "the HTTP status, or null",
    "error.paymentSeq": "the payment that it concerns, or null",
    "error.storeCode": "the market that it concerns, or null",
    "error.productIdentifier": "the product that it concerns, or null",
    "error.message": "what happened",
    "error.hint": "what to do, or null",
    "error.outcome":
      "what is known of the payment: not-applied, applied or unknown. Already consumed is "
      + "not-applied: this call did not consume it.",
    "error.retryable": "whether the same command may succeed later: true for exit codes 69 and 75",
    "error.exitCode": "what the process exits with",
  ])
}
