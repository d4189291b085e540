import SQLite

/// What a seed says of one element: a value for each key, nil for the keys that it does not give.
struct SeedRecord {
  let list: SeedList
  var values: [Value?]

  init(of list: SeedList) {
    (self.list, values) = (list, Array(repeating: nil, count: list.keys.count))
  }

  subscript(key: String) -> Value? {
    get { values[list.place(of: key)] }
    set { values[list.place(of: key)] = newValue }
  }

  /// The text of a key; nil if the key is not given or null.
  func text(_ key: String) -> String? { self[key]?.text }

  /// The number of a key; nil if the key is not given or null.
  func integer(_ key: String) -> Int64? { self[key]?.integer }

  /// A column of the store and its value.
  struct Column {
    let key: String
    let name: String
    /// What the seed says; nil if it says nothing.
    let given: Value?
    /// The value for a new row.
    let inserted: Value

    init(_ key: String, name: String? = nil, _ given: Value?, or fallback: Value = .null) {
      (self.key, self.name, self.given) = (key, name ?? key, given)
      inserted = given ?? fallback
    }

    /// Whether the seed gives another value than an existing row has.
    func contradicts(_ present: Value) -> Bool { given.map { !$0.isSame(as: present) } ?? false }

    /// The same value, compared with that of an expression.
    func named(_ expression: String) -> Column { Column(key, name: expression, given) }
  }

  /// The columns of the row.
  ///
  /// - Parameter product: the row of the product to which the element refers.
  func columns(sold product: Int64? = nil) -> [Column] {
    zip(list.keys, values).compactMap { key, value in
      if let product, key.name == "productIdentifier" {
        return Column(key.name, name: "productID", .integer(product))
      }
      return key.column.map { Column(key.name, name: $0, value, or: key.fallback) }
    }
  }
}

extension Value {
  var text: String? { if case .text(let text) = self { text } else { nil } }

  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// Whether two values are the same, byte for byte.
  func isSame(as other: Value) -> Bool {
    guard let text, let other = other.text else { return self == other }
    return text.utf8.elementsEqual(other.utf8)
  }
}
