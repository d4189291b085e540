import IAPCore

extension ErrorMessages {
  /// How a command of the user ended, and the last line of its output.
  static func end(_ failure: CommandFailure, _ said: String?) -> String {
    let end =
      switch failure {
      case .exit(status: 126): "failed: the command cannot be run (exit status 126)"
      case .exit(status: 127): "failed: the command was not found (exit status 127)"
      case .exit(let status): "failed with exit status \(status)"
      case .signal(let signal): "was killed by signal \(signal)"
      case .timeOut(let limit): "had not ended after \(seconds(limit)) s and was stopped"
      case .notStarted(let why): "could not be started: \(why)"
      }
    return end + (said.map { "; it said: \($0)" } ?? "")
  }

  /// A time in seconds, with decimals only if it has a fraction: `60`, `0.500`.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let thousandths = String(1000 + attoseconds / 1_000_000_000_000_000).dropFirst()
    return "\(seconds)" + (thousandths == "000" ? "" : ".\(thousandths)")
  }
}
