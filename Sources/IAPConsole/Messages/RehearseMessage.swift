/// What `rehearse` notes, by its id and its values.
enum RehearseMessage: Hashable, Sendable {
  /// - Parameter requests: how many requests of each operation the program made: `consume 2`.
  case firstRunRight([String], cases: Int)
  /// - Parameter verdicts: how many cases have each verdict: `stuck 1`.
  case allRight(Int, verdicts: [String])
  /// - Parameter command: runs only this case again.
  case repetition(of: String, command: String)
  /// The number of failed cases without such a command.
  case moreRepetitions(Int)
  case kept(String, path: String)
  /// Cases whose requests were not made.
  case notHappened(Int, first: String)
  /// The number of cases in which the command that prints the grants failed.
  case grantedFailed(Int)
}
