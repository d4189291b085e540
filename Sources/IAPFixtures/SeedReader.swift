import IAPCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Something in a seed that cannot be loaded, and where it stands.
struct SeedProblem: Error, Equatable {
  let place: String
  let problem: String
}

/// A key that a seed may leave out: then there is a default, and nothing to contradict.
enum Given<Value: Sendable>: Sendable {
  case absent
  case null
  case value(Value)

  /// The value, or nil where there is none or it is null.
  var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// The same for a key that cannot be null: null means the default there.
  var orDefault: Given { if case .null = self { .absent } else { self } }

  var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// Whether a value that the store has agrees with what was given.
  func agrees(with present: Value?) -> Bool where Value: Equatable {
    switch self {
    case .absent: true
    case .null: present == nil
    case .value(let value): value == present
    }
  }

  func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> Given<Other> {
    switch self {
    case .absent: .absent
    case .null: .null
    case .value(let value): .value(try transform(value))
    }
  }
}

/// One object of a seed, read key by key. Everything that is not as it should be is a
/// ``SeedProblem`` that names its place.
struct SeedReader {
  private let container: KeyedDecodingContainer<SeedKey>

  /// - Parameter keys: every key that the object may have.
  init(_ decoder: any Decoder, keys: Set<String>) throws {
    do {
      container = try decoder.container(keyedBy: SeedKey.self)
    } catch {
      throw SeedProblem(place: Self.place(of: decoder.codingPath), problem: "not an object")
    }
    if let stranger = container.allKeys.map(\.stringValue).filter({ !keys.contains($0) }).min() {
      throw SeedProblem(
        place: Self.place(of: decoder.codingPath + [SeedKey(stranger)]),
        problem: "unknown key; known are \(keys.sorted().joined(separator: ", "))")
    }
  }

  func text(_ key: String) throws -> Given<String> { try given(key, String.self, "a string") }

  func flag(_ key: String) throws -> Given<Bool> {
    try given(key, Bool.self, "true or false")
  }

  func integer(_ key: String, from lowest: Int64) throws -> Given<Int64> {
    let number = try given(key, Int64.self, "a whole number")
    if let value = number.value, value < lowest { throw problem(key, "less than \(lowest)") }
    return number
  }

  /// A name: a string that is not empty and has no null character.
  func identifier(_ key: String) throws -> Given<Identifier> {
    let text = try text(key)
    if let text = text.value, text.isEmpty || text.utf8.contains(0) {
      throw problem(key, text.isEmpty ? "empty" : "has a null character")
    }
    return text.map { Identifier($0) }
  }

  func price(_ key: String) throws -> Given<Price> {
    try given(key, Decimal.self, "a decimal").map { decimal in
      guard let price = Price(decimal) else {
        throw problem(key, "more digits than can be kept exactly (18 before the point, 12 behind)")
      }
      guard !price.isNegative else { throw problem(key, "negative") }
      return price
    }
  }

  func instant(_ key: String) throws -> Given<Instant> {
    try text(key).map { text in
      guard let instant = Instant(text) else {
        throw problem(key, "not an instant of RFC 3339, such as 2026-01-01T00:00:00.000Z")
      }
      return instant
    }
  }

  func period(_ key: String) throws -> Given<CalendarPeriod> {
    try text(key).map { text in
      guard let period = CalendarPeriod(iso8601: text) else {
        throw problem(key, "not an ISO 8601 duration, such as P1M")
      }
      return period
    }
  }

  /// A string that is one of a few.
  func choice(_ key: String, of choices: [String]) throws -> Given<String> {
    let text = try text(key)
    if let word = text.value, !choices.contains(word) {
      throw problem(key, "not one of \(choices.joined(separator: ", "))")
    }
    return text
  }

  func list<Element: Decodable & Sendable>(_ key: String, of: Element.Type) throws -> [Element] {
    try given(key, [Element].self, "an array").value ?? []
  }

  func prices(_ key: String) throws -> [String: Price] {
    guard let decimals = try given(key, [String: Decimal].self, "an object of decimals").value
    else { return [:] }
    if decimals.keys.contains(where: { $0.isEmpty || $0.utf8.contains(0) }) {
      throw problem(key, "has a currency that is empty or has a null character")
    }
    return try decimals.mapValues { decimal in
      guard let price = Price(decimal), !price.isNegative else {
        throw problem(key, "has an amount that is negative or too long")
      }
      return price
    }
  }

  /// Refuses a key that is missing or null.
  func required<Value>(_ key: String, _ given: Given<Value>) throws -> Value {
    guard let value = given.value else {
      throw problem(key, given.isAbsent ? "missing" : "null")
    }
    return value
  }

  func problem(_ key: String, _ problem: String) -> SeedProblem {
    SeedProblem(
      place: Self.place(of: container.codingPath + [SeedKey(key)]), problem: problem)
  }

  private func given<Value: Decodable & Sendable>(
    _ key: String, _ type: Value.Type, _ kind: String
  ) throws -> Given<Value> {
    let key = SeedKey(key)
    guard container.contains(key) else { return .absent }
    if try container.decodeNil(forKey: key) { return .null }
    do {
      return .value(try container.decode(type, forKey: key))
    } catch let problem as SeedProblem {
      throw problem
    } catch {
      // Not only a DecodingError: a number that does not fit has an error of its own.
      throw problem(key.stringValue, "not \(kind)")
    }
  }

  /// `purchases[3].price`
  static func place(of path: [any CodingKey]) -> String {
    let place = path.reduce("") { place, key in
      if let index = key.intValue { return place + "[\(index)]" }
      return place.isEmpty ? key.stringValue : place + "." + key.stringValue
    }
    return place.isEmpty ? "seed" : place
  }
}

struct SeedKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}
