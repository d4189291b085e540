/// An event in the log of a store.
package struct StoreEvent: Hashable, Sendable {
  /// Its position in the log, counted from 1.
  package let id: Int64
  package var time = Instant(0)
  package var kind = ""
  /// Nil if the event is not about a payment.
  package var paymentSeq: Identifier?
  package var userID: Identifier?
  /// The state of the payment or the status of the subscription before the event; nil if there was
  /// none.
  package var before: String?
  package var after: String?

  package static let fields: [Field<StoreEvent>] = [
    Field(always: "time", { $0.time }, { $0.time = $1 }),
    Field(always: "kind", { $0.kind }, { $0.kind = $1 }),
    Field("paymentSeq", { $0.paymentSeq }, { $0.paymentSeq = $1 }),
    Field("userID", { $0.userID }, { $0.userID = $1 }),
    Field("before", { $0.before }, { $0.before = $1 }),
    Field("after", { $0.after }, { $0.after = $1 }),
  ]

  package init(id: Int64) { self.id = id }
}
