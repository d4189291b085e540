#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The machine's clocks.
package enum Clocks {
  /// Milliseconds since 1970 in UTC, as far as the machine knows.
  package static func realMilliseconds() -> Int64 { read(CLOCK_REALTIME) / 1_000_000 }

  /// Nanoseconds on a clock that never goes back.
  package static func monotonicNanoseconds() -> Int64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
