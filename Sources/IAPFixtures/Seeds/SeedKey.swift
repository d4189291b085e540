import IAPCore
import JSON
import SQLite

/// A key of the elements of a list of a seed, and where the store has its value.
struct SeedKey: Sendable {
  let member: JSONSchema.Member
  /// The value of a new row if the element does not give the key.
  let fallback: Value
  /// The column of the list's table; nil if the value is not in a column of it.
  fileprivate(set) var column: String?
  /// The SQL expression for the value, in the query of a dump.
  fileprivate(set) var source: String?
  /// Returns the value that an element gives; nil if it does not give the key.
  let read: @Sendable (JSONValue?) throws(JSONProblem) -> Value?

  var name: String { member.name }

  /// - Parameter hasNull: whether null is a value of its own, and not the default.
  private init<Content: FieldConvertible>(
    _ name: String, _ codec: JSONCodec<Content>, _ summary: String, isRequired: Bool,
    hasNull: Bool, or fallback: Value = .null, column: String? = nil, source: String? = nil
  ) {
    let isNullable = !isRequired || hasNull
    member = .init(
      name, isNullable ? .nullable(codec.schema) : codec.schema, isRequired: isRequired, summary)
    (self.fallback, self.source, self.column) = (fallback, source, column ?? name)
    read = { [read = codec.read] value throws(JSONProblem) in
      do throws(JSONProblem) {
        switch value {
        case nil where isRequired: throw JSONProblem(.missing)
        case nil: return nil
        case .null? where hasNull: return .null
        case .null? where isRequired: throw JSONProblem(.null)
        case .null?: return nil
        case let value?: return Value(try read(value).content)
        }
      } catch {
        throw error.below(name)
      }
    }
  }

  /// A key that each element gives.
  static func required<Content: FieldConvertible>(
    _ name: String, _ codec: JSONCodec<Content>, _ summary: String, orNull hasNull: Bool = false,
    column: String? = nil, source: String? = nil
  ) -> SeedKey {
    SeedKey(
      name, codec, summary, isRequired: true, hasNull: hasNull, column: column, source: source)
  }

  /// A key that an element may omit. Null is its default.
  static func optional<Content: FieldConvertible>(
    _ name: String, _ codec: JSONCodec<Content>, _ summary: String, or fallback: Value = .null,
    source: String? = nil
  ) -> SeedKey {
    SeedKey(
      name, codec, summary, isRequired: false, hasNull: false, or: fallback, source: source)
  }

  /// A key that an element may omit, which is not the same as null.
  static func nullable<Content: FieldConvertible>(
    _ name: String, _ codec: JSONCodec<Content>, _ summary: String, source: String? = nil
  ) -> SeedKey {
    SeedKey(name, codec, summary, isRequired: false, hasNull: true, source: source)
  }

  /// The monthly limits of a user, as the text of an object. A table of their own has them.
  static func limits(_ name: String, _ summary: String) -> SeedKey {
    let text = JSONCodec<[String: Price]>.prices.map(
      write: { _ in [:] }, read: { limits in JSONCodec<[String: Price]>.prices.write(limits).line })
    var key = optional(name, text, summary, source: "NULL")
    key.column = nil
    return key
  }

  /// The same key, if the value is that of the product to which the row refers.
  var ofProduct: SeedKey {
    var key = self
    (key.column, key.source) = (nil, "product.\(name)")
    return key
  }
}

extension CalendarPeriod: FieldConvertible {
  static var kind: FieldKind { .text }
  var content: FieldContent { .text(description) }

  init?(_ content: FieldContent) {
    guard case .text(let text) = content else { return nil }
    self.init(text)
  }
}
