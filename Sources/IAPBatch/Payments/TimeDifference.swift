import IAPCore

/// The time or the day that a row says, if the payment has another one.
struct TimeDifference {
  private let found: Instant
  /// The row's time; of a day, its beginning.
  private let said: Instant
  private let isDay: Bool

  private static let day: Int64 = 86_400_000
  /// Rows have minutes, seconds or milliseconds.
  private static let mostApart: Int64 = 60_000
  /// Between the zones that are farthest from each other.
  private static let mostBetweenZones: Int64 = 26 * 3_600_000

  /// Nil if they agree, or if one of them says no time.
  ///
  /// - Parameter zone: the zone of times without an offset.
  init?(_ row: Payment, _ payment: Purchase, in zone: TimeZone) {
    guard let found = payment.purchaseTime else { return nil }
    self.found = found
    if let day = row.purchaseDay, day != found.dayNumber(in: zone) {
      (said, isDay) = (Instant(day * Self.day), true)
    } else if let said = row.purchase.purchaseTime,
      abs(said.milliseconds - found.milliseconds) >= Self.mostApart
    {
      (self.said, isDay) = (said, false)
    } else {
      return nil
    }
  }

  /// Whether no zone explains the difference.
  var isOtherDay: Bool {
    let start = said.milliseconds - Self.mostBetweenZones
    let end = said.milliseconds + Self.mostBetweenZones + (isDay ? Self.day : 0)
    return !(start...end).contains(found.milliseconds)
  }

  func problem(_ source: LineProblem.Reference, in zone: TimeZone) -> LineProblem {
    .differs(
      from: source, found: [.text(found.text(in: zone))],
      row: [.text(isDay ? said.day(in: .utc) : said.text(in: zone))])
  }
}
