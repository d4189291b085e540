import IAPCore

/// How payments whose outcome is unknown are settled in the same run: they are consumed again, with
/// their tokens still in memory, until the server says what became of them.
package struct Settling: Sendable {
  /// For how long each payment is asked about.
  private let limit: Duration
  private let monotonicTime: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async -> Void

  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(30)
  /// How long a pause is slept through before it is asked again whether to stop.
  private static let nap = Duration.milliseconds(50)

  /// - Parameter monotonicTime: a clock that never goes back.
  package init(
    limit: Duration, monotonicTime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void
  ) {
    (self.limit, self.monotonicTime, self.sleep) = (limit, monotonicTime, sleep)
  }

  /// The time in which one payment is asked about.
  struct Period {
    fileprivate let end: Duration
    fileprivate var pause = Settling.firstPause
  }

  func begin() -> Period { Period(end: monotonicTime() + limit) }

  /// Waits until it is time to ask again; each pause is twice as long as the one before.
  ///
  /// - Returns: whether to ask; not if the period is over or `isStopped`.
  func pause(in period: inout Period, unless isStopped: () -> Bool) async -> Bool {
    let end = monotonicTime() + period.pause
    guard end <= period.end else { return false }
    period.pause = min(period.pause * 2, Self.longestPause)
    while !isStopped() {
      let rest = end - monotonicTime()
      guard rest > .zero else { return true }
      await sleep(min(rest, Self.nap))
    }
    return false
  }
}

/// What the server answered to one payment in this run, and how often it was sent for it.
struct SentAnswers {
  struct Answer {
    let result: ConsumeResult
    /// Whether asking again would end with the same.
    let isFinal: Bool
  }

  private(set) var last: ConsumeResult
  private var isFinal: Bool
  private var earlierAttempts = 0

  init(_ answer: Answer) { (last, isFinal) = (answer.result, answer.isFinal) }

  /// Whether asking again may settle it.
  var isOpen: Bool { last.outcome == .unknown && !isFinal }

  mutating func add(_ answer: Answer) {
    earlierAttempts += last.attempts
    (last, isFinal) = (answer.result, answer.isFinal)
  }

  /// A result with the attempts of all answers.
  func total(_ result: ConsumeResult) -> ConsumeResult {
    var result = result
    result.attempts += earlierAttempts
    return result
  }
}

extension ConsumeTask {
  /// Consumes a payment again while its outcome is unknown. Each attempt is journaled by itself.
  func settle(_ answers: inout SentAnswers, _ claimed: ClaimedItem) async throws(IAPError) {
    guard let settling, answers.isOpen else { return }
    var period = settling.begin()
    var again = claimed
    again.item.request.priorUnknown = true
    while answers.isOpen,
      await settling.pause(in: &period, unless: { stop.endsSettling }),
      await pace.turn(while: { !stop.endsSettling })
    {
      try await write(claimed, .consumeEnds(answers.last), .consumeBegins)
      answers.add(await send(again))
    }
  }
}

extension ConsumeAnswer {
  /// Whether the server refused the payment itself, as it would every time.
  var isRefusal: Bool {
    guard case .failure(let error) = result, error.outcome == .notApplied else { return false }
    return error.serverCode != nil && !error.isAlreadyConsumed
  }
}
