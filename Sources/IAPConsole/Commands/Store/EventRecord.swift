import CommandLine
import IAPCore
import Languages
import Records

/// An event of a store's log as a record.
enum EventRecord {
  static let schema = RecordSchema(StoreEvent.fields.map(\.name), keys: ["paymentSeq", "userID"])
}
