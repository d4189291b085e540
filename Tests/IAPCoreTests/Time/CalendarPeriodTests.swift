import IAPCore
import Testing

struct CalendarPeriodTests {
  @Test(arguments: [
    ("P1W", "2026-01-08T00:00:00.000Z"), ("P1M", "2026-02-01T00:00:00.000Z"),
    ("P1Y", "2027-01-01T00:00:00.000Z"), ("P10D", "2026-01-11T00:00:00.000Z"),
    ("PT5M", "2026-01-01T00:05:00.000Z"), ("PT36H", "2026-01-02T12:00:00.000Z"),
    ("PT90S", "2026-01-01T00:01:30.000Z"), ("P1Y2M10DT2H30M", "2027-03-11T02:30:00.000Z"),
    ("p1m", "2026-02-01T00:00:00.000Z"), ("P0Y1M", "2026-02-01T00:00:00.000Z"),
    ("P1000Y", "3026-01-01T00:00:00.000Z"),
  ])
  func `An ISO 8601 duration is read`(text: String, end: String) throws {
    let start = try #require(Instant("2026-01-01T00:00:00Z"))
    #expect(try #require(CalendarPeriod(iso8601: text)).added(to: start)?.description == end)
    #expect(CalendarPeriod(text) == CalendarPeriod(iso8601: text))
  }

  @Test(arguments: [
    ("90s", "PT90S"), ("15m", "PT15M"), ("12h", "PT12H"), ("30d", "P30D"), ("007d", "P7D"),
  ])
  func `A short duration such as 30d is read`(text: String, iso8601: String) throws {
    let start = try #require(Instant("2026-01-01T00:00:00Z"))
    let typed = try #require(CalendarPeriod(text))
    let formal = try #require(CalendarPeriod(iso8601: iso8601))
    #expect(typed.added(to: start) == formal.added(to: start))
    #expect(typed.subtracted(from: start) == formal.subtracted(from: start))
    #expect(CalendarPeriod(iso8601: text) == nil)
  }

  @Test(arguments: [
    "", "P", "PT", "1", "d", "30 d", " 30d", "30d ", "30D", "30w", "1.5h", "-1d", "+1d", "1h30m",
    "P-1M", "P1.5M", "P1M2Y", "PT1D", "P1H", "1M", "P1M\n", "month", "P٣M", "٣d", "1d\u{301}",
    "PP1M", "P1M P1M",
  ])
  func `An invalid duration is refused`(text: String) {
    #expect(CalendarPeriod(text) == nil)
  }

  @Test(arguments: ["0s", "00d", "P0D", "P0Y0M", "PT0S", "P0W"])
  func `A duration of zero is refused`(text: String) {
    #expect(CalendarPeriod(text) == nil)
  }

  @Test(arguments: [
    "P1001Y", "P1000Y1M", "P12001M", "366001d", "99999999999d", "P99999Y99999M",
    "PT99999999999S", "P999999W", "999999999999s",
  ])
  func `A duration of more than a thousand years is refused`(text: String) {
    #expect(CalendarPeriod(text) == nil)
  }

  @Test(arguments: [("p1y2m", "P1Y2M"), ("P1M", "P1M"), ("90s", "90s")])
  func `The description is the text that was read`(text: String, description: String) {
    #expect(CalendarPeriod(text)?.description == description)
  }

  @Test(arguments: [
    ("P1M", "2026-03-31T12:00:00Z", "2026-02-28T12:00:00.000Z"),
    ("P1M", "2024-03-31T12:00:00Z", "2024-02-29T12:00:00.000Z"),
    ("P1Y", "2024-02-29T00:00:00Z", "2023-02-28T00:00:00.000Z"),
    ("30d", "2026-01-31T00:00:00Z", "2026-01-01T00:00:00.000Z"),
    ("1s", "1970-01-01T00:00:00Z", "1969-12-31T23:59:59.000Z"),
    ("P1M", "1970-01-31T23:59:59.001Z", "1969-12-31T23:59:59.001Z"),
  ])
  func `Subtracting a period gives the earlier instant`(
    period: String, from: String, earlier: String
  )
    throws
  {
    let instant = try #require(Instant(from))
    #expect(
      try #require(CalendarPeriod(period)).subtracted(from: instant)?.description == earlier)
  }

  @Test(arguments: [
    (
      "P1M", "2026-01-31T12:00:00Z",
      ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"]
    ),
    ("P1M", "2024-01-31T12:00:00Z", ["2024-02-29", "2024-03-31"]),
    ("P1M", "2026-01-30T12:00:00Z", ["2026-02-28", "2026-03-30"]),
    ("P1M", "2026-01-28T12:00:00Z", ["2026-02-28", "2026-03-28"]),
    ("P3M", "2025-11-30T12:00:00Z", ["2026-02-28", "2026-05-30"]),
    ("P1Y", "2024-02-29T12:00:00Z", ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
    ("P1W", "2026-02-25T12:00:00Z", ["2026-03-04", "2026-03-11"]),
  ])
  func `A series of periods keeps the day of its first purchase`(
    period: String, first: String, days: [String]
  ) throws {
    let period = try #require(CalendarPeriod(period))
    let first = try #require(Instant(first))
    var start = first
    for day in days {
      start = try #require(period.end(ofPeriodFrom: start, inSeriesSince: first))
      #expect(start.description == day + "T12:00:00.000Z")
    }
  }

  @Test(arguments: [
    ("2026-02-10T00:00:00Z", "2026-03-10T00:00:00.000Z"),
    ("2026-02-27T08:00:00Z", "2026-03-27T08:00:00.000Z"),
    ("2026-01-30T00:00:00Z", "2026-02-28T00:00:00.000Z"),
  ])
  func `A period that begins on another day keeps that day`(start: String, end: String) throws {
    let period = try #require(CalendarPeriod("P1M"))
    let first = try #require(Instant("2026-01-31T00:00:00Z"))
    let start = try #require(Instant(start))
    #expect(period.end(ofPeriodFrom: start, inSeriesSince: first)?.description == end)
  }

  @Test(arguments: ["1s", "30d", "366000d", "P1M", "P1Y", "P1000Y", "P1000YT1S"])
  func `There is no result beyond the ends of the calendar`(text: String) throws {
    let period = try #require(CalendarPeriod(text))
    let (first, last) = (Instant.range.lowerBound, Instant.range.upperBound)
    #expect(period.added(to: last) == nil)
    #expect(period.end(ofPeriodFrom: last, inSeriesSince: last) == nil)
    #expect(period.subtracted(from: first) == nil)
  }

  @Test(arguments: [Int64.min, Int64.min / 1000, Int64.max / 1000, Int64.max])
  func `An instant outside the calendar gives no result`(milliseconds: Int64) throws {
    let instant = Instant(milliseconds)
    for text in ["1s", "366000d", "P1M", "P1000Y"] {
      let period = try #require(CalendarPeriod(text))
      #expect(period.added(to: instant) == nil)
      #expect(period.subtracted(from: instant) == nil)
      #expect(period.end(ofPeriodFrom: instant, inSeriesSince: instant) == nil)
    }
  }

  @Test
  func `The last month of the calendar can be reached`() throws {
    let period = try #require(CalendarPeriod("P1M"))
    let start = try #require(Instant("9999-11-30T00:00:00.999Z"))
    let first = try #require(Instant("9999-10-31T00:00:00Z"))
    let end = period.end(ofPeriodFrom: start, inSeriesSince: first)
    #expect(end?.description == "9999-12-31T00:00:00.999Z")
  }

  @Test(arguments: [
    ("2026-01-31T23:59:59.999Z", "2026-01"), ("2026-02-01T00:00:00Z", "2026-02"),
    ("2026-02-01T08:59:59+09:00", "2026-01"), ("1583-01-01T00:00:00Z", "1583-01"),
    ("1969-12-31T23:59:59Z", "1969-12"), ("9999-12-31T23:59:59.999Z", "9999-12"),
  ])
  func `An instant has a month in UTC`(_ instant: String, _ month: String) throws {
    #expect(try #require(Instant(instant)).month.description == month)
  }
}
