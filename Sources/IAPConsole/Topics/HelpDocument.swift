import CommandLine
import IAPMessages
import JSON
import Languages
import Text

enum HelpDocument {
  /// Changes if a key changes its meaning or goes away.
  static let schemaVersion = 1

  static func make(of manual: Manual) -> JSONValue {
    .object([
      .init("schemaVersion", .integer(schemaVersion)),
      .init("version", .string(manual.version)),
      .init("command", manual.document(of: manual.program)),
      .init("topics", .array(manual.topics.map { manual.entry($0.name, $0.summary) })),
      .init("variables", entries(EnvironmentTopic.variables, manual)),
      .init("exitCodes", .array(exitCodes(manual.language))),
      .init("errorFields", entries(OutputTopic.errorKeys, manual)),
    ])
  }

  /// A row of several names, such as `LC_ALL, LANG`, becomes an entry for each.
  private static func entries(_ rows: [Definition], _ manual: Manual) -> JSONValue {
    .array(
      rows.flatMap { row in
        guard case .literal(let names) = row.term else { return [JSONValue]() }
        return names.parts(between: ", ").map { manual.entry(String($0), row.text) }
      })
  }

  private static func exitCodes(_ language: Language) -> [JSONValue] {
    ExitStatus.documented.flatMap { row in
      row.codes.parts(between: ", ").map { code in
        .object([
          .init("code", .number(String(code))),
          .init("meaning", .string(language.text(row.meaning))),
        ])
      }
    }
  }
}
