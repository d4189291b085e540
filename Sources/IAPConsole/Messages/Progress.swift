import CommandLine
import IAPCore
import JSON
import Text

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
    let line = Self.line(done, of: total, after: now - start)
    let padding = String(repeating: " ", count: max(0, width - line.count))
    messages.ask("\r\(line)\(padding)")
    width = line.count
  }

  /// Erases the line.
  mutating func end() {
    guard width > 0 else { return }
    messages.ask("\r\(String(repeating: " ", count: width))\r")
    width = 0
  }

  static func line(_ done: Int, of total: Int?, after time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds = max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    let rate = max(1, done * 1000 / milliseconds)
    guard let total, total >= done else { return "iapctl: \(done) done, \(rate)/s" }
    return "iapctl: \(done) of \(total), \(rate)/s, \((total - done) / rate) s left"
  }
}
