import CommandLine
import IAPBatch
import IAPCore
import IAPMessages

struct JournalInitCommand: Command {
  static let url = Operand(
    .one, .journal("URL", isURL: true), "the database: postgresql://OWNER@HOST:PORT/DATABASE")
  static let role = Option(
    "role", .name("NAME"), fallback: "support", "the account whose rights are printed")

  static let specification = CommandSpecification(
    "make the journal of a team in a database",
    discussion: [
      "Makes the tables of the journal in the schema 'iapctl' of a PostgreSQL database, or of one "
        + "that speaks its protocol, such as CockroachDB. Only this command needs the right to "
        + "create tables. If the journal exists, nothing is changed.",
      "Prints the statements that give an account the rights to consume payments with this "
        + "journal. The owner of the database runs them, for example with psql.",
      "The usual rules of PostgreSQL hold for passwords: ~/.pgpass, PGPASSFILE, or a service "
        + "file. Without TLS, a database is used on this machine only: give sslmode=verify-full.",
    ],
    options: [role.specification], operands: [url.specification],
    examples: [
      Example(
        """
        iapctl journal init \\
          postgresql://owner@db.example/iap?sslmode=verify-full
        """, "make the journal, and print the rights to grant", status: 69),
      Example(
        """
        iapctl journal init --role desk \\
          postgresql://owner@db.example/iap?sslmode=verify-full
        """, "the same, for the account 'desk'", status: 69),
    ])

  static let needs = SettingsNeed.environment
  var hasEffect: Bool { true }

  let url: String
  let role: String

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    url = try arguments.value(of: Self.url)
    role = try arguments.value(of: Self.role) ?? "support"
  }

  func run(in context: Context) async throws -> Report {
    let journal = try context.environment.backends.teamJournal(
      at: url, patience: context.settings.timeout)
    let made = try await journal.make(grantsTo: role)
    let text = made.grants.map { $0 + ";\n" }.joined()
    return Report(.text { sink in try sink(Array(text.utf8)) }) { summary in
      summary.done = JournalMessages.made
      summary.notices = [JournalMessages.isNew(made.isNew)]
    }
  }
}
