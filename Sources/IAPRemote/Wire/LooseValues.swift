import IAPCore
import IAPFixtureAPI
import JSON

// The legacy API sends its numbers as JSON numbers or as strings.

extension JSONCodec where Value == Int64 {
  static var looseInteger: JSONCodec {
    JSONCodec(.digits, write: { .integer($0) }) { value throws(JSONProblem) in
      guard let text = value.text else { return try integer.read(value) }
      guard Identifier(text).isDigits, let number = Int64(text) else {
        throw .not("a whole number")
      }
      return number
    }
  }
}

extension JSONCodec where Value == Price {
  static var loosePrice: JSONCodec {
    JSONCodec(.decimal, write: price.write) { value throws(JSONProblem) in
      guard let text = value.text else { return try price.read(value) }
      guard let price = Price(text) else { throw .not("an amount of money") }
      return price
    }
  }
}
