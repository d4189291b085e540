/// The calendar of the model, in UTC, with its own arithmetic.
struct ModelDate: Equatable {
  var year: Int
  var month: Int
  var day: Int

  static let msPerDay: Int64 = 86_400_000

  /// - Parameter time: milliseconds since 1970.
  init(of time: Int64) {
    var days = Int(time / Self.msPerDay)
    year = 1970
    while days >= (Self.isLeap(year) ? 366 : 365) {
      days -= Self.isLeap(year) ? 366 : 365
      year += 1
    }
    month = 1
    while days >= Self.length(of: month, in: year) {
      days -= Self.length(of: month, in: year)
      month += 1
    }
    day = days + 1
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  var lengthOfMonth: Int { Self.length(of: month, in: year) }

  /// Days since 1970-01-01.
  var number: Int64 {
    var days = day - 1
    for earlier in 1970..<year { days += Self.isLeap(earlier) ? 366 : 365 }
    for earlier in 1..<month { days += Self.length(of: earlier, in: year) }
    return Int64(days)
  }

  /// `20260131`, with which the number of a payment begins.
  var digits: String {
    "\(year)\(month < 10 ? "0" : "")\(month)\(day < 10 ? "0" : "")\(day)"
  }
}

/// The period of a product, or the length of a stage.
enum ModelPeriod: Equatable {
  case seconds(Int64)
  case months(Int)

  /// As in a seed.
  var text: String {
    switch self {
    case .seconds(let seconds): "PT\(seconds)S"
    case .months(let months): "P\(months)M"
    }
  }

  /// A month later is the same day, or the last day of a shorter month.
  func added(to time: Int64) -> Int64 {
    switch self {
    case .seconds(let seconds): return time + seconds * 1000
    case .months(let months): return later(time, by: months, on: ModelDate(of: time).day)
    }
  }

  /// The end of the period from `start` of a subscription that was first bought at `first`: on the
  /// day of the first purchase, or on the last day of a shorter month. After another end was set, or
  /// the subscription was paid again later, that day counts no more.
  func end(from start: Int64, since first: Int64) -> Int64 {
    guard case .months(let months) = self else { return added(to: start) }
    let (day, date) = (ModelDate(of: first).day, ModelDate(of: start))
    guard date.day == min(day, date.lengthOfMonth) else { return added(to: start) }
    return later(start, by: months, on: day)
  }

  private func later(_ time: Int64, by months: Int, on day: Int) -> Int64 {
    var date = ModelDate(of: time)
    date.month += months
    while date.month > 12 { (date.month, date.year) = (date.month - 12, date.year + 1) }
    date.day = min(day, date.lengthOfMonth)
    return date.number * ModelDate.msPerDay + time % ModelDate.msPerDay
  }
}
