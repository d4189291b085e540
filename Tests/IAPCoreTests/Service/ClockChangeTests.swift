import IAPCore
import Testing

struct ClockChangeTests {
  @Test(arguments: [
    ("2026-01-31T00:00:00Z", "2026-01-31T00:00:00.000Z"),
    ("2026-01-31", "2026-01-31T00:00:00.000Z"),
    ("2026-01-31 10:00", "2026-01-31T10:00:00Z"),
    ("2026-01-31T10:00:30", "2026-01-31T10:00:30Z"),
    ("2026-01-31 10:00 +09:00", "2026-01-31T01:00:00Z"),
    ("2026-01-31T09:00:00.5+09:00", "2026-01-31T00:00:00.500Z"),
  ])
  func `An instant, a day and a duration with a plus sign are read`(
    _ text: String, _ expected: String
  ) throws {
    let instant = try #require(Instant(expected))
    #expect(ClockChange(text) == .set(instant))
  }

  @Test(arguments: ["1d", "90s", "P1M", "PT5M"])
  func `A duration has the units of all durations`(_ text: String) throws {
    let period = try #require(CalendarPeriod(text))
    #expect(ClockChange("+" + text) == .advance(by: period))
  }

  @Test(arguments: [
    "", "+", "1d", "-1d", "+-1d", "+0d", "+1x", "++1d", "+2026-01-31", "2026-02-30", "31-1-2026",
    "tomorrow", "today", "+\u{301}1d",
  ])
  func `Other texts are refused`(_ text: String) {
    #expect(ClockChange(text) == nil)
  }
}
