import CommandLine
import IAPBatch
import IAPCore
import IAPMessages

struct JournalImportCommand: Command {
  static let file = Operand(.one, .file("FILE"), "the journal file")
  static let url = Operand(
    .one, at: 1, .journal("URL", isURL: true), "the journal in the database")

  static let specification = CommandSpecification(
    "bring the history of a journal file into the journal of a team",
    discussion: [
      "Adds all runs and entries of a journal file to a journal in a database. What is there "
        + "already is not added again, so the command can be repeated, also while others work.",
      "A payment that is consumed in one of the two is consumed; one that is unknown in one of "
        + "them is unknown. While a run is working on a payment, its outcome is not changed: "
        + "the command says so, and exits 75. Run it again later.",
      "No run may use the file meanwhile. The file is not changed. Afterwards, use only the "
        + "database: the file would not know what others consume.",
    ],
    operands: [file.specification, url.specification],
    examples: [
      Example(
        """
        iapctl journal import journal.db \\
          postgresql://kim@db.example/iap?sslmode=verify-full
        """, "add the history of a file", status: 66),
      Example(
        """
        TEAM="postgresql://kim@db.example/iap?sslmode=verify-full"
        iapctl journal import ~/.local/state/iapctl/journal.db "$TEAM"
        """, "add the history of your usual journal", status: 66),
    ])

  static let needs = SettingsNeed.environment
  var hasEffect: Bool { true }

  let file: String
  let url: String

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    file = try arguments.value(of: Self.file)
    url = try arguments.value(of: Self.url)
  }

  func run(in context: Context) async throws -> Report {
    guard context.environment.fileExists(file) else {
      throw IAPError.iapctl(.inputMissing, .file(file, .missing))
    }
    let backends = context.environment.backends
    let journal = try backends.teamJournal(at: url, patience: context.settings.timeout)
    let source = try backends.journal(
      at: file, patience: context.settings.timeout, command: .zero)
    guard let source = source as? SQLiteJournal else {
      throw UsageError(CommandUsage.notAFile(path: file))
    }
    let imported = try await journal.add(historyOf: source)
    if imported.busy > 0 {
      throw JournalErrors(of: url).inUse(payments: imported.busy)
    }
    return .nothing(notices: [JournalMessages.imported(imported)])
  }
}
