import CLibrary

/// The machine's clocks. A clock that is set too far away for a count stands at the count's end.
package enum Clocks {
  /// Milliseconds since 1970 in UTC, as far as the machine knows.
  package static func realMilliseconds() -> Int64 {
    count(read(CLOCK_REALTIME), unitsInSecond: 1000)
  }

  /// Nanoseconds on a clock that never goes back. It begins with the process: what the system counts
  /// from can be too far away.
  package static func monotonicNanoseconds() -> Int64 {
    var time = read(CLOCK_MONOTONIC)
    time.tv_sec -= beginning.tv_sec
    return count(time, unitsInSecond: 1_000_000_000)
  }

  private static let beginning = read(CLOCK_MONOTONIC)

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    _ = clock_gettime(clock, &time)
    return time
  }

  /// A time in units of which so many are a second: a divisor of the nanoseconds in a second.
  static func count(_ time: timespec, unitsInSecond: Int64) -> Int64 {
    let seconds = Int64(time.tv_sec)
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: unitsInSecond)
    let (sum, isTooLate) = whole.addingReportingOverflow(
      Int64(time.tv_nsec) / (1_000_000_000 / unitsInSecond))
    return isTooLong || isTooLate ? (seconds < 0 ? .min : .max) : sum
  }
}
