import IAPCore
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The kinds of values that a seed has beyond those of JSON.
extension JSONObjectReader {
  /// A name: a string that is not empty and has no null character.
  func identifier(_ key: String) throws -> Presence<Identifier> {
    let text = try text(key)
    if let text = text.value, text.isEmpty || text.utf8.contains(0) {
      throw problem(key, text.isEmpty ? "empty" : "contains a null character")
    }
    return text.map { Identifier($0) }
  }

  func price(_ key: String) throws -> Presence<Price> {
    try given(key, Decimal.self, "a decimal").map { decimal in
      guard let price = Price(decimal) else {
        throw problem(key, "too many digits: at most 18 before and 12 after the decimal point")
      }
      guard !price.isNegative else { throw problem(key, "negative") }
      return price
    }
  }

  func instant(_ key: String) throws -> Presence<Instant> {
    try text(key).map { text in
      guard let instant = Instant(text) else {
        throw problem(key, "not an instant of RFC 3339, such as 2026-01-01T00:00:00.000Z")
      }
      return instant
    }
  }

  func period(_ key: String) throws -> Presence<CalendarPeriod> {
    try text(key).map { text in
      guard let period = CalendarPeriod(iso8601: text) else {
        throw problem(key, "not an ISO 8601 duration, such as P1M")
      }
      return period
    }
  }

  func prices(_ key: String) throws -> [String: Price] {
    guard let decimals = try given(key, [String: Decimal].self, "an object of decimals").value
    else { return [:] }
    if decimals.keys.contains(where: { $0.isEmpty || $0.utf8.contains(0) }) {
      throw problem(key, "has an invalid currency: empty, or with a null character")
    }
    return try decimals.mapValues { decimal in
      guard let price = Price(decimal), !price.isNegative else {
        throw problem(key, "has an amount that is negative or too long")
      }
      return price
    }
  }
}
