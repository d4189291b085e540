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

  /// - Parameter command: runs the program without disruptions.
  package static func runOnce(command: String) -> Sentence {
    "run it once with: \(command); rehearse it when it exits 0"
  }

  /// - Parameter command: runs only this case again.
  package static func repetition(of name: String, command: String) -> Sentence {
    "to repeat \(name): \(command)"
  }

  /// The cases that the same command repeats with another `--case`.
  package static func failed(_ names: [String]) -> Sentence {
    "the cases that failed, each for --case: \(list: names)"
  }

  /// The number of failed cases that are not explained.
  package static func moreFailed(_ count: Int) -> Sentence {
    "\(count, "more case", "more cases") failed; -o json explains each"
  }

  package static func explanation(_ name: String, _ story: Sentence) -> Sentence {
    "\(name): \(story)"
  }

  /// - Parameter requests: `run 1: consume[1] 7 lost (-)`.
  package static func requests(_ name: String, _ requests: [String]) -> Sentence {
    "the requests of \(name): \(list: requests)"
  }

  /// - Parameter text: the end of what the program wrote to standard error.
  package static func errors(_ name: String, _ text: String) -> Sentence {
    "the end of the standard error of \(name): \(text)"
  }

  // MARK: What a program did

  /// - Parameters:
  ///   - request: `consume[1]`.
  ///   - what: what happened to it.
  package static func happened(
    _ request: String, to payment: String?, _ what: Sentence
  ) -> Sentence {
    guard let payment else { return "\(request): \(what)" }
    return "\(request) of payment \(payment): \(what)"
  }

  /// - Parameters:
  ///   - happened: what happened to requests.
  ///   - later: what the program asked afterwards, with the answers: `consume[2] (5018)`.
  ///   - end: what it did with the payment.
  package static func story(
    _ happened: [Sentence], then later: [String], _ end: Sentence
  ) -> Sentence {
    guard !later.isEmpty else {
      return """
        \(sentences: happened, separator: "; "); the program ended without asking again, and \(end)
        """
    }
    return """
      \(sentences: happened, separator: "; "); the program then sent \(list: later), and \(end)
      """
  }

  package static let refused: Sentence = "not executed, its connection was closed"
  package static let lost: Sentence = "executed, its answer never arrived"
  package static let late: Sentence = "executed, its answer came too late"
  package static let cut: Sentence = "executed, its answer ended in the middle"
  package static let killedBefore: Sentence = "not executed, the program was killed"
  package static let killedAfter: Sentence = "executed, the program was killed before its answer"
  package static let elsewhere: Sentence =
    "another client had consumed the payment, the answer was 5018"
  package static let refunded: Sentence = "the payment had been refunded, the answer was 5000"
  package static let twin: Sentence = "the program was running twice at the same time"

  /// - Parameter answer: `HTTP 503`.
  package static func answered(_ answer: String) -> Sentence {
    "not executed, answered with \(answer)"
  }

  package static let grantedNothing: Sentence = "granted nothing"
  package static func granted(_ count: Int) -> Sentence {
    "granted the item \(count, "time", "times")"
  }
  package static let grantedOfOther: Sentence = "granted what another client had consumed"
  package static let grantedUnconsumed: Sentence =
    "granted the item of a payment that is not consumed"
  package static let held: Sentence = "holds the payment for a person"
  package static let keptRefunded: Sentence = "did not take back the item of a refunded payment"
  package static let neither: Sentence = "neither granted nor consumed the payment"

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
