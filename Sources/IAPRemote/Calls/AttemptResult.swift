package import IAPCore

/// The result of one attempt, and whether another attempt is allowed.
///
/// "Not sent" needs proof that no byte of the body was sent. "Refused" needs a complete envelope or
/// a final HTTP status. Every other failure is unknown.
struct AttemptResult<Body: Sendable>: Sendable {
  enum Again: Hashable, Sendable {
    /// After a delay that iapctl chooses.
    case later
    /// After the delay that the server asked for.
    case after(Duration)
  }

  let result: Result<Body, IAPError>
  /// Whether and when the call may be attempted again; nil if it may not.
  let again: Again?
  /// Whether every further call would fail in the same way.
  let stopsBatch: Bool

  init(_ result: Result<Body, IAPError>, again: Again? = nil, stopsBatch: Bool = false) {
    self.result = result
    self.again = again
    self.stopsBatch = stopsBatch
  }

  /// Whether the attempt may have been applied.
  var isOpen: Bool {
    if case .failure(let error) = result { error.outcome == .unknown } else { false }
  }
}

/// The clock, the random numbers and the stop request that attempts depend on.
package struct CallEnvironment: Sendable {
  package var clock: Clock
  /// A random number from 0 up to, but not including, 1.
  package var random: @Sendable () -> Double
  /// The reason to stop; nil while there is none.
  package var stopped: @Sendable () -> IAPError?

  package init(
    clock: Clock, random: @escaping @Sendable () -> Double,
    stopped: @escaping @Sendable () -> IAPError?
  ) {
    (self.clock, self.random, self.stopped) = (clock, random, stopped)
  }
}

/// How many times and after which delays a call is retried.
package struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts after the first one.
  package var retries: Int
  /// The time limit for a call with all its attempts.
  package var limit: Duration

  package init(retries: Int, limit: Duration) {
    self.retries = retries
    self.limit = limit
  }

  private static let first = Duration.milliseconds(500)
  private static let longest = Duration.seconds(20)

  /// A random delay up to a limit that doubles with each attempt (full jitter), so that clients
  /// that failed at the same time do not retry at the same time.
  ///
  /// - Parameter number: the number of attempts so far.
  func backoff(after number: Int, random: Double) -> Duration {
    let bound = min(Self.longest, Self.first * Int(1 << min(max(number - 1, 0), 10)))
    return bound * random
  }
}

/// The delay that a server asks for.
enum RetryAfter {
  /// Parses a `Retry-After` header: seconds, or a date. A date in the past means no delay.
  ///
  /// - Parameters:
  ///   - now: the real time.
  ///   - most: the remaining time; a longer delay is useless.
  /// - Returns: nil if the value is invalid, or the delay too long.
  static func read(_ text: String?, now: Instant, most: Duration) -> Duration? {
    guard let text, !text.isEmpty else { return nil }
    let wait: Duration
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard text.utf8.count <= 9, let seconds = Int64(text) else { return nil }
      wait = .seconds(seconds)
    } else {
      guard let date = HTTPDate.read(text, now: now) else { return nil }
      wait = .milliseconds(max(0, date.milliseconds - now.milliseconds))
    }
    return wait < most ? wait : nil
  }
}

/// The three date formats of RFC 9110.
enum HTTPDate {
  static func read(_ text: String, now: Instant) -> Instant? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT
    if words.count == 6, words[5] == "GMT" {
      return instant(day: words[1], month: words[2], year: words[3], time: words[4], now)
    }
    // Sun Nov  6 08:49:37 1994
    guard words.count == 5 else { return nil }
    return instant(day: words[2], month: words[1], year: words[4], time: words[3], now)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func instant(
    day: String, month: String, year: String, time: String, _ now: Instant
  ) -> Instant? {
    guard let index = months.firstIndex(of: month), let year = fullYear(year, now) else {
      return nil
    }
    func padded(_ text: some CustomStringConvertible) -> String {
      let text = text.description
      return text.utf8.count < 2 ? "0" + text : text
    }
    return Instant("\(year)-\(padded(index + 1))-\(padded(day))T\(time)Z")
  }

  /// Expands a two-digit year to the nearest year, at most fifty years in the future.
  private static func fullYear(_ text: String, _ now: Instant) -> String? {
    guard Identifier(text).isDigits else { return nil }
    guard text.utf8.count == 2, let short = Int(text), let current = Int(now.description.prefix(4))
    else { return text.utf8.count == 4 ? text : nil }
    let year = current / 100 * 100 + short
    if year > current + 50 { return String(year - 100) }
    return String(year <= current - 50 ? year + 100 : year)
  }
}
