import IAPCore
import Testing

struct TimeZoneTests {
  private static let seoul = TimeZone("Asia/Seoul") { _ in 9 * 3600 }
  private static let kolkata = TimeZone("Asia/Kolkata") { _ in 5 * 3600 + 1800 }
  /// Summer time from 2026-03-29T01:00:00Z to 2026-10-25T01:00:00Z, as in Berlin.
  private static let berlin = TimeZone("Europe/Berlin") { seconds in
    (1_774_746_000..<1_792_890_000).contains(seconds) ? 7200 : 3600
  }
  /// The clocks go forward at midnight, on 2026-04-24, as in Cairo.
  private static let cairo = TimeZone("Africa/Cairo") { seconds in
    seconds < 1_776_981_600 ? 7200 : 10_800
  }
  /// Summer time until 2026-04-04T14:00:00Z, and from 2026-09-26T14:00:00Z, as in Auckland: more than half a
  /// day ahead of UTC.
  private static let auckland = TimeZone("Pacific/Auckland") { seconds in
    (1_775_311_200..<1_790_431_200).contains(seconds) ? 43_200 : 46_800
  }

  @Test(arguments: [
    (TimeZone.utc, "2026-01-12 11:20:00Z"), (seoul, "2026-01-12 20:20:00 +09:00"),
    (kolkata, "2026-01-12 16:50:00 +05:30"), (berlin, "2026-01-12 12:20:00 +01:00"),
    (TimeZone("America/St_Johns") { _ in -12_600 }, "2026-01-12 07:50:00 -03:30"),
  ])
  func `People read an instant on their own clocks`(_ zone: TimeZone, _ text: String) throws {
    let instant = try #require(Instant("2026-01-12T11:20:00Z"))
    #expect(instant.text(in: zone) == text)
  }

  @Test
  func `Milliseconds are shown if there are any`() throws {
    let instant = try #require(Instant("2026-01-12T11:20:00.050Z"))
    #expect(instant.text(in: .utc) == "2026-01-12 11:20:00.050Z")
    #expect(instant.text(in: Self.seoul) == "2026-01-12 20:20:00.050 +09:00")
  }

  @Test
  func `A day is that of the zone, not of UTC`() throws {
    let instant = try #require(Instant("2026-01-12T15:00:00Z"))
    #expect(instant.day(in: .utc) == "2026-01-12")
    #expect(instant.day(in: Self.seoul) == "2026-01-13")
  }

  @Test(arguments: [
    (berlin, "2026-03-28", 24), (berlin, "2026-03-29", 23), (berlin, "2026-10-25", 25),
    (cairo, "2026-04-24", 23), (seoul, "2026-03-29", 24), (kolkata, "2026-10-25", 24),
  ])
  func `A day on which the clocks change has 23 or 25 hours`(
    _ zone: TimeZone, _ day: String, _ hours: Int64
  ) throws {
    let (moment, now) = (try #require(Moment(day)), Instant(1_767_225_600_000))
    let start = try #require(moment.start(before: now, in: zone))
    let end = moment.end(before: now, in: zone)
    #expect(end.milliseconds - start.milliseconds == hours * 3_600_000)
    #expect(start.day(in: zone) == day)
    #expect(Instant(start.milliseconds - 1).day(in: zone) < day)
    #expect(Instant(end.milliseconds - 1).day(in: zone) == day)
  }

  @Test(arguments: [
    // The clocks skip 02:00 to 03:00, and show 02:00 to 03:00 twice.
    (berlin, "2026-03-29T02:30", "2026-03-29T01:00:00.000Z"),
    (berlin, "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"),
    (auckland, "2026-09-27T02:30", "2026-09-26T14:00:00.000Z"),
    (auckland, "2026-04-05T02:30", "2026-04-04T13:30:00.000Z"),
  ])
  func `A time that the clocks skip is the time of the change; of two, the first is meant`(
    _ zone: TimeZone, _ text: String, _ instant: String
  ) throws {
    let moment = try #require(Moment(text))
    let start = moment.start(before: Instant(0), in: zone)
    #expect(start?.description == instant)
  }
}
