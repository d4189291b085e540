package import JSON

// How the types of IAP are written in JSON: in the dialects, in seeds and in requests that steer a
// store.

extension JSONCodec where Value == Identifier {
  package static var identifier: JSONCodec<Identifier> {
    JSONCodec<String>.text.map(write: \.text) { Identifier($0) }
  }

  /// An identifier in a request or a seed: a nonempty text without null characters.
  package static var name: JSONCodec {
    JSONCodec<String>.text.map(write: \.text) { text throws(JSONProblem) in
      guard !text.isEmpty else { throw JSONProblem(.empty) }
      guard !text.utf8.contains(0) else { throw JSONProblem(problem: "contains a null character") }
      return Identifier(text)
    }
  }

  /// A payment number: a string of digits.
  package static var paymentSeq: JSONCodec {
    name.map(write: \.self) { number throws(JSONProblem) in
      guard number.isDigits else { throw .not("a payment number: only digits are allowed") }
      return number
    }
  }

  /// Digits as a string or a number, written as a string. The samples in the guides have both:
  /// `"123"` and `123`.
  package static var looseDigits: JSONCodec {
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
  package static var looseInteger: JSONCodec {
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
  package static var integerText: JSONCodec {
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

  /// A market in a request or a seed. `TS` is ONE store, as in the legacy API.
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

  /// One that iapctl knows.
  package static var knownStatus: JSONCodec {
    let names = SubscriptionStatus.known.map(\.name)
    return JSONCodec<String>.word(of: names).map(as: .choice(names), write: \.name) {
      SubscriptionStatus($0)
    }
  }
}

extension JSONCodec where Value == Secret {
  package static var secret: JSONCodec {
    JSONCodec<String>.text.map(as: .secret, write: \.revealed) { Secret($0) }
  }

  /// A secret that is not empty.
  package static var token: JSONCodec {
    secret.map(write: \.self) { token throws(JSONProblem) in
      guard !token.revealed.isEmpty else { throw JSONProblem(.empty) }
      return token
    }
  }

  /// As a name of an ``Identifier``.
  package static var secretName: JSONCodec {
    JSONCodec<Identifier>.name.map(as: .secret, write: { Identifier($0.revealed) }) {
      Secret($0.text)
    }
  }
}

extension JSONCodec where Value == String {
  /// One of a few words.
  package static func word(of choices: [String]) -> JSONCodec {
    text.map(write: { $0 }) { word throws(JSONProblem) in
      guard choices.contains(word) else {
        throw .not(.choice(choices))
      }
      return word
    }
  }

  package static var currency: JSONCodec {
    text.map(write: \.self) { code throws(JSONProblem) in
      guard Price.isCurrency(code) else {
        throw .not("a currency code of three capital letters, such as KRW")
      }
      return code
    }
  }
}

extension JSONCodec where Value == Price {
  /// A JSON number with its exact digits.
  package static var price: JSONCodec {
    JSONCodec(
      .decimal, write: { .number($0.digits) }, append: { $1 += $0.digits.utf8 }
    ) { value throws(JSONProblem) in
      guard case .number(let digits) = value else { throw .not("a decimal") }
      guard let price = Price(digits) else {
        throw JSONProblem(
          problem: "too many digits: at most 18 before and 12 after the decimal point")
      }
      return price
    }
  }

  /// A price in a seed or a request, which is not negative.
  package static var charge: JSONCodec {
    price.map(write: \.self) { price throws(JSONProblem) in
      guard !price.isNegative else { throw JSONProblem(problem: "negative") }
      return price
    }
  }

  /// A number or a string, written as a number.
  package static var loosePrice: JSONCodec {
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
      guard let instant = Instant(text) else {
        throw .not("an instant of RFC 3339, such as 2026-01-01T00:00:00.000Z")
      }
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
    JSONCodec<String>.text.map(as: .period, write: \.description) { text throws(JSONProblem) in
      guard let period = CalendarPeriod(iso8601: text) else {
        throw .not("an ISO 8601 duration, such as P1M")
      }
      return period
    }
  }

  package static var duration: JSONCodec {
    JSONCodec<String>.text.map(as: .duration, write: \.description) { text throws(JSONProblem) in
      guard let period = CalendarPeriod(text) else { throw .not("a duration, such as 2s") }
      return period
    }
  }
}

extension JSONCodec where Value == [String: Price] {
  /// Amounts by currency: `{"KRW": 1100}`.
  package static var prices: JSONCodec {
    JSONCodec(
      .anything, write: { .object($0.map { .init($0.key, .number($0.value.digits)) }) }
    ) { value throws(JSONProblem) in
      guard let members = value.members, members.allSatisfy({ $0.value.digits != nil }) else {
        throw .not("an object of decimals")
      }
      var prices: [String: Price] = [:]
      for member in members {
        if member.name.isEmpty || member.name.utf8.contains(0) {
          throw JSONProblem(problem: "has an invalid currency: empty, or with a null character")
        }
        guard let price = member.value.digits.flatMap({ Price($0) }), !price.isNegative else {
          throw JSONProblem(problem: "has an amount that is negative or too long")
        }
        prices[member.name] = price
      }
      return prices
    }
  }
}

extension JSONCodec where Value == ClockChange {
  package static var clockChange: JSONCodec {
    JSONCodec<String>.text.map(write: \.description) { text throws(JSONProblem) in
      guard let change = ClockChange(text) else {
        throw .not("an instant, a day such as 2026-01-31, or a duration such as +1d")
      }
      return change
    }
  }
}
