import IAPCore
import Testing

struct MomentTests {
  private let now = Instant(1_767_225_600_000)  // 2026-01-01T00:00:00Z

  @Test(arguments: [
    ("1d", "2025-12-31T00:00:00.000Z", "2025-12-31T00:00:00.000Z"),
    ("P1M", "2025-12-01T00:00:00.000Z", "2025-12-01T00:00:00.000Z"),
    ("2025-06-30", "2025-06-30T00:00:00.000Z", "2025-07-01T00:00:00.000Z"),
    (
      "2025-06-30T10:00:00+09:00", "2025-06-30T01:00:00.000Z", "2025-06-30T01:00:00.000Z"
    ),
  ])
  func `A moment has a start and an end`(_ text: String, _ start: String, _ end: String) throws {
    let moment = try #require(Moment(text))
    #expect(moment.start(before: now, in: .utc)?.description == start)
    #expect(moment.end(before: now, in: .utc).description == end)
  }

  @Test
  func `A period that reaches back beyond the calendar has no start`() throws {
    let moment = try #require(Moment("P900Y"))
    #expect(moment.start(before: now, in: .utc) == nil)
    #expect(moment.end(before: now, in: .utc) == Instant.range.lowerBound)
  }

  @Test(arguments: [
    "", "1x", "2025-02-30", "25-6-30", "06/30/2025", "20250630", "Yesterday", "2025-06-30 13:00 PM",
    "2025-06-30 9:5", "2025-06-30 오후", "2025-06-30 24:00", "2025-06-30T10", "2025-06-30 10:00 9",
  ])
  func `Other texts are refused`(_ text: String) {
    #expect(Moment(text) == nil)
  }

  @Test(arguments: [
    ("today", "2025-12-31T15:00:00.000Z", "2026-01-01T15:00:00.000Z"),
    ("yesterday", "2025-12-30T15:00:00.000Z", "2025-12-31T15:00:00.000Z"),
    ("2025-06-30", "2025-06-29T15:00:00.000Z", "2025-06-30T15:00:00.000Z"),
    ("2025-06-30 10:00", "2025-06-30T01:00:00.000Z", "2025-06-30T01:00:00.000Z"),
    ("2025-06-30T10:00:01.5", "2025-06-30T01:00:01.500Z", "2025-06-30T01:00:01.500Z"),
    ("2025/6/30", "2025-06-29T15:00:00.000Z", "2025-06-30T15:00:00.000Z"),
    ("2025. 6. 30.", "2025-06-29T15:00:00.000Z", "2025-06-30T15:00:00.000Z"),
    ("2025년 6월 30일", "2025-06-29T15:00:00.000Z", "2025-06-30T15:00:00.000Z"),
    ("2025. 6. 30. 오후 1:15", "2025-06-30T04:15:00.000Z", "2025-06-30T04:15:00.000Z"),
    ("2025-06-30 오전 12:15:30", "2025-06-29T15:15:30.000Z", "2025-06-29T15:15:30.000Z"),
    ("2025年6月30日 午後12時15分", "2025-06-30T03:15:00.000Z", "2025-06-30T03:15:00.000Z"),
    ("2025/6/30 1:15 PM", "2025-06-30T04:15:00.000Z", "2025-06-30T04:15:00.000Z"),
    ("2025-06-30 10:00:00+00", "2025-06-30T10:00:00.000Z", "2025-06-30T10:00:00.000Z"),
    ("2025-06-30 10:00:00.5+0530", "2025-06-30T04:30:00.500Z", "2025-06-30T04:30:00.500Z"),
    ("2025-06-30T10:00Z", "2025-06-30T10:00:00.000Z", "2025-06-30T10:00:00.000Z"),
    ("2025-06-30 10:00:00 +05:30", "2025-06-30T04:30:00.000Z", "2025-06-30T04:30:00.000Z"),
    ("2025-06-30 10:00 -03:00", "2025-06-30T13:00:00.000Z", "2025-06-30T13:00:00.000Z"),
  ])
  func `Days and times without an offset are those of a person's time zone`(
    _ text: String, _ start: String, _ end: String
  ) throws {
    let seoul = TimeZone("Asia/Seoul") { _ in 9 * 3600 }
    let moment = try #require(Moment(text))
    #expect(moment.start(before: now, in: seoul)?.description == start)
    #expect(moment.end(before: now, in: seoul).description == end)
  }
}
