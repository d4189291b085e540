/// A new time for the clock of a fixture store.
package enum ClockChange: Hashable, Sendable, CustomStringConvertible {
  case set(Instant)
  /// Later than the time of the store.
  case advance(by: CalendarPeriod)

  /// The new time.
  ///
  /// - Throws: `clockOutOfRange` if it is later than the last instant that can be stored.
  package func end(from time: Instant) throws(IAPError) -> Instant {
    switch self {
    case .set(let instant): return instant
    case .advance(let period):
      guard let later = period.added(to: time) else {
        throw .iapctl(.clockOutOfRange, .clockOutOfRange(from: time, by: period))
      }
      return later
    }
  }

  /// The text of which ``init(_:)`` makes it.
  package var description: String {
    switch self {
    case .set(let instant): instant.description
    case .advance(let period): "+\(period)"
    }
  }

  /// Parses an instant or a day, as ``Moment`` reads them (`2026-01-31 10:00`; without an offset it is in UTC,
  /// as the clock of a store), or a duration with a plus sign (`+1d`, `+P1M`).
  package init?(_ text: String) {
    if text.utf8.first == UInt8(ascii: "+") {
      guard let period = CalendarPeriod(String(Substring(text.utf8.dropFirst()))) else {
        return nil
      }
      self = .advance(by: period)
      return
    }
    switch Moment(text) {
    case .instant(let instant): self = .set(instant)
    case .time(let shown): self = .set(Instant(shown))
    case .day(let number): self = .set(Instant(number * 86_400_000))
    case .ago, .daysAgo, nil: return nil
    }
  }
}
