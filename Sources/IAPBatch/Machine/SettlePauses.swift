/// The times at which an unknown payment is sent again. Each pause is twice as long as the one
/// before: 1 s, 2 s, 4 s, up to 30 s.
struct SettlePauses {
  private static let longest = Duration.seconds(30)

  let end: Duration
  private var pause = Duration.seconds(1)

  init(until end: Duration) { self.end = end }

  /// The next time, the last one at the end; nil after the end.
  ///
  /// - Parameter open: the time before which the server asked to send nothing.
  mutating func next(after now: Duration, notBefore open: Duration) -> Duration? {
    let moment = max(min(now + pause, end), open)
    guard moment > now, moment <= end else { return nil }
    pause = min(pause * 2, Self.longest)
    return moment
  }
}

/// The time in which unknown payments are consumed again: one limit for the whole run.
struct SettleTime: Hashable, Sendable {
  private var left: Duration
  /// When it is over; nil while nothing is settled.
  private var end: Duration?

  /// - Parameter limit: nil if unknown outcomes are left as they are.
  init(limit: Duration?) { left = limit ?? .zero }

  func isLeft(at now: Duration) -> Bool { end.map { now < $0 } ?? (left > .zero) }

  /// Begins it, if it has not begun.
  ///
  /// - Returns: its end.
  mutating func begin(at now: Duration) -> Duration {
    let end = end ?? now + left
    self.end = end
    return end
  }

  /// Nothing is left to settle for now.
  mutating func pause(at now: Duration) {
    guard let end else { return }
    (left, self.end) = (max(.zero, end - now), nil)
  }
}
