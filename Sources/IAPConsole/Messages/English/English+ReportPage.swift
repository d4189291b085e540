import IAPBatch
import IAPCore
import Languages
import Text

extension English {
  func text(_ message: ReportPageMessage) -> Sentence {
    switch message {
    case .title: "Report on consumed payments"
    case .journal: "Journal"
    case .servers: "Servers"
    case .moreServers(let count): Sentence("and \(count) more", context: "servers")
    case .made: "Made"
    case .timeZone: "Time zone"
    case .chosen: Sentence("Payments", context: "which are counted")
    case .allPayments: "all payments of the journal"
    case .since: "From"
    case .until: "Before"
    case .ticket: "Ticket"
    case .person: "Operator"
    case .user: "User"
    case .markets: "Markets"
    case .server: "Server"
    case .fixtureStores: "Fixture stores"
    case .leftOut: "left out"
    case .included: "included"
    case .empty: "The journal is empty."
    case .noneMatch: "No entries of the journal match."
    case .onlyFixtures:
      "All entries that match are of fixture stores, which are left out. --fixtures includes them."
    case .outcomes: "Outcomes"
    case .outcome: "Outcome"
    case .outcomeOf(let outcome): text(outcome)
    case .payments: "Payments"
    case .counting:
      """
      Each payment is counted once: with its latest entry in the journal, on the day on which that \
      entry began.
      """
    case .consumedByCurrency: "Consumed by currency"
    case .consumedByTime(.day): "Consumed by day"
    case .consumedByTime(.week): "Consumed by week"
    case .consumedByTime(.month): "Consumed by month"
    case .consumedByPerson: "Consumed by operator"
    case .currency: "Currency"
    case .unit(.day): "Day"
    case .unit(.week): "Week from Monday"
    case .unit(.month): "Month"
    case .consumed: "Consumed"
    case .unknown: "Unknown"
    case .sum: "Sum"
    case .sums:
      "The sums are exact. Amounts of different currencies are not added up."
    case .unpriced(let count, let currency):
      "\(currency): \(count, "payment", "payments") of unknown price"
    case .noCurrency: "without currency"
    case .nothingConsumed: "No payment was consumed."
    case .eachDay: "Each day"
    case .morePeople(let count): "and \(count) more, in the table"
    case .count(let label, let consumed, let unknown):
      "\(label): \(consumed) consumed, \(unknown) unknown"
    case .unknownPayments: "Payments whose outcome is unknown"
    case .unknownFound(let count):
      """
      \(count, "payment", "payments") may or may not have been consumed. Do not grant before the \
      outcome is known.
      """
    case .noneUnknown: "There is no payment whose outcome is unknown."
    case .howToSettle:
      """
      The first command asks the service again. If the payment stays unknown, look it up in the IAP \
      console (Transaction tab), and record what it shows with the second command: \
      \(option(.consumed)), or \(option(.notConsumed)).
      """
    case .payment: "Payment"
    case .userAndPrice: "User and price"
    case .attempt: "Operator, time and ticket"
    case .moreUnknown(let count):
      """
      \(count, "more payment is", "more payments are") unknown. To list all of them:
      """
    }
  }

  private func text(_ outcome: ReportOutcome) -> Sentence {
    switch outcome {
    case .consumed: "Consumed"
    case .unknown: "Unknown: may or may not have been consumed"
    case .consumedElsewhere: "Delivered here and consumed elsewhere: check that it was granted once"
    case .alreadyConsumed: "Already consumed, not by this attempt"
    case .refused: "Refused"
    case .notSent: "Not sent"
    case .notConsumed: "Not consumed, settled by hand"
    case .delivered: "Delivered, not sent"
    case .deliveryFailed: "Delivery failed, not sent"
    case .deliveryUnknown: "Delivery unknown, not sent"
    case .running: "Still running"
    }
  }
}
