import CommandLine
import IAPBatch
import IAPCore

extension Settings {
  /// Where the journal is: what a setting says, else the place below `XDG_STATE_HOME`, else below
  /// `~/.local/state`. As the XDG specification has it, a relative path there counts as none.
  ///
  /// - Parameter home: the user's own folder, if no variable says it.
  func journalPath(_ variables: [String: String], home: String?) throws(UsageError) -> String {
    func folder(_ name: String, _ rest: String) -> String? {
      guard let value = variables[name], value.utf8.first == UInt8(ascii: "/") else { return nil }
      return value + rest
    }
    if let journal { return journal }
    guard
      let state = folder(Variables.stateHome, "") ?? folder(Variables.home, "/.local/state")
        ?? home.map({ $0 + "/.local/state" })
    else {
      throw UsageError(
        "no folder for the journal",
        hint: "give --journal FILE, or set \(Variables.home) or \(Variables.stateHome)",
        origin: .configuration)
    }
    return state + "/iapctl/journal.db"
  }
}

extension Context {
  /// The journal, and where it is.
  func journal() throws -> (journal: any Journal, path: String) {
    let path = try settings.journalPath(
      environment.variables, home: environment.host.operator.home)
    return (try environment.backends.journal(at: path, patience: settings.timeout), path)
  }
}
