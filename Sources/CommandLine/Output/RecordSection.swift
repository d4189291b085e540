/// A named list that comes piece by piece.
package struct RecordSection {
  package let key: String
  package let schema: RecordSchema
  /// Whether the formats without names for lists show it too.
  package let isListed: Bool
  /// How many records there will be, where that is known beforehand.
  package let total: Int?
  /// Makes the records and hands each piece over. Where it cannot be taken, the maker finishes
  /// what it must and throws what it was told.
  package let produce: (_ take: ([Record]) throws -> Void) async throws -> Void

  package init(
    _ key: String, _ schema: RecordSchema, isListed: Bool = true, total: Int? = nil,
    producing produce: @escaping (_ take: ([Record]) throws -> Void) async throws -> Void
  ) {
    self.key = key
    self.schema = schema
    self.isListed = isListed
    self.total = total
    self.produce = produce
  }

  /// A list that is pulled.
  ///
  /// - Parameter next: the next records, or nil at the end.
  package init(
    _ key: String, _ schema: RecordSchema, isListed: Bool = true, total: Int? = nil,
    next: @escaping () async throws -> [Record]?
  ) {
    self.init(key, schema, isListed: isListed, total: total) { take in
      while let records = try await next() { try take(records) }
    }
  }

  /// A list that is there already.
  package init(
    _ key: String, _ schema: RecordSchema, isListed: Bool = true, records: [Record]
  ) {
    var rest: [Record]? = records
    self.init(key, schema, isListed: isListed) {
      defer { rest = nil }
      return rest
    }
  }
}
