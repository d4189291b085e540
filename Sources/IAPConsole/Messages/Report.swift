package import CommandLine
import JSON

/// What a command answers: records, and what there is to say in the end. It knows no format.
package struct Report {
  /// A named list that comes piece by piece.
  package struct Section {
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

  package enum Content {
    /// Lists in one document.
    case lists([Section])
    /// One record, under a name; without one it is a bare answer. Nil if there is no such record:
    /// null in a JSON document, and nothing in the other formats.
    case single(key: String?, RecordSchema, Record?)
    /// Bytes that are the same in every format.
    case text(write: (_ sink: @escaping @Sendable ([UInt8]) throws -> Void) async throws -> Void)
    case nothing
  }

  /// What there is to say when everything has been pulled.
  package struct Conclusion {
    /// What the records do not say, for the reader of standard error.
    package var notes: [String] = []
    /// What a person does not see at once in the records, and a program does.
    package var remarks: [String] = []
    /// What was done, in a few words, for when it cannot be shown.
    package var done = "the command succeeded"
    package var failures: FailureTally = []
    /// The payments among the failures that may or may not have been consumed, each to be named.
    package var unsettled: [UnsettledPayment] = []
    /// One command that settles all of them, if there is one.
    package var settlingHint: String?
    /// Whether anything succeeded beside the failures.
    package var isPartial = false
    /// Counts under a name of their own, where the document has room for them.
    package var summary: (RecordSchema, Record)?

    package init() {}

    /// The last line of standard error: what it came to, for a person and for a program.
    var closing: (text: String, document: JSONValue)?
    /// What the failures are among.
    package var things = FailureTally.Things.markets
  }

  package let content: Content
  package let conclude: () -> Conclusion

  package init(_ content: Content, conclude: @escaping () -> Conclusion = { Conclusion() }) {
    self.content = content
    self.conclude = conclude
  }

  /// Some words for a person.
  package static func text(_ text: String) -> Report {
    Report(.text { sink in try sink(Array(text.utf8)) })
  }

  /// Nothing on standard output, and perhaps a word beside it.
  package static func nothing(notes: [String] = []) -> Report {
    Report(.nothing) {
      var conclusion = Conclusion()
      conclusion.notes = notes
      return conclusion
    }
  }
}
