/// One object of a document, read key by key. Everything that is not as it should be is a
/// ``JSONProblem`` that names its place.
package struct JSONObjectReader {
  private let container: KeyedDecodingContainer<JSONKey>

  /// - Parameter format: it has every key that the object may have.
  package init(_ decoder: any Decoder, _ format: JSONFormat) throws {
    try self.init(decoder)
    let keys = format.keys.map(\.name)
    if let stranger = names.filter({ !keys.contains($0) }).min() {
      throw problem(stranger, "unknown key; known are \(keys.sorted().joined(separator: ", "))")
    }
  }

  /// An object whose keys are names that somebody chose.
  package init(_ decoder: any Decoder) throws {
    do {
      container = try decoder.container(keyedBy: JSONKey.self)
    } catch {
      throw JSONProblem(place: JSONProblem.place(of: decoder.codingPath), problem: "not an object")
    }
  }

  /// The keys that are there, in no order.
  package var names: [String] { container.allKeys.map(\.stringValue) }

  package func text(_ key: String) throws -> Presence<String> {
    try given(key, String.self, "a string")
  }

  package func flag(_ key: String) throws -> Presence<Bool> {
    try given(key, Bool.self, "true or false")
  }

  package func integer(_ key: String, from lowest: Int64) throws -> Presence<Int64> {
    let number = try given(key, Int64.self, "a whole number")
    if let value = number.value, value < lowest { throw problem(key, "less than \(lowest)") }
    return number
  }

  /// A string that is one of a few.
  package func choice(_ key: String, of choices: [String]) throws -> Presence<String> {
    let text = try text(key)
    if let word = text.value, !choices.contains(word) {
      throw problem(key, "not one of \(choices.joined(separator: ", "))")
    }
    return text
  }

  package func list<Element: Decodable & Sendable>(_ key: String, of: Element.Type) throws
    -> [Element]
  {
    try given(key, [Element].self, "an array").value ?? []
  }

  /// Refuses a key that is missing or null.
  package func required<Value>(_ key: String, _ given: Presence<Value>) throws -> Value {
    guard let value = given.value else {
      throw problem(key, given.isAbsent ? "missing" : "null")
    }
    return value
  }

  package func problem(_ key: String, _ problem: String) -> JSONProblem {
    JSONProblem(
      place: JSONProblem.place(of: container.codingPath + [JSONKey(key)]), problem: problem)
  }

  /// A value that decodes itself; `kind` is what it has to be, to be read after "not".
  package func given<Value: Decodable & Sendable>(
    _ key: String, _ type: Value.Type, _ kind: String
  ) throws -> Presence<Value> {
    let key = JSONKey(key)
    guard container.contains(key) else { return .absent }
    if try container.decodeNil(forKey: key) { return .null }
    do {
      return .value(try container.decode(type, forKey: key))
    } catch let problem as JSONProblem {
      throw problem
    } catch {
      // Not only a DecodingError: a number that does not fit has an error of its own.
      throw problem(key.stringValue, "not \(kind)")
    }
  }
}

struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}
