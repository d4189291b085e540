import IAPBatch
import IAPCore

/// Where the journal of consumes is, for the commands that keep it and that read it.
enum JournalOption {
  static let option = Option(
    "journal", .file("PATH"),
    "the journal; without it iapctl/journal.db in $XDG_STATE_HOME or ~/.local/state")

  /// What the option says, else the place below `XDG_STATE_HOME`, else below `~/.local/state`. As the
  /// XDG specification has it, a relative path there counts as none.
  ///
  /// - Parameter home: the user's own folder, where no variable says it.
  static func path(
    _ given: String?, _ variables: [String: String], home: String?
  ) throws(UsageError) -> String {
    func folder(_ name: String, _ rest: String) -> String? {
      guard let value = variables[name], value.utf8.first == UInt8(ascii: "/") else { return nil }
      return value + rest
    }
    if let given { return given }
    guard
      let state = folder(Variables.stateHome, "") ?? folder(Variables.home, "/.local/state")
        ?? home.map({ $0 + "/.local/state" })
    else {
      throw UsageError(
        "there is no place for a journal",
        hint: "give --journal PATH, or set \(Variables.home) or \(Variables.stateHome)",
        origin: .configuration)
    }
    return state + "/iapctl/journal.db"
  }
}

extension Context {
  /// The journal, and where it is.
  ///
  /// - Parameter given: what the option says.
  func journal(_ given: String?) throws -> (journal: any Journal, path: String) {
    let path = try JournalOption.path(
      given, environment.variables, home: environment.operator().home)
    return (try environment.openJournal(path, settings.timeout), path)
  }
}
