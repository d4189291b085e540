import IAPCore
import Testing

struct CalendarUnitTests {
  @Test(arguments: [
    // A Thursday.
    ("1970-01-01", "1969-12-29", "1970-01"), ("2026-03-29", "2026-03-23", "2026-03"),
    ("2026-03-30", "2026-03-30", "2026-03"), ("2024-02-29", "2024-02-26", "2024-02"),
    ("2026-01-01", "2025-12-29", "2026-01"), ("1583-01-01", "1582-12-27", "1583-01"),
    ("9999-12-31", "9999-12-27", "9999-12"),
  ])
  func `A day is in a week from Monday to Sunday, and in a month`(
    _ day: String, _ monday: String, _ month: String
  ) throws {
    let number = try #require(Instant("\(day)T12:00:00Z")).dayNumber(in: .utc)
    let texts = CalendarUnit.allCases.map { $0.text($0.number(ofDay: number)) }
    #expect(texts == [day, monday, month])
  }

  @Test
  func `The next unit has the next number`() {
    for unit in CalendarUnit.allCases {
      var last = unit.number(ofDay: -800)
      for day in Int64(-799)...800 {
        let number = unit.number(ofDay: day)
        #expect(number == last || number == last + 1, "\(unit) \(day)")
        last = number
      }
    }
  }
}
