import CommandLine
import IAPCore

/// How long `consume` asks the service again about unknown payments. A profile can set it.
enum SettleOption {
  static let settle = Option(
    "settle", .settleTime, from: .init(key: "settle"),
    fallback: "30s over the REST API, 0s on a fixture store",
    "repeat unknown consumes in this run, for at most this long; 0s: not at all")
}

extension ValueParser where Value == Duration {
  /// A time of at most a day, which may be zero.
  static let settleTime = ValueParser(
    "DURATION", expectation: "0s, or a duration of at most a day, such as 90s or 5m"
  ) { word in
    let isZero = word.dropLast().allSatisfy { $0 == "0" } && word.utf8.count > 1
    if isZero, "smhd".contains(word.last ?? " ") { return .zero }
    return CalendarPeriod(word)?.duration.flatMap { $0 <= .seconds(86_400) ? $0 : nil }
  }
}
