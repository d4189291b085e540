import IAPCore
import JSON
import SQLite
import Text

/// The conditions of a query and their values. They are built step by step.
struct Filter {
  private(set) var conditions: [String] = []
  private(set) var values: [Value] = []

  mutating func require(_ condition: String, _ values: Value...) { require(condition, values) }

  /// Adds a condition; `values` are bound to its `?` in order.
  mutating func require(_ condition: String, _ values: [Value]) {
    conditions.append(condition)
    self.values += values
  }

  /// Requires a transaction. The order of a subscription of Google Play is that of its renewals, too, which
  /// have `..N` behind it.
  mutating func require(transaction: Identifier) {
    let (column, text) = ("purchase.transactionIdentifier", transaction.text)
    guard transaction.isGoogleOrder, !text.contains("..") else {
      return require("\(column) = ?", .text(text))
    }
    require(
      "(\(column) = ? OR \(column) > ? AND \(column) < ?)", .text(text), .text(text + ".."),
      .text(text + "..:"))
  }

  /// Requires one of the markets, or any market if the list is empty.
  ///
  /// - Parameter off: the markets that are switched off, which are excluded.
  mutating func require(markets: [StoreCode], without off: [StoreCode]) {
    require("product.storeCode", oneOf: markets.map(\.text))
    require("product.storeCode NOT", oneOf: off.map(\.text))
  }

  /// Requires one of the values. Adds no condition if there are no values.
  ///
  /// A list is bound as one value, so that lists of any length have the same statement: the connection
  /// keeps each statement that it prepared. SQLite reads a list for longer than it runs a small query,
  /// so one value alone is compared.
  mutating func require(_ column: String, oneOf values: [String]) {
    guard !values.isEmpty else { return }
    // SQLite ends a string of JSON at a null character, which no name of a store should have.
    guard values.count > 1, !values.contains(where: { $0.utf8.contains(0) }) else {
      let placeholders = Array(repeating: "?", count: values.count).joined(separator: ", ")
      return require("\(column) IN (\(placeholders))", values.map(Value.text))
    }
    var list: [UInt8] = []
    JSONWriter.append(.array(values.map(JSONValue.string)), to: &list)
    require(
      "\(column) IN (SELECT value FROM json_each(?))", .text(String(decoding: list, as: UTF8.self)))
  }

  /// Requires that a column begins with the bytes of a text.
  mutating func require(_ column: String, beginning: String) {
    let (lowest, highest) = Self.range(beginning: beginning)
    require("\(column) >= ? AND \(column) < ?", .text(lowest), .text(highest))
  }

  /// The range of texts that begin with a text: from the first value to before the second. No
  /// character comes after U+10FFFF.
  static func range(beginning: String) -> (from: String, to: String) {
    (beginning, beginning + "\u{10FFFF}")
  }

  /// `WHERE a = ? AND b = ?`, or empty without conditions.
  var clause: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }
}
