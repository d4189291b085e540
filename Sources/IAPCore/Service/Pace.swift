/// When the next request of a batch may be sent: its rate, which is lower while the server answers 429,
/// and the time before which the server asked to send nothing. All times are of a clock that never goes
/// back.
package struct Pace: Hashable, Sendable {
  /// The earliest time of the next request.
  package private(set) var opening: Duration
  /// The current time between two requests.
  private var spacing: Duration
  private let usualSpacing: Duration
  /// The end of the pause after a 429.
  private var open: Duration
  /// The time before which the server asked to send nothing.
  package private(set) var pauseEnd: Duration
  /// What a call is told that would have to end before ``pauseEnd``.
  package private(set) var asking: IAPError?
  /// Whether a call has ended because ``pauseEnd`` was too late for it.
  private var hasEndedCall = false
  /// The time of the first 429 since the server last accepted a request; nil if there was none.
  private var askedSince: Duration?

  /// How much delay a late request may make up for. A longer credit would allow a burst.
  private static let credit = Duration.milliseconds(100)
  /// The spacing after the first 429, if there was no rate limit.
  private static let firstSpacing = Duration.milliseconds(50)
  private static let longestSpacing = Duration.seconds(20)
  /// How long a server may keep answering 429 before the batch gives up.
  package static let longestPatience = Duration.seconds(300)

  /// - Parameters:
  ///   - rate: requests per second; nil for no limit.
  ///   - now: the present.
  package init(rate: Double?, at now: Duration) {
    usualSpacing = rate.map { Duration.seconds(1) / $0 } ?? .zero
    (spacing, opening, open, pauseEnd) = (usualSpacing, now, now, now)
  }

  // MARK: May a request be sent?

  /// Whether requests may be sent without a turn: there is no rate, and the server has not asked to wait.
  package func isUnlimited(at now: Duration) -> Bool {
    spacing == .zero && !isAskedToWait(at: now)
  }

  /// Whether the server has answered 429 and accepted nothing since, or asks to wait.
  package func isAskedToWait(at now: Duration) -> Bool { askedSince != nil || open > now }

  /// Whether the server asked to send nothing now.
  package func isPaused(at now: Duration) -> Bool { open > now }

  /// Takes the turn of one request.
  ///
  /// - Returns: whether it may be sent now.
  package mutating func take(at now: Duration) -> Bool {
    guard opening <= now else { return false }
    opening = max(opening, now - Self.credit) + spacing
    return true
  }

  /// Takes the turn of a list, which the rate does not count. While the server asks to wait or answers 429,
  /// it waits like every request.
  ///
  /// - Returns: whether it may be asked for now.
  package mutating func takeList(at now: Duration) -> Bool {
    isAskedToWait(at: now) ? take(at: now) : true
  }

  /// Why nothing more may be sent: the server asked for more time than a call has, or keeps answering 429
  /// and accepts nothing. Nil if requests may be sent, now or later.
  package func refusal(at now: Duration) -> IAPError? {
    if hasEndedCall, pauseEnd > now { return asking }
    guard let askedSince, now - askedSince >= Self.longestPatience else { return nil }
    return IAPError(.http(.requestFailed), .askedToWait(now - askedSince), httpStatus: 429)
  }

  /// When a server that keeps answering 429 becomes a reason to give up.
  package var patienceEnd: Duration? { askedSince.map { $0 + Self.longestPatience } }

  // MARK: Answers

  /// Takes what an answer shows.
  ///
  /// - Parameter wait: how long the call waits before its next attempt; nil if there is none.
  package mutating func adapt(
    toStatus status: Int?, _ wait: Duration?, _ pause: ServerPause?, at now: Duration
  ) {
    if status == 429 { slowDown(for: wait ?? .zero, at: now) }
    if status == 200 { speedUp() }
    if let pause { self.pause(pause, at: now) }
  }

  /// Records a 429: sends nothing for the given time, and doubles the spacing.
  package mutating func slowDown(for wait: Duration, at now: Duration) {
    askedSince = askedSince ?? now
    // A 429 during the pause answers a request from before it, so it does not double the spacing again.
    let isNew = now >= open
    open = max(open, now + wait)
    opening = max(opening, open)
    guard isNew else { return }
    spacing = max(usualSpacing, min(max(spacing * 2, Self.firstSpacing), Self.longestSpacing))
  }

  /// Records that the server asked to send nothing for some time.
  package mutating func pause(_ pause: ServerPause, at now: Duration) {
    let end = now + pause.time
    if end >= pauseEnd { (pauseEnd, asking) = (end, pause.error.forUnsent) }
    hasEndedCall = hasEndedCall || pause.endsCall
    open = max(open, pauseEnd)
    opening = max(opening, open)
  }

  /// Records an accepted request: halves the spacing, down to the given rate. One 429 doubles the
  /// spacing, so a server that refuses every other request does not stop the batch.
  package mutating func speedUp() {
    askedSince = nil
    let faster = spacing / 2
    spacing = max(usualSpacing, faster < .milliseconds(1) ? .zero : faster)
  }
}

/// The time for which a server asked to send nothing.
package struct ServerPause: Hashable, Sendable {
  package let time: Duration
  /// Says until when.
  package let error: IAPError
  /// Whether that is too late for the call that was answered so.
  package let endsCall: Bool

  package init(_ time: Duration, _ error: IAPError, endsCall: Bool) {
    (self.time, self.error, self.endsCall) = (time, error, endsCall)
  }
}
