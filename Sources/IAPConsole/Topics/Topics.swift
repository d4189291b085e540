import CommandLine
import IAPMessages
import JSON
import Text

/// The help topics and the pages of the file formats.
enum Topics {
  static let topics = [
    ExitCodesTopic.topic, EnvironmentTopic.topic, OutputTopic.topic, ColumnsTopic.topic,
    SDKTopic.topic,
  ]

  /// The file formats. Each has a manual page.
  static let formats = [ConfigurationFormatTopic.topic, FixtureFormatTopic.topic]
}

extension JSONSchema.Object {
  /// The keys of an object, as a section of its manual page.
  var part: Part {
    Part(
      name ?? "The file",
      [
        .paragraph(summary),
        .definitions(
          members.map { key in
            Definition(
              key.name, "\(key.schema.kind)\(key.isRequired ? ", required" : ""): \(key.summary)")
          }),
      ])
  }
}

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
  /// The meaning of a code; nil if iapctl does not exit with it.
  static func meaning(of status: Int) -> String? {
    documented.first { $0.codes.parts(between: ", ").contains("\(status)") }?.meaning
  }

  static let documented: [(codes: String, meaning: String)] = [
    ("0", "done; an empty list is done"),
    ("2", "not confirmed"),
    ("3", "the named product, payment or code does not exist"),
    ("4", "the service refused the payment, or it was already consumed"),
    (
      "5", "part of a batch, or of several markets, failed; or a delivery or an undo command failed"
    ),
    ("6", "a check failed (store check, config check, rehearse, --fail-empty)"),
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
