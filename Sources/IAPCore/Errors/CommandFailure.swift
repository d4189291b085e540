import Languages

/// How a command that the user configured failed, such as a delivery command.
package enum CommandFailure: Hashable, Sendable {
  case exit(status: Int32)
  case signal(Int32)
  case timeOut(after: Duration)
  case notStarted(why: String)
}

extension CommandFailure {
  /// What a signal says to a person.
  static func stop(by signal: Int32) -> Sentence {
    switch signal {
    case 1: "hung up (the terminal was closed)"
    case 2: "interrupted (Ctrl-C)"
    case 15: "terminated (signal 15)"
    default: "stopped by signal \(signal)"
    }
  }

  /// How a command of the user ended, and the last line of its output.
  func end(_ lastLine: String?) -> Sentence {
    let end: Sentence =
      switch self {
      case .exit(status: 126): "failed: the command cannot be run (exit status 126)"
      case .exit(status: 127): "failed: the command was not found (exit status 127)"
      case .exit(let status): "failed with exit status \(status)"
      case .signal(let signal): "was killed by signal \(signal)"
      case .timeOut(let limit): "had not ended after \(limit.seconds) s and was stopped"
      case .notStarted(let why): "could not be started: \(why)"
      }
    let output: Sentence? = lastLine.map { "; it said: \($0)" }
    return "\(end)\(output)"
  }
}

extension Duration {
  /// A time in seconds, with decimals only if it has a fraction: `60`, `0.500`.
  fileprivate var seconds: String {
    let (seconds, attoseconds) = components
    let thousandths = String(1000 + attoseconds / 1_000_000_000_000_000).dropFirst()
    return "\(seconds)" + (thousandths == "000" ? "" : ".\(thousandths)")
  }
}
