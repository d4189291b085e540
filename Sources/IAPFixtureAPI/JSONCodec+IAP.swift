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
      guard !text.isEmpty else { throw JSONProblem("empty") }
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
}

extension JSONCodec where Value == StoreCode {
  package static var storeCode: JSONCodec {
    JSONCodec<String>.text.map(write: \.text) { StoreCode($0) }
  }

  /// A market in a request.
  package static var market: JSONCodec {
    JSONCodec<Identifier>.name.map(write: \.identifier) { StoreCode($0.text) }
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
    JSONCodec<String>.text.map(write: \.revealed) { Secret($0) }
  }
}

extension JSONCodec where Value == Price {
  /// A JSON number with its exact digits.
  package static var price: JSONCodec {
    JSONCodec(.decimal, write: { .number($0.digits) }) { value throws(JSONProblem) in
      guard case .number(let digits) = value else { throw .not("a number") }
      guard let price = Price(digits) else { throw .not("an amount of money") }
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
