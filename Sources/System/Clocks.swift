import CLibrary
import CSystem

/// The clocks of the machine. If a clock's time does not fit into Int64, the nearest Int64 value is
/// returned.
package enum Clocks {
  /// Milliseconds since 1970 in UTC, by the machine's clock.
  package static func realMilliseconds() -> Int64 {
    count(read(CLOCK_REALTIME), unitsInSecond: 1000)
  }

  /// Nanoseconds on a clock that never goes back. It starts at 0 near the start of the process,
  /// because the system's own count may be too large.
  package static func monotonicNanoseconds() -> Int64 {
    var time = read(CLOCK_MONOTONIC)
    time.tv_sec -= beginning.tv_sec
    return count(time, unitsInSecond: 1_000_000_000)
  }

  /// Nanoseconds on a clock that goes on while the machine sleeps. Leases need it.
  package static func sleeplessNanoseconds() -> Int64 {
    #if canImport(Darwin)
      count(read(CLOCK_MONOTONIC), unitsInSecond: 1_000_000_000)
    #else
      count(read(CLOCK_BOOTTIME), unitsInSecond: 1_000_000_000)
    #endif
  }

  private static let beginning = read(CLOCK_MONOTONIC)

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    _ = clock_gettime(clock, &time)
    return time
  }

  /// Converts a time to units of 1/`unitsInSecond` s. `unitsInSecond` must divide 1,000,000,000.
  static func count(_ time: timespec, unitsInSecond: Int64) -> Int64 {
    let seconds = Int64(time.tv_sec)
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: unitsInSecond)
    let (sum, isTooLate) = whole.addingReportingOverflow(
      Int64(time.tv_nsec) / (1_000_000_000 / unitsInSecond))
    return isTooLong || isTooLate ? (seconds < 0 ? .min : .max) : sum
  }
}
