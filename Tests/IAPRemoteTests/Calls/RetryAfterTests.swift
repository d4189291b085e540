import IAPCore
import Testing

@testable import IAPRemote

struct RetryAfterTests {
  /// 2026-01-01T00:00:00Z, a Thursday.
  private static let now = Instant(1_767_225_600_000)

  private func read(_ text: String?) -> Duration? {
    RetryAfter.read(text, now: Self.now)
  }

  @Test(arguments: [
    ("0", 0), ("7", 7), ("007", 7), ("29", 29), ("31", 31), ("3600", 3600),
    ("999999999", 999_999_999), ("3155760000", 3_155_760_000),
    // A time in the past means now. There are three date formats.
    ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sunday, 06-Nov-94 08:49:37 GMT", 0),
    ("Sun Nov  6 08:49:37 1994", 0), ("Thu, 01 Jan 2026 00:00:00 GMT", 0),
    ("Thu, 01 Jan 2026 01:00:00 GMT", 3600),
    ("Thu, 01 Jan 2026 00:00:12 GMT", 12), ("Thursday, 01-Jan-26 00:00:12 GMT", 12),
    ("Thu Jan  1 00:00:12 2026", 12), ("Thu Jan 01 00:00:12 2026", 12),
    // Several headers, the longest of which counts.
    ("120, 1", 120), ("1, 120", 120), ("soon, 7", 7), ("7, soon, -1", 7),
    ("3, Thu, 01 Jan 2026 00:00:12 GMT", 12), ("Thu, 01 Jan 2026 00:00:12 GMT, 30", 30),
  ])
  func `A number of seconds or a date is accepted, however far`(_ text: String, _ seconds: Int) {
    #expect(read(text) == .seconds(seconds))
  }

  @Test(arguments: [
    nil, "", "-1", "+1", "1.5", "1e1", "soon", "3155760001", "999999999999",
    "999999999999999999", "99999999999999999999999", "１", " 1", "0x1",
    "Fri, 31 Dec 9999 23:59:59 GMT", "Fri, 31 Dec 99999 23:59:59 GMT",
    "Thu, 01 Jan 2026 00:00:12 PST", "Thu, 31 Feb 2026 00:00:12 GMT",
    "Thu, 01 Jän 2026 00:00:12 GMT",
    "-1, soon", "1,000", "Thu, 01 Jan 2026 25:00:12 GMT", "Thu, 01 Jan 2026 GMT", "GMT",
    "Thu Jan 1", ", , , , , GMT",
  ])
  func `An invalid or absurd value is ignored`(_ text: String?) {
    #expect(read(text) == nil)
  }

  @Test(arguments: [
    (2026, "26", "2026"), (2026, "76", "2076"), (2026, "77", "1977"), (2026, "00", "2000"),
    (2099, "01", "2101"), (2099, "49", "2149"), (2099, "50", "2050"),
  ])
  func `A two-digit year is read as at most 50 years in the future`(
    _ current: Int, _ digits: String, _ year: String
  ) throws {
    let now = try #require(Instant("\(current)-06-01T00:00:00Z"))
    let date = HTTPDate.read("Sunday, 06-Nov-\(digits) 08:49:37 GMT", now: now)
    #expect(date == Instant("\(year)-11-06T08:49:37Z"))
  }
}
