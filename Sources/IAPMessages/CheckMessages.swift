package import IAPCore
package import Languages

/// What the checks of a profile show.
package enum CheckMessages {
  /// Plain http to this machine.
  package static var notEncrypted: Sentence { "not encrypted: plain http to this machine" }
  package static func noAppKey(api: String) -> Sentence { "the \(api) API uses no app key" }
  /// The check was not made, because the server was not reached.
  package static var notReached: Sentence { "not checked: the server was not reached" }
  /// The check was not made, because the server refused the app key.
  package static var keyRefused: Sentence { "not checked: the app key was refused" }
  /// No market answered, so that it is not known whether the app key is accepted.
  package static var noAnswer: Sentence { "not known: no market gave an answer" }
  /// How far the clock of the server is ahead of this machine, in seconds; negative if behind.
  package static func clock(ahead: Int64) -> Sentence {
    guard ahead != 0 else { return "the server and this machine agree" }
    let seconds = Int(ahead.magnitude)
    let direction: Sentence = ahead > 0 ? "ahead of" : "behind"
    return "the server is \(seconds, "second", "seconds") \(direction) this machine"
  }

  package static var noServerTime: Sentence { "not known: the server gave no time" }
  package static var setClock: Sentence {
    "set the clock of this machine, for example with: timedatectl set-ntp true"
  }

  /// The first consume makes the journal.
  package static func newJournal(path: String) -> Sentence { "\(path): the first consume makes it" }
  /// Consumes on a fixture store are recorded only if a journal is named.
  package static var noJournalOfStore: Sentence {
    "no journal is named; consumes on a fixture store need none"
  }

  /// What to do about a failed check.
  package static func remedy(
    _ remedy: Sentence, check: String, profile: Identifier?
  ) -> Sentence {
    let owner: Sentence? = profile.map { "\($0): " }
    return "\(owner)\(check): \(remedy)"
  }

  package static func passed(checks: Int, profiles: Int) -> Sentence {
    """
    all checks passed: \(checks, "check", "checks") of \
    \(profiles, "profile", "profiles")
    """
  }
}
