import IAPCore
import JSON

/// The value types of a seed that JSON does not have.
extension JSONObject {
  /// A nonempty string without null characters.
  func identifier(_ key: String) throws(JSONProblem) -> Presence<Identifier> {
    let text = try text(key)
    if let text = text.value, text.isEmpty || text.utf8.contains(0) {
      throw problem(key, text.isEmpty ? "empty" : "contains a null character")
    }
    return text.map { Identifier($0) }
  }

  func price(_ key: String) throws(JSONProblem) -> Presence<Price> {
    try digits(key, "a decimal").map { (digits) throws(JSONProblem) in
      guard let price = Price(digits) else {
        throw problem(key, "too many digits: at most 18 before and 12 after the decimal point")
      }
      guard !price.isNegative else { throw problem(key, "negative") }
      return price
    }
  }

  func instant(_ key: String) throws(JSONProblem) -> Presence<Instant> {
    try text(key).map { (text) throws(JSONProblem) in
      guard let instant = Instant(text) else {
        throw problem(key, "not an instant of RFC 3339, such as 2026-01-01T00:00:00.000Z")
      }
      return instant
    }
  }

  func period(_ key: String) throws(JSONProblem) -> Presence<CalendarPeriod> {
    try text(key).map { (text) throws(JSONProblem) in
      guard let period = CalendarPeriod(iso8601: text) else {
        throw problem(key, "not an ISO 8601 duration, such as P1M")
      }
      return period
    }
  }

  /// Amounts by currency: `{"KRW": 1100}`. Empty if the key is absent or null.
  func prices(_ key: String) throws(JSONProblem) -> [String: Price] {
    let members = try read(key, "an object of decimals") { value in
      value.members.flatMap { $0.allSatisfy { $0.value.digits != nil } ? $0 : nil }
    }.value
    var prices: [String: Price] = [:]
    for member in members ?? [] {
      if member.name.isEmpty || member.name.utf8.contains(0) {
        throw problem(key, "has an invalid currency: empty, or with a null character")
      }
      guard let price = member.value.digits.flatMap({ Price($0) }), !price.isNegative else {
        throw problem(key, "has an amount that is negative or too long")
      }
      prices[member.name] = price
    }
    return prices
  }
}
