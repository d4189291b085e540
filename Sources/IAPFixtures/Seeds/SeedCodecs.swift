import IAPCore
import JSON

// How the values of a seed are read.

extension JSONCodec where Value == Identifier {
  /// A nonempty string without null characters.
  static var identifier: JSONCodec {
    JSONCodec<String>.text.map(write: \.text) { text throws(JSONProblem) in
      guard !text.isEmpty else { throw JSONProblem(.empty) }
      guard !text.utf8.contains(0) else { throw JSONProblem(problem: "contains a null character") }
      return Identifier(text)
    }
  }

  /// The code of a market. `TS` is ONE store, as in the legacy API.
  static var market: JSONCodec {
    identifier.map(write: { $0 }) { StoreCode(legacy: StoreCode($0.text)).identifier }
  }

  static var paymentSeq: JSONCodec {
    identifier.map(write: { $0 }) { number throws(JSONProblem) in
      guard number.isDigits else { throw .not("a payment number: only digits are allowed") }
      return number
    }
  }
}

extension JSONCodec where Value == Secret {
  static var secret: JSONCodec {
    JSONCodec<Identifier>.identifier.map(as: .secret, write: { Identifier($0.revealed) }) {
      Secret($0.text)
    }
  }
}

extension JSONCodec where Value == String {
  /// One of a few words.
  static func word(of choices: [String]) -> JSONCodec {
    text.map(write: { $0 }) { word throws(JSONProblem) in
      guard choices.contains(word) else {
        throw .not(.choice(choices))
      }
      return word
    }
  }
}

extension JSONCodec where Value == Price {
  static var price: JSONCodec {
    JSONCodec(.decimal, write: { .number($0.digits) }) { value throws(JSONProblem) in
      guard let digits = value.digits else { throw .not("a decimal") }
      guard let price = Price(digits) else {
        throw JSONProblem(
          problem: "too many digits: at most 18 before and 12 after the decimal point")
      }
      guard !price.isNegative else { throw JSONProblem(problem: "negative") }
      return price
    }
  }
}

extension JSONCodec where Value == Instant {
  static var instant: JSONCodec {
    JSONCodec<String>.text.map(as: .instant, write: \.description) { text throws(JSONProblem) in
      guard let instant = Instant(text) else {
        throw .not("an instant of RFC 3339, such as 2026-01-01T00:00:00.000Z")
      }
      return instant
    }
  }
}

extension JSONCodec where Value == CalendarPeriod {
  static var period: JSONCodec {
    JSONCodec<String>.text.map(as: .period, write: \.description) { text throws(JSONProblem) in
      guard let period = CalendarPeriod(iso8601: text) else {
        throw .not("an ISO 8601 duration, such as P1M")
      }
      return period
    }
  }

  static var duration: JSONCodec {
    JSONCodec<String>.text.map(as: .duration, write: \.description) { text throws(JSONProblem) in
      guard let period = CalendarPeriod(text) else { throw .not("a duration, such as 2s") }
      return period
    }
  }
}

extension JSONCodec where Value == [String: Price] {
  /// Amounts by currency: `{"KRW": 1100}`.
  static var prices: JSONCodec {
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
