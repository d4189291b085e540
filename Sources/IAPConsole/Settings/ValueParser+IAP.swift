import CommandLine
import IAPCore

extension ValueParser where Value == StoreCode {
  /// Any code without a comma is accepted: new markets can appear.
  static let storeCode = ValueParser(
    "CODE", expectation: "a market code, such as AS", kind: .names(.markets)
  ) { $0.isEmpty || $0.utf8.contains(UInt8(ascii: ",")) ? nil : StoreCode($0) }
}

extension ValueParser where Value == Instant {
  static let instant = ValueParser(
    "INSTANT", expectation: "an instant of RFC 3339, such as 2026-01-01T00:00:00Z"
  ) { Instant($0) }
}

extension ValueParser where Value == CalendarPeriod {
  static let duration = ValueParser(
    "DURATION", expectation: "a duration, such as 90s, 15m, 12h, 30d, or ISO 8601 such as P1M"
  ) { CalendarPeriod($0) }
}

extension ValueParser where Value == Duration {
  /// A time-out in seconds, such as 2 or 0.5.
  static let seconds = ValueParser(
    "SECONDS", expectation: "a number of seconds above 0, at most 86400", kind: .number
  ) { word in
    guard word.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }),
      let seconds = Double(word), seconds > 0, seconds <= 86_400
    else { return nil }
    return .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }
}

extension ValueParser where Value == [String] {
  static let fieldNames = ValueParser(
    "NAMES", expectation: "a list of different field names separated by commas",
    kind: .fields
  ) { word in
    let names = word.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return names.contains("") || Set(names).count < names.count ? nil : names
  }
}

extension ValueParser where Value == Identifier {
  /// A user or a product: any text except the empty one.
  static func identifier(_ label: String, kind: ValueKind) -> ValueParser {
    ValueParser(label, expectation: "a name; it must not be empty", kind: kind) {
      $0.isEmpty ? nil : Identifier($0)
    }
  }

  static let paymentSeq = ValueParser(
    "PAYMENT_SEQ", expectation: "a payment number, which is made of digits",
    kind: .names(.unconsumedPayments)
  ) { word in
    let number = Identifier(word)
    return number.isDigits ? number : nil
  }
}

extension ValueParser where Value == Double {
  /// A number of requests per second.
  static let rate = ValueParser(
    "RATE", expectation: "a number a second, such as 5/s or 0.5/s, at most 100000/s"
  ) { word in
    let number = word.hasSuffix("/s") ? String(word.dropLast(2)) : word
    guard !number.isEmpty,
      number.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }),
      let rate = Double(number), rate >= 0.001, rate <= 100_000
    else { return nil }
    return rate
  }
}

extension ValueParser where Value == Moment {
  static let moment = ValueParser(
    "MOMENT",
    expectation:
      "a time: a duration ago (90s, 15m, 12h, 30d, P1M), a day such as 2026-01-31, or an instant"
  ) { Moment($0) }
}
