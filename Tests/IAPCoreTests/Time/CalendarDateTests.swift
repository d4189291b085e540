import Foundation
import Testing

@testable import IAPCore

struct CalendarDateTests {
  /// Foundation's calendar, which the program does not link.
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private static let days = stride(from: Int64(-141_350), to: 2_932_890, by: 997)

  private func foundation(_ day: Int64) -> Date {
    Date(timeIntervalSince1970: Double(day) * 86_400)
  }

  @Test
  func `Days from 1583 to 9999 have the date that Foundation's calendar gives them`() {
    for number in Self.days {
      let date = CalendarDate(dayNumber: number)
      let parts = Self.calendar.dateComponents([.year, .month, .day], from: foundation(number))
      #expect(
        [date.year, date.month, date.day]
          == [parts.year, parts.month, parts.day].map { Int64($0 ?? 0) })
      #expect(date.dayNumber == number)
      let length = Self.calendar.range(of: .day, in: .month, for: foundation(number))?.count
      #expect(date.lengthOfMonth == length.map(Int64.init))
    }
  }

  @Test(arguments: [1, -1, 11, -13, 1200])
  func `Months are added as Foundation's calendar adds them`(_ months: Int) {
    for number in Self.days {
      let sum = CalendarDate(dayNumber: number).adding(months: months)
      guard (1583...9999).contains(sum.year) else { continue }
      let date = Self.calendar.date(byAdding: .month, value: months, to: foundation(number))
      #expect(sum.dayNumber == date.map { Int64($0.timeIntervalSince1970) / 86_400 })
    }
  }
}
