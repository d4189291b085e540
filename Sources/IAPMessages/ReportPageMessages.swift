package import IAPBatch
package import IAPCore
package import Languages

/// What the page of `journal report --html` says.
package enum ReportPageMessages {
  package static var title: Sentence { "Report on consumed payments" }

  // What the page is of
  package static var journal: Sentence { "Journal" }
  package static var servers: Sentence { "Servers" }
  /// Servers that are not named.
  package static func moreServers(_ count: Int) -> Sentence {
    Sentence("and \(count) more", context: "servers")
  }

  package static var made: Sentence { "Made" }
  package static var timeZone: Sentence { "Time zone" }
  /// What the filters choose.
  package static var chosen: Sentence { Sentence("Payments", context: "which are counted") }
  package static var allPayments: Sentence { "all payments of the journal" }
  /// The first instant.
  package static var since: Sentence { "From" }
  /// The instant after the last one.
  package static var until: Sentence { "Before" }
  package static var ticket: Sentence { "Ticket" }
  package static var person: Sentence { "Operator" }
  package static var user: Sentence { "User" }
  package static var markets: Sentence { "Markets" }
  package static var server: Sentence { "Server" }
  package static var fixtureStores: Sentence { "Fixture stores" }
  package static var leftOut: Sentence { "left out" }
  package static var included: Sentence { "included" }

  // If no payment is counted
  package static var empty: Sentence { "The journal is empty." }
  package static var noneMatch: Sentence { "No entries of the journal match." }
  package static var onlyFixtures: Sentence {
    "All entries that match are of fixture stores, which are left out. --fixtures includes them."
  }

  // The outcomes
  package static var outcomes: Sentence { "Outcomes" }
  package static var outcome: Sentence { "Outcome" }
  package static var payments: Sentence { "Payments" }
  /// On which day, and how often, a payment is counted.
  package static var counting: Sentence {
    """
    Each payment is counted once: with its latest entry in the journal, on the day on which that \
    entry began.
    """
  }

  // What was consumed
  package static var consumedByCurrency: Sentence { "Consumed by currency" }
  package static func consumedByTime(_ unit: CalendarUnit) -> Sentence {
    switch unit {
    case .day: "Consumed by day"
    case .week: "Consumed by week"
    case .month: "Consumed by month"
    }
  }

  package static var consumedByPerson: Sentence { "Consumed by operator" }
  package static var currency: Sentence { "Currency" }
  package static func unit(_ unit: CalendarUnit) -> Sentence {
    switch unit {
    case .day: "Day"
    case .week: "Week from Monday"
    case .month: "Month"
    }
  }

  package static var consumed: Sentence { "Consumed" }
  package static var unknown: Sentence { "Unknown" }
  package static var sum: Sentence { "Sum" }
  /// That sums are exact, and of one currency each.
  package static var sums: Sentence {
    "The sums are exact. Amounts of different currencies are not added up."
  }

  /// Payments that a sum does not include.
  package static func unpriced(_ count: Int, of currency: String) -> Sentence {
    "\(currency): \(count, "payment", "payments") of unknown price"
  }

  package static var noCurrency: Sentence { "without currency" }
  package static var nothingConsumed: Sentence { "No payment was consumed." }
  /// All days, if the plot has weeks or months.
  package static var eachDay: Sentence { "Each day" }
  /// Operators that a plot leaves out.
  package static func morePeople(_ count: Int) -> Sentence { "and \(count) more, in the table" }
  package static func count(of label: String, consumed: String, unknown: String) -> Sentence {
    "\(label): \(consumed) consumed, \(unknown) unknown"
  }

  // Unknown payments
  package static var unknownPayments: Sentence { "Payments whose outcome is unknown" }
  package static func unknownFound(_ count: Int) -> Sentence {
    """
    \(count, "payment", "payments") may or may not have been consumed. Do not grant before the \
    outcome is known.
    """
  }

  package static var noneUnknown: Sentence { "There is no payment whose outcome is unknown." }
  package static var howToSettle: Sentence {
    """
    The first command asks the service again. If the payment stays unknown, look it up in the IAP \
    console (Transaction tab). If it was consumed, record that with the second command; if it was \
    not, with the third.
    """
  }

  package static var payment: Sentence { "Payment" }
  package static var userAndPrice: Sentence { "User and price" }
  package static var attempt: Sentence { "Operator, time and ticket" }
  /// The payments that the page does not list. A command that lists them follows.
  package static func moreUnknown(_ count: Int) -> Sentence {
    """
    \(count, "more payment is", "more payments are") unknown. To list all of them:
    """
  }

  package static func outcome(of outcome: ReportOutcome) -> Sentence {
    switch outcome {
    case .consumed: "Consumed"
    case .unknown: "Unknown: may or may not have been consumed"
    case .consumedElsewhere: "Delivered here and consumed elsewhere: check that it was granted once"
    case .alreadyConsumed: "Already consumed, not by this attempt"
    case .refused: "Refused"
    case .notSent: "Not sent"
    case .notConsumed: "Not consumed, settled by hand"
    case .delivered: "Delivered, not sent"
    case .deliveryFailed: "Delivery command failed, not sent"
    case .deliveryUnknown: "Delivery unknown, not sent"
    case .running: "Still running"
    }
  }
}
