/// A day of the Gregorian calendar.
struct CalendarDate: Hashable {
  var year: Int64
  /// 1 to 12.
  var month: Int64
  /// 1 to 31.
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// - Parameter number: days since 1970-01-01.
  init(dayNumber number: Int64) {
    // The calendar repeats every 400 years (146,097 days). Counting years from March 1 makes the
    // leap day the last day of a year.
    let (era, dayOfEra) = (number + 719_468).flooredDivision(by: 146_097)
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let march = (5 * dayOfYear + 2) / 153
    month = march < 10 ? march + 3 : march - 9
    self.year = era * 400 + year + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * march + 2) / 5 + 1
  }

  /// Days since 1970-01-01.
  var dayNumber: Int64 {
    let year = month > 2 ? year : year - 1
    let (era, yearOfEra) = year.flooredDivision(by: 400)
    let days = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100
    return era * 146_097 + days + ((month + 9) % 12 * 153 + 2) / 5 + day - 1 - 719_468
  }

  /// The number of days in its month.
  var lengthOfMonth: Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The same day of a later or earlier month, or the last day of a shorter month.
  func adding(months: Int) -> CalendarDate {
    let (years, rest) = (year * 12 + month - 1 + Int64(months)).flooredDivision(by: 12)
    var date = CalendarDate(year: years, month: rest + 1, day: day)
    date.day = min(day, date.lengthOfMonth)
    return date
  }
}
