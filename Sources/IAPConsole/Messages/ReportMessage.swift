/// What stands before an error, a warning and a hint.
enum MessageLabel: Sendable {
  case error, warning, hint
}

/// What every command says of its course, by its id and its values.
enum ReportMessage: Hashable, Sendable {
  case succeeded
  /// The speed of work, and the remaining time.
  ///
  /// - Parameters:
  ///   - total: nil if it is not known.
  ///   - rate: how many are done in a second.
  case progress(Int, total: Int?, rate: Int)
  /// The failures that are not named.
  case moreFailures(Int)
  /// - Parameter command: does what was not done.
  case continuation(command: String)
}
