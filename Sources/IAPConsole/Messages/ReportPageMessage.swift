import IAPBatch
import IAPCore

/// What the page of `journal report --html` says, by its id and its values.
enum ReportPageMessage: Hashable, Sendable {
  case title

  // What the page is of
  case journal
  case servers
  /// Servers that are not named.
  case moreServers(Int)
  case made
  case timeZone
  /// What the filters choose.
  case chosen
  case allPayments
  /// The first instant.
  case since
  /// The instant after the last one.
  case until
  case ticket
  case person
  case user
  case markets
  case server
  case fixtureStores
  case leftOut
  case included

  // If no payment is counted
  case empty
  case noneMatch
  case onlyFixtures

  // The outcomes
  case outcomes
  case outcome
  case outcomeOf(ReportOutcome)
  case payments
  /// On which day, and how often, a payment is counted.
  case counting

  // What was consumed
  case consumedByCurrency
  case consumedByTime(CalendarUnit)
  case consumedByPerson
  case currency
  case unit(CalendarUnit)
  case consumed
  case unknown
  case sum
  /// That sums are exact, and of one currency each.
  case sums
  /// Payments that a sum does not include.
  case unpriced(Int, of: String)
  case noCurrency
  case nothingConsumed
  /// All days, if the plot has weeks or months.
  case eachDay
  /// Operators that a plot leaves out.
  case morePeople(Int)
  case count(of: String, consumed: String, unknown: String)

  // Unknown payments
  case unknownPayments
  case unknownFound(Int)
  case noneUnknown
  case howToSettle
  case payment
  case userAndPrice
  case attempt
  /// The payments that the page does not list. A command that lists them follows.
  case moreUnknown(Int)
}
