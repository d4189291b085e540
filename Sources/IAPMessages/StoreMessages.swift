package import IAPCore
package import IAPFixtures
package import Languages

/// What the commands on a fixture store note.
package enum StoreMessages {
  package static func made(path: String) -> Sentence { "made \(path)" }
  package static func loaded(path: String) -> Sentence {
    "loaded \(IAPError.FileProblem.name(of: path))"
  }
  /// - Parameter user: is not new.
  package static func billing(of user: Identifier, _ billing: Billing) -> Sentence {
    "billing of user \(user) is \(billing.rawValue) from now on"
  }
  package static func sharedGroup(_ group: SharedSubscriptionGroup) -> Sentence {
    """
    subscription group \(group.group) of market \(group.market): has several products: \
    \(list: group.products); IAP supports one product per group
    """
  }

  package static func clockMoved(to instant: Instant) -> Sentence {
    "the clock was moved to \(instant)"
  }

  package static func noProblems(path: String, checked sizes: [(list: String, rows: Int64)])
    -> Sentence
  {
    "\(path) has no problems; checked: \(list: sizes.map { "\($0.list) \($0.rows)" })"
  }

  package static var logBeginsAgain: Sentence { "the store was reset: its log begins again" }
  package static var noEvents: Sentence { "the log is empty" }
  /// The log may have events that a filter leaves out.
  package static var noMatchingEvents: Sentence { "no events match" }
  package static func newUser(_ user: String, _ billing: Billing, closest: String?) -> Sentence {
    "user \(user) is new: added with billing \(billing.rawValue)\(perhaps(closest))"
  }

  /// - Parameter command: writes all payments of the store.
  package static func checkPayment(command: String) -> Sentence {
    "check the payment number; a dump contains all payments of the store: \(command)"
  }

  package static var noFaults: Sentence { "no faults" }
  package static var faultAdded: Sentence { "the fault was added" }
  package static func faultsRemoved(_ count: Int) -> Sentence {
    "removed \(count, "fault", "faults")"
  }

  /// A temporary store has no clock of its own.
  package static var followsTheDay: Sentence {
    """
    the seed has no clock: payment numbers and times depend on today's date; for the same ones on each \
    day, add "clock": "2026-01-01T00:00:00.000Z" to the seed
    """
  }

  /// Other machines can use the store.
  package static var servedToOthers: Sentence {
    """
    other machines can connect, and every client that connects can change the store; app keys \
    and tokens are sent unencrypted
    """
  }

  /// `; did you mean 'alice'?`, or nothing.
  private static func perhaps(_ closest: String?) -> Sentence? {
    closest.map { Sentence("; did you mean '\($0)'?", context: "after a sentence") }
  }
}
