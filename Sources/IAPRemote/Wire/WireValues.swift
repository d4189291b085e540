import IAPCore
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SingleValueDecodingContainer {
  /// What is said of a value that is not what it should be, to be read after "not".
  func not(_ kind: String) -> JSONProblem {
    JSONProblem(place: JSONProblem.place(of: codingPath), problem: "not \(kind)")
  }
}

/// A whole number. The decoder has no place for one that does not fit.
struct WireInteger: Decodable, Sendable {
  let value: Int64

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      value = try container.decode(Int64.self)
    } catch {
      if container.decodeNil() { throw error }
      throw container.not("a whole number, or too large a one")
    }
  }
}

/// An amount of money as a JSON number, with its exact digits.
struct WirePrice: Decodable, Sendable {
  let price: Price

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    price = try Self.price(try container.decode(Decimal.self), container)
  }

  static func price(
    _ decimal: Decimal?, _ container: any SingleValueDecodingContainer
  ) throws -> Price {
    guard let decimal, let price = Price(decimal) else {
      throw container.not("an amount of money")
    }
    return price
  }
}

/// What stands in an answer and may be null there, where nobody knows it.
struct WireNullable<Value: Decodable & Sendable>: Decodable, Sendable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = container.decodeNil() ? nil : try container.decode(Value.self)
  }
}

/// The legacy API writes its numbers as numbers or as strings.
struct LooseInteger: Decodable, Sendable {
  let value: Int64

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard Identifier(text).isDigits, let number = Int64(text) else {
        throw container.not("a whole number")
      }
      value = number
    } else {
      value = try WireInteger(from: decoder).value
    }
  }
}

/// An amount of money as the legacy API writes it.
struct LoosePrice: Decodable, Sendable {
  let price: Price

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let price = Price(text) else {
        throw container.not("an amount of money")
      }
      self.price = price
    } else {
      price = try WirePrice.price(try container.decode(Decimal.self), container)
    }
  }
}

/// A payment number: a string of digits.
struct WirePaymentSeq: Decodable, Sendable {
  let identifier: Identifier

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    identifier = Identifier(try container.decode(String.self))
    guard identifier.isDigits else {
      throw container.not("a payment number")
    }
  }
}

/// An instant as the server API writes it: milliseconds since 1970.
struct WireInstant: Decodable, Sendable {
  let instant: Instant

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    instant = Instant(try WireInteger(from: decoder).value)
    guard Instant.range.contains(instant) else {
      throw container.not("an instant")
    }
  }
}
