extension ErrorMessages {
  /// What a signal says to a person.
  static func stopped(by signal: Int32) -> String {
    switch signal {
    case 1: "hung up (the terminal was closed)"
    case 2: "interrupted (Ctrl-C)"
    case 15: "terminated (signal 15)"
    default: "stopped by signal \(signal)"
    }
  }
}
