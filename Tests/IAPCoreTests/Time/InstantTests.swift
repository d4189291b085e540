import IAPCore
import Testing

struct InstantTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-01-01T00:00:00Z", 1_767_225_600_000),
    ("2026-01-01T00:00:00.123Z", 1_767_225_600_123),
    ("2026-01-01T00:00:00.1Z", 1_767_225_600_100),
    ("2026-01-01T00:00:00.000999999Z", 1_767_225_600_000),
    ("2026-01-01t00:00:00z", 1_767_225_600_000),
    ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
    ("1969-12-31T23:59:59.999Z", -1), ("1969-12-31T23:59:59Z", -1000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
  ])
  func `An instant in UTC is read`(text: String, milliseconds: Int64) throws {
    #expect(try #require(Instant(text)).milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("2026-01-01T09:00:00+09:00", "2026-01-01T00:00:00.000Z"),
    ("2025-12-31T19:30:00-04:30", "2026-01-01T00:00:00.000Z"),
    ("2026-01-01T00:00:00-00:00", "2026-01-01T00:00:00.000Z"),
    ("2026-01-01T00:00:00+23:59", "2025-12-31T00:01:00.000Z"),
    ("2026-03-01T00:00:00.5+00:30", "2026-02-28T23:30:00.500Z"),
  ])
  func `An offset is taken into account`(text: String, utc: String) throws {
    #expect(try #require(Instant(text)).description == utc)
  }

  @Test(arguments: [
    "2026-02-30T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z",
    "2026-01-01T25:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T23:59:60Z",
    "2026-01-01T00:00:61Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+09:60",
  ])
  func `A time that does not exist is refused`(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(arguments: [
    "0000-01-01T00:00:00Z", "0000-12-31T23:00:00Z", "9999-12-31T23:59:59-00:01",
    "10000-01-01T00:00:00Z", "-001-01-01T00:00:00Z",
  ])
  func `A year that cannot be written is refused`(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(arguments: [
    "", "now", "2026", "2026-01-01", "2026-01-01T00:00Z", "2026-01-01T00:00:00",
    "2026-01-01 00:00:00Z", "2026-1-1T00:00:00Z", "20260101T000000Z", "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00.0123456789Z", "2026-01-01T00:00:00+0900",
    "2026-01-01T00:00:00+09", "2026-01-01T00:00:00Z ", " 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z\n", "2026-01-01T00:00:00Zjunk", "2026-01-01T00:00:00ZZ",
    "２０２６-01-01T00:00:00Z", "2026-01-01T00:00:00.٣Z", "2026-01-01T00:00:00Z\u{301}",
    "1767225600000", "2026-01-01T00:00:00−09:00",
  ])
  func `Text that is not RFC 3339 is refused`(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (1_767_225_600_000, "2026-01-01T00:00:00.000Z"),
    (1_767_225_600_007, "2026-01-01T00:00:00.007Z"),
    (1_709_251_199_999, "2024-02-29T23:59:59.999Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (-1000, "1969-12-31T23:59:59.000Z"), (-1001, "1969-12-31T23:59:58.999Z"),
    (-2_208_988_800_000, "1900-01-01T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ])
  func `An instant is written in UTC with milliseconds`(milliseconds: Int64, text: String) {
    #expect(Instant(milliseconds).description == text)
    #expect(Instant(text) == Instant(milliseconds))
  }

  @Test
  func `Days all over the calendar are written so that they are read again`() {
    let range = Instant.range.lowerBound.milliseconds...Instant.range.upperBound.milliseconds
    let wrong = stride(from: range.lowerBound, through: range.upperBound, by: 61 * 86_400_000 - 1)
      .first { Instant(Instant($0).description) != Instant($0) }
    #expect(wrong == nil)
  }

  @Test(arguments: [Int64.min, -62_135_596_800_001, 253_402_300_800_000, Int64.max])
  func `An instant outside the calendar can be written, but not read`(
    milliseconds: Int64
  ) {
    let instant = Instant(milliseconds)
    #expect(!Instant.range.contains(instant))
    #expect(!instant.description.isEmpty)
    #expect(Instant(instant.description) != instant)
  }

  @Test
  func `Instants are ordered`() {
    #expect(Instant(-1) < Instant(0))
    #expect(Instant(0) < Instant(1))
    #expect(!(Instant(1) < Instant(1)))
  }

  @Test(arguments: [
    ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"),
    ("2026-01-31T23:59:59.999Z", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"),
    ("2024-02-29T12:00:00Z", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"),
    ("2025-12-15T00:00:00Z", "2025-12-01T00:00:00Z", "2026-01-01T00:00:00Z"),
    ("2026-01-01T08:00:00+09:00", "2025-12-01T00:00:00Z", "2026-01-01T00:00:00Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-01T00:00:00Z", "1970-01-01T00:00:00Z"),
  ])
  func `The month is the one in UTC`(text: String, start: String, end: String) throws {
    let month = try #require(Instant(text)).monthInUTC
    #expect(month == (try #require(Instant(start)))..<(try #require(Instant(end))))
  }
}
