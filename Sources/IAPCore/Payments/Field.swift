package import Records

package enum FieldContent: Hashable, Sendable {
  case null
  case text(String)
  case secret(Secret)
  case number(Int64)
  case price(Price)
  case instant(Instant)
  case flag(Bool)
}

/// The type of a field's content, if it is not null.
package enum FieldKind: Hashable, Sendable {
  case text, secret, number, price, instant, flag

  /// Whether a database has such content as text, and not as a whole number.
  package var isStoredAsText: Bool {
    switch self {
    case .text, .secret, .price: true
    case .number, .instant, .flag: false
    }
  }

  /// The content that a database has as this text.
  package func content(stored text: String) -> FieldContent {
    switch self {
    case .secret: .secret(Secret(text))
    case .price: .price(Price(canonical: text))
    default: .text(text)
    }
  }

  /// The content that a database has as this number.
  package func content(stored number: Int64) -> FieldContent {
    switch self {
    case .instant: .instant(Instant(number))
    case .flag: .flag(number != 0)
    default: .number(number)
    }
  }
}

/// One field of an `Owner`. Output records, the columns of inputs, the API dialect `fixture`, seeds
/// and the rows of a fixture store are made from lists of fields, with the same field names.
package struct Field<Owner>: Sendable {
  package let name: String
  package let kind: FieldKind
  package let isNullable: Bool
  package let get: @Sendable (Owner) -> FieldContent
  /// Sets the content that ``get`` returns. Content of another kind counts as null, and null does
  /// not change a field that is not nullable.
  package let set: @Sendable (inout Owner, FieldContent) -> Void

  /// A nullable field. It uses closures, because key paths are four times slower.
  package init<Value: FieldConvertible>(
    _ name: String, _ get: @escaping @Sendable (Owner) -> Value?,
    _ set: @escaping @Sendable (inout Owner, Value?) -> Void
  ) {
    (self.name, kind, isNullable) = (name, Value.kind, true)
    self.get = { get($0)?.content ?? .null }
    self.set = { set(&$0, Value($1)) }
  }

  /// A field that cannot be null.
  package init<Value: FieldConvertible>(
    always name: String, _ get: @escaping @Sendable (Owner) -> Value,
    _ set: @escaping @Sendable (inout Owner, Value) -> Void
  ) {
    (self.name, kind, isNullable) = (name, Value.kind, false)
    self.get = { get($0).content }
    self.set = { owner, content in
      if let value = Value(content) { set(&owner, value) }
    }
  }

  /// The same field of a type that contains an `Owner`.
  package func of<Whole>(
    _ part: @escaping @Sendable (Whole) -> Owner,
    _ change: @escaping @Sendable (inout Whole, (inout Owner) -> Void) -> Void
  ) -> Field<Whole> {
    Field<Whole>(
      name: name, kind: kind, isNullable: isNullable, get: { get(part($0)) },
      set: { whole, content in change(&whole) { set(&$0, content) } })
  }

  private init(
    name: String, kind: FieldKind, isNullable: Bool,
    get: @escaping @Sendable (Owner) -> FieldContent,
    set: @escaping @Sendable (inout Owner, FieldContent) -> Void
  ) {
    (self.name, self.kind, self.isNullable) = (name, kind, isNullable)
    (self.get, self.set) = (get, set)
  }
}

extension RecordBatch {
  /// Adds the fields of an owner as the next record.
  package mutating func append<Owner>(_ owner: Owner, _ fields: [Field<Owner>]) {
    for field in fields { append(field.get(owner)) }
  }

  /// Adds the next cell.
  package mutating func append(_ content: FieldContent) {
    switch content {
    case .null: appendNull()
    case .text(let text): append(.text, text)
    case .secret(let secret): append(.secret, secret.revealed)
    case .number(let number): append(number)
    case .price(let price): append(.amount, price.digits)
    case .instant(let instant): append(.instant) { instant.append(to: &$0) }
    case .flag(let flag): append(flag)
    }
  }
}

/// A type that a field can have.
package protocol FieldConvertible: Sendable {
  static var kind: FieldKind { get }
  /// Nil if the content has another kind.
  init?(_ content: FieldContent)
  var content: FieldContent { get }
}

/// A type whose field content is text.
package protocol TextConvertible: FieldConvertible {
  init(_ text: String)
  var fieldText: String { get }
}

extension TextConvertible {
  package static var kind: FieldKind { .text }
  package var content: FieldContent { .text(fieldText) }

  package init?(_ content: FieldContent) {
    guard case .text(let text) = content else { return nil }
    self.init(text)
  }
}

extension String: TextConvertible { package var fieldText: String { self } }
extension Identifier: TextConvertible { package var fieldText: String { text } }
extension StoreCode: TextConvertible { package var fieldText: String { text } }
extension ProductType: TextConvertible { package var fieldText: String { name } }
extension SubscriptionStatus: TextConvertible { package var fieldText: String { name } }

extension PaymentState: FieldConvertible {
  package static var kind: FieldKind { .text }
  package var content: FieldContent { .text(rawValue) }

  package init?(_ content: FieldContent) {
    guard case .text(let text) = content else { return nil }
    self.init(rawValue: text)
  }
}

extension Secret: FieldConvertible {
  package static var kind: FieldKind { .secret }
  package var content: FieldContent { .secret(self) }

  package init?(_ content: FieldContent) {
    guard case .secret(let secret) = content else { return nil }
    self = secret
  }
}

extension Int64: FieldConvertible {
  package static var kind: FieldKind { .number }
  package var content: FieldContent { .number(self) }

  package init?(_ content: FieldContent) {
    guard case .number(let number) = content else { return nil }
    self = number
  }
}

extension Price: FieldConvertible {
  package static var kind: FieldKind { .price }
  package var content: FieldContent { .price(self) }

  package init?(_ content: FieldContent) {
    guard case .price(let price) = content else { return nil }
    self = price
  }
}

extension Instant: FieldConvertible {
  package static var kind: FieldKind { .instant }
  package var content: FieldContent { .instant(self) }

  package init?(_ content: FieldContent) {
    guard case .instant(let instant) = content else { return nil }
    self = instant
  }
}

extension Bool: FieldConvertible {
  package static var kind: FieldKind { .flag }
  package var content: FieldContent { .flag(self) }

  package init?(_ content: FieldContent) {
    guard case .flag(let flag) = content else { return nil }
    self = flag
  }
}
