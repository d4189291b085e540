package import Records

/// A named list of records. The records are produced in batches while the list is written.
package struct RecordSection {
  package let key: String
  package let schema: RecordSchema
  /// Whether formats other than JSON show the list. They cannot show its name.
  package let isListed: Bool
  /// The expected number of records, or nil if it is not known.
  package let total: Int?
  /// Whether each batch must be shown at once, because the list has no end. A table shows each batch
  /// by itself.
  package var isLive = false
  /// Produces the records and passes each batch to `emit`. If `emit` throws, `produce` finishes
  /// work that must not be interrupted and throws the same error.
  package let produce: (_ emit: (RecordBatch) throws -> Void) async throws -> Void

  package init(
    _ key: String, _ schema: RecordSchema, isListed: Bool = true, total: Int? = nil,
    producing produce: @escaping (_ emit: (RecordBatch) throws -> Void) async throws -> Void
  ) {
    self.key = key
    self.schema = schema
    self.isListed = isListed
    self.total = total
    self.produce = produce
  }

  /// A list whose batches are read one by one.
  ///
  /// - Parameter next: the next records, or nil at the end.
  package init(
    _ key: String, _ schema: RecordSchema, isListed: Bool = true, total: Int? = nil,
    next: @escaping () async throws -> RecordBatch?
  ) {
    self.init(key, schema, isListed: isListed, total: total) { emit in
      while let records = try await next() { try emit(records) }
    }
  }

  /// A list whose records are known already.
  package init(
    _ key: String, _ schema: RecordSchema, isListed: Bool = true, records: RecordBatch
  ) {
    var rest: RecordBatch? = records
    self.init(key, schema, isListed: isListed) {
      defer { rest = nil }
      return rest
    }
  }

  package init(
    _ key: String, _ schema: RecordSchema, isListed: Bool = true, records: [Record]
  ) {
    self.init(key, schema, isListed: isListed, records: RecordBatch(records))
  }
}
