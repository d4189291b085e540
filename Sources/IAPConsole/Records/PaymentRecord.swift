import CommandLine
import IAPCore

/// A payment in any state, as a record: the fields of a purchase, and its state.
enum PaymentRecord {
  static let schema = RecordSchema(
    StoredPayment.fields.map(\.name),
    columns: [
      "paymentSeq", "userID", "productIdentifier", "price", "currency", "storeCode", "state",
      "consumed", "purchaseTime",
    ], keys: ["paymentSeq", "userID", "productIdentifier"])
}
