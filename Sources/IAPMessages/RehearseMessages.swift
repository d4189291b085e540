import IAPCore
package import Languages

/// What `rehearse` notes.
package enum RehearseMessages {
  /// - Parameter requests: how many requests of each operation the program made: `consume 2`.
  package static func firstRunRight(_ requests: [String], cases count: Int) -> Sentence {
    "the first run is right; its requests: \(list: requests); \(count, "case", "cases") to run"
  }

  /// - Parameter verdicts: how many cases have each verdict: `stuck 1`.
  package static func allRight(_ count: Int, verdicts: [String]) -> Sentence {
    "\(count, "case", "cases"): all right (\(list: verdicts))"
  }

  /// - Parameter command: runs only this case again.
  package static func repetition(of name: String, command: String) -> Sentence {
    "to repeat \(name): \(command)"
  }

  /// The number of failed cases without such a command.
  package static func moreRepetitions(_ count: Int) -> Sentence {
    "\(count, "more case", "more cases") failed; -o json has the command for each"
  }

  package static func kept(_ name: String, path: String) -> Sentence {
    "the files of \(name) are in \(path)"
  }

  /// Cases whose requests were not made.
  package static func notHappened(_ count: Int, first: String) -> Sentence {
    """
    \(count, "case", "cases") did not happen, because the program made no such request; the first \
    one: \(first)
    """
  }

  /// The number of cases in which the command that prints the grants failed.
  package static func grantedFailed(_ count: Int) -> Sentence {
    """
    the command of --granted failed in \(count, "case", "cases"); what it printed there was counted
    """
  }
}
