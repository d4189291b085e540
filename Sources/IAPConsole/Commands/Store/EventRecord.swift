import CommandLine
import IAPCore
import Languages
import Records

/// An event of a store's log as a record.
enum EventRecord {
  static let schema = RecordSchema(StoreEvent.fields.map(\.name), keys: ["paymentSeq", "userID"])

  /// A report of the events that a command caused.
  static func report(_ events: [StoreEvent], notices: [Sentence] = []) -> Report {
    Report(
      .lists([
        RecordSection("events", schema, records: RecordBatch(events, StoreEvent.fields))
      ])
    ) { $0.notices = notices }
  }
}
