import CommandLine
import JSON

/// The help topics and the pages of the file formats.
enum Topics {
  static let topics = [ExitCodesTopic.topic, EnvironmentTopic.topic, OutputTopic.topic]

  /// The file formats. Each has a manual page.
  static let formats = [ConfigurationFormatTopic.topic, FixtureFormatTopic.topic]
}

extension JSONFormat {
  /// The keys of an object, as a section of its manual page.
  var part: Part {
    Part(
      place.isEmpty ? "The file" : place,
      [
        .paragraph(summary),
        .definitions(
          keys.map { key in
            Definition(
              key.name, "\(key.kind.rawValue)\(key.isRequired ? ", required" : ""): \(key.summary)")
          }),
      ])
  }
}

/// The help on exit codes.
enum ExitCodesTopic {
  static let topic = Topic(
    "exit-codes", "help on exit codes",
    [
      Part(
        "Exit status",
        [
          .definitions(ExitStatus.documented.map { Definition($0.codes, $0.meaning) }),
          .paragraph(
            "A single payment exits with its own code. A batch in which all payments failed "
              + "alike exits with their code. Any other batch exits with the first of these "
              + "codes that one of its payments has: 74, 7, 77, 78, 76, then 75 or 69 if "
              + "nothing at all was applied, else 5."),
        ])
    ])
}

extension ExitStatus {
  /// The meaning of each exit code.
  static let documented: [(codes: String, meaning: String)] = [
    ("0", "done; an empty list is done"),
    ("2", "not confirmed"),
    ("3", "the named product, payment or code does not exist"),
    ("4", "the service refused the payment, or it was already consumed"),
    (
      "5", "part of a batch, or of several markets, failed; or a delivery or an undo command failed"
    ),
    ("6", "a check failed (store check, --fail-empty)"),
    ("7", "unknown: a consume, purchase, restore or reprocess may or may not have happened"),
    ("64", "usage"),
    (
      "65",
      "bad data: a batch line, a seed, a file that is no store or journal, one that is damaged "
        + "or newer than iapctl"
    ),
    ("66", "an input file or a store is missing, is a directory, or may not be read"),
    (
      "69",
      "the service cannot be reached or does not answer, and of a consume nothing was sent; "
        + "serve: the port is in use, or a library is missing; no more files can be opened "
        + "(ulimit -n)"
    ),
    ("70", "a bug in iapctl"),
    (
      "74",
      "output, journal or store cannot be written; the error says whether anything was applied"
    ),
    (
      "75",
      "try again: the service asks to wait, or another process kept the store, the journal or "
        + "the configuration locked; nothing was applied"
    ),
    ("76", "the answer is not the documented one"),
    ("77", "credentials refused (HTTP 401 or 403)"),
    ("78", "configuration: no backend was given, or a variable or a profile is wrong"),
    ("126", "'serve -- COMMAND': the command cannot be run"),
    ("127", "'serve -- COMMAND': the command does not exist"),
    ("130, 143, 129", "interrupted, terminated, hung up"),
    ("141", "the reader of standard output closed the pipe"),
  ]
}

/// The help on output.
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
      "RFC 4180 with a header; a cell that a spreadsheet would run as a formula is made harmless"
    case .spreadsheet:
      "csv for people: a spreadsheet shows payment numbers, tokens and times as they are, because "
        + "they are written as text (=\"2026011210000001\") after a byte-order mark"
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

  private static let errorKeys = [
    Definition("error.name", "the error's name, such as expired or usage"),
    Definition(
      "error.domain", "com.nhncloud.iap, com.nhncloud.http, or iapctl for what is no IAP error"),
    Definition("error.code", "the number in its domain, or null"),
    Definition("error.serverCode", "the result code of the IAP server, or null"),
    Definition("error.httpStatus", "the HTTP status, or null"),
    Definition("error.paymentSeq", "the payment that it concerns, or null"),
    Definition("error.storeCode", "the market that it concerns, or null"),
    Definition("error.productIdentifier", "the product that it concerns, or null"),
    Definition("error.message", "what happened"),
    Definition("error.hint", "what to do, or null"),
    Definition(
      "error.outcome",
      "what is known of the payment: not-applied, applied or unknown. Already consumed is "
        + "not-applied: this call did not consume it."),
    Definition(
      "error.retryable",
      "whether the same command may succeed later: true for exit codes 69 and 75"),
    Definition("error.exitCode", "what the process exits with"),
  ]
}

/// The help on the variables and files that iapctl reads.
enum EnvironmentTopic {
  static let topic = Topic(
    "environment", "variables and files that iapctl reads",
    [
      Part(
        "Environment",
        [
          .paragraph(
            "Where a command acts (the store or the server, with its API and app key) is taken whole from "
              + "the first of these that names it: options, a typed --profile, the environment, the "
              + "current profile. A typed --profile replaces the variables of the settings that a "
              + "profile can have. Other settings: option, typed --profile, environment, current "
              + "profile, default. An empty "
              + "variable counts as not set. An invalid value exits 64 if an option gave it, "
              + "and 78 if a variable or a profile gave it."),
          .definitions(own + common),
        ]),
      Part(
        "Service zone",
        [
          .paragraph(
            "An app chooses the environment of the purchase service by the SDK's service zone; "
              + "iapctl chooses it by the address of its server (--url). The default is the real "
              + "environment. A payment of a store's own sandbox is marked by the field "
              + "sandboxPayment.")
        ]),
      Part(
        "Files",
        [
          .definitions([
            Definition(
              "$XDG_CONFIG_HOME/iapctl/config.json",
              "The profiles, see iapctl-config(5). If the variable is not set, the folder is "
                + "~/.config. Nothing is read from the current directory."),
            Definition(
              "$XDG_STATE_HOME/iapctl/journal.db",
              "The journal of consumes, unless --journal names another. If the variable is not "
                + "set, the folder is ~/.local/state. The files next to it whose names begin "
                + "with its name belong to it: do not delete them."),
          ])
        ]),
    ])

  private static let own =
    options + [
      Definition(
        Variables.person,
        "the name of the person who works with iapctl, which the journal has beside the login"),
      Definition(
        Variables.appKey,
        "the app key of the REST API itself; no option takes it, because it would be visible in "
          + "the process list"),
    ]

  private static let options = GlobalOptions.all.compactMap { option in
    option.sources.variable.map { variable in
      let several = option.isList ? ", several separated by commas" : ""
      return Definition(variable, "\(option.summary)\(several); as --\(option.name)")
    }
  }

  private static let common = [
    Definition(
      Variables.locale.joined(separator: ", "),
      "the language of error meanings if --lang is not given; the first that is set counts"),
    Definition(Variables.colour.never, "set to anything: no colour"),
    Definition(
      Variables.colour.always, "set to anything but 0: colour, unless NO_COLOR is set too"),
    Definition(Variables.colour.terminal, "dumb: no colour"),
    Definition(
      Variables.temporaryDirectory,
      "where 'tour' and 'serve --seed' make their stores; default: /tmp"),
    Definition(
      Variables.certificateFile, "trusted certificates, instead of the system's"),
    Definition(
      Variables.proxies.joined(separator: ", "),
      "the proxy to use (for https only), and the hosts that are reached without it"),
    Definition(Variables.configurationHome, "where the configuration is; default: ~/.config"),
    Definition(
      Variables.stateHome,
      "where the journal and the locks of a team's journal are; default: ~/.local/state"),
    Definition(Variables.home, "the folder that ~ stands for"),
  ]
}
