package import IAPCore
package import JSON

// How the types of IAP are written in JSON, in all dialects.

extension JSONCodec where Value == Identifier {
  package static var identifier: JSONCodec<Identifier> {
    JSONCodec<String>.text.map(write: \.text) { Identifier($0) }
  }

  /// An identifier in a request, which may not be empty.
  package static var name: JSONCodec {
    JSONCodec<String>.text.map(write: \.text) { text throws(JSONProblem) in
      guard !text.isEmpty else { throw JSONProblem(.empty) }
      return Identifier(text)
    }
  }

  /// A payment number: a string of digits.
  package static var paymentSeq: JSONCodec {
    JSONCodec<String>.text.map(write: \.text) { text throws(JSONProblem) in
      let identifier = Identifier(text)
      guard identifier.isDigits else { throw .not("a payment number") }
      return identifier
    }
  }

  /// Digits as a string or a number, written as a string. The samples in the guides have both:
  /// `"123"` and `123`.
  static var looseDigits: JSONCodec {
    JSONCodec(.digits, write: identifier.write, append: identifier.append) {
      value throws(JSONProblem) in
      let identifier = Identifier(value.text ?? value.integer.map { String($0) } ?? "")
      guard identifier.isDigits else { throw .not("a whole number, or a string of digits") }
      return identifier
    }
  }
}

extension JSONCodec where Value == Int64 {
  /// As ``looseDigits``, written as a number.
  static var looseInteger: JSONCodec {
    let integer = integer
    return JSONCodec(.digits, write: integer.write, append: integer.append) {
      [read = integer.read] value throws(JSONProblem) in
      guard let text = value.text else { return try read(value) }
      guard Identifier(text).isDigits, let number = Int64(text) else {
        throw .not(.wholeNumber)
      }
      return number
    }
  }

  /// As ``looseInteger``, written as a string.
  static var integerText: JSONCodec {
    JSONCodec(.text, write: { .string(String($0)) }, read: looseInteger.read)
  }
}

extension JSONCodec where Value == SDKVersion {
  package static var sdkVersion: JSONCodec {
    JSONCodec<String>.text.map(write: \.description) { text throws(JSONProblem) in
      guard let version = SDKVersion(text) else { throw .not("a version such as 1.7.0") }
      return version
    }
  }
}

extension JSONCodec where Value == StoreCode {
  package static var storeCode: JSONCodec {
    JSONCodec<String>.text.map(write: \.text) { StoreCode(legacy: StoreCode($0)) }
  }

  /// A market in a request.
  package static var market: JSONCodec {
    JSONCodec<Identifier>.name.map(write: \.identifier) {
      StoreCode(legacy: StoreCode($0.text))
    }
  }
}

extension JSONCodec where Value == ProductType {
  package static var productType: JSONCodec {
    JSONCodec<String>.text.map(write: \.name) { ProductType($0) }
  }
}

extension JSONCodec where Value == SubscriptionStatus {
  package static var status: JSONCodec {
    JSONCodec<String>.text.map(write: \.name) { SubscriptionStatus($0) }
  }
}

extension JSONCodec where Value == Secret {
  package static var secret: JSONCodec {
    JSONCodec<String>.text.map(as: .secret, write: \.revealed) { Secret($0) }
  }
}

extension JSONCodec where Value == Price {
  /// A JSON number with its exact digits.
  package static var price: JSONCodec {
    JSONCodec(
      .decimal, write: { .number($0.digits) }, append: { $1 += $0.digits.utf8 }
    ) { value throws(JSONProblem) in
      guard case .number(let digits) = value else { throw .not("a number") }
      guard let price = Price(digits) else { throw .not("an amount of money") }
      return price
    }
  }
  /// A number or a string, written as a number.
  static var loosePrice: JSONCodec {
    let price = price
    return JSONCodec(.decimal, write: price.write, append: price.append) {
      [read = price.read] value throws(JSONProblem) in
      guard let text = value.text else { return try read(value) }
      guard let price = Price(text) else { throw .not("an amount of money") }
      return price
    }
  }
}

extension JSONCodec where Value == Instant {
  /// RFC 3339 in UTC with milliseconds: `2026-01-01T00:00:00.000Z`.
  package static var instant: JSONCodec {
    JSONCodec<String>.text.map(as: .instant, write: \.description) { text throws(JSONProblem) in
      guard let instant = Instant(text) else { throw .not("an instant") }
      return instant
    }
  }

  /// Milliseconds since 1970.
  package static var milliseconds: JSONCodec {
    JSONCodec<Int64>.integer.map(write: \.milliseconds) { milliseconds throws(JSONProblem) in
      let instant = Instant(milliseconds)
      guard Instant.range.contains(instant) else { throw .not("an instant") }
      return instant
    }
  }
}

extension JSONCodec where Value == CalendarPeriod {
  package static var period: JSONCodec {
    JSONCodec<String>.text.map(write: \.description) { text throws(JSONProblem) in
      guard let period = CalendarPeriod(text) else { throw .not("a duration") }
      return period
    }
  }
}
