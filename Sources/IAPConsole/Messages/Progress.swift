import IAPMessages
import Languages

/// Shows the progress of work that takes longer than a second, on one line of the terminal. The
/// line is overwritten by the next one and erased at the end.
struct Progress {
  private let messages: Messages
  private let clock: @Sendable () -> Duration
  private let isShown: Bool
  private let start: Duration
  private var last: Duration
  /// The width of the line that is shown.
  private var width = 0

  private static let patience = Duration.seconds(1)
  private static let interval = Duration.milliseconds(200)

  init(on messages: Messages, clock: @escaping @Sendable () -> Duration, isShown: Bool) {
    self.messages = messages
    self.clock = clock
    self.isShown = isShown
    start = clock()
    last = start
  }

  mutating func advance(to done: Int, of total: Int?) {
    guard isShown else { return }
    let now = clock()
    guard now - start >= Self.patience, width == 0 || now - last >= Self.interval else { return }
    last = now
    width = messages.overwrite(Self.message(done, of: total, after: now - start), width: width)
  }

  /// Erases the line.
  mutating func end() {
    guard width > 0 else { return }
    width = messages.overwrite(nil, width: width)
  }

  static func message(_ done: Int, of total: Int?, after time: Duration) -> Sentence {
    let (seconds, attoseconds) = time.components
    let milliseconds = max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    let rate = max(1, done * 1000 / milliseconds)
    let plausibleTotal = total.flatMap { $0 >= done ? $0 : nil }
    return ReportMessages.progress(done, total: plausibleTotal, rate: rate)
  }
}
