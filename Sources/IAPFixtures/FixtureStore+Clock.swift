package import IAPCore
import SQLite

extension FixtureStore {
  /// Moves the clock of a store that has one, and plays everything that happens on the way, in order.
  /// A store that follows the real time refuses it.
  ///
  /// - Returns: the new time.
  @discardableResult
  package func advance(by period: CalendarPeriod) throws(IAPError) -> Instant {
    try change { session in
      guard let clock = try StoreSession.settings(of: session.connection).clock else {
        throw IAPError.iapctl(.clockNotSet, .clockNotSet)
      }
      guard let target = period.added(to: clock) else {
        throw IAPError.iapctl(
          .usage,
          .usage(
            "the clock is at \(clock); \(period) later is after the last date of the calendar",
            hint: "give a shorter duration"))
      }
      try session.at(target).moveClock(from: target)
      return target
    }
  }
}
