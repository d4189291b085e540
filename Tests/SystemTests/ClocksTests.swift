import CLibrary
import Testing

@testable import System

struct ClocksTests {
  private static func time(_ seconds: Int, _ nanoseconds: Int = 0) -> timespec {
    timespec(tv_sec: seconds, tv_nsec: nanoseconds)
  }

  @Test(
    arguments: [
      (0, 0, 1000, 0), (1, 999_999_999, 1000, 1999), (1, 5, 1_000_000_000, 1_000_000_005),
      (-1, 1_000_000, 1000, -999),
      // 2262-04-11T23:47:16.854775807Z, and one nanosecond later.
      (9_223_372_036, 854_775_807, 1_000_000_000, .max),
      (9_223_372_036, 854_775_808, 1_000_000_000, .max),
      (9_223_372_037, 0, 1_000_000_000, .max), (9_223_372_037, 0, 1000, 9_223_372_037_000),
      (.max, 999_999_999, 1000, .max), (.min, 0, 1000, .min),
    ] as [(Int, Int, Int64, Int64)])
  func `A time is converted to its unit, and one out of range is clamped`(
    _ seconds: Int, _ nanoseconds: Int, _ units: Int64, _ count: Int64
  ) {
    let time = Self.time(seconds, nanoseconds)
    #expect(Clocks.count(time, unitsInSecond: units) == count)
  }

  @Test
  func `The monotonic clock starts with the process and does not go back`() {
    let first = Clocks.monotonicNanoseconds()
    #expect(first >= 0)
    #expect(Clocks.monotonicNanoseconds() >= first)
  }
}
