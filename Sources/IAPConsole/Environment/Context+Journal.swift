import CommandLine
import IAPBatch
import IAPCore

extension Settings {
  /// The path of the journal: the setting, or else a file below `XDG_STATE_HOME`, or else below
  /// `~/.local/state`. A relative path in a variable is ignored, as the XDG Base Directory
  /// Specification requires.
  ///
  /// - Parameter home: the user's home directory if no variable sets it.
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
  /// The journal and its path.
  func journal() throws -> (journal: any Journal, path: String) {
    let path = try settings.journalPath(
      environment.variables, home: environment.host.operator.home)
    return (try environment.backends.journal(at: path, patience: settings.timeout), path)
  }
}
