package import IAPCore
package import JSON

/// The time of a store, and whether its clock was set.
package struct TimeResult: Sendable {
  package private(set) var now: Instant
  private var isSet: Bool

  package init(now: Instant, isSet: Bool) { (self.now, self.isSet) = (now, isSet) }

  fileprivate static let codec = JSONFields(
    TimeResult(now: Instant(0), isSet: false), named: "Time",
    [
      .required("now", \.now, .instant, "the time of the store"),
      .required(
        "isSet", \.isSet, .flag,
        "whether its clock was set and stands still; if not, the store follows the real time"),
    ]
  ).codec
}

extension FixtureAPI {
  package static let time = WireOperation(
    .fixture, "/fixture/v1/clock", "the time of the store", .lookup,
    JSONFields((), reading: .closed, []), TimeResult.codec)

  static let stored = JSONFields(
    StoredPayment(Purchase(paymentSeq: ""), .reserved), named: "Payment", storedFields)

  private static let storedFields: [JSONField<StoredPayment>] =
    purchaseFields.all.map { $0.of(\.purchase) } + [
      .required("state", \.state, .choice),
      .required("consumed", \.isConsumed, .flag),
      .required("pending", \.isPending, .flag, "whether it waits for an approval (Ask to Buy)"),
    ]

  /// The payment that has the number, and the one that has it as its transaction.
  static let histories = JSONFields(
    [PaymentHistory](), [.required("payments", \.self, .list(of: history.codec))]
  ).codec

  private static let history = JSONFields(
    PaymentHistory(StoredPayment(Purchase(paymentSeq: ""), .reserved), refusal: nil, events: []),
    named: "PaymentHistory",
    storedFields.map { $0.of(\.payment) } + [
      .nullable(
        "refusal", \.refusal, FixtureError.codec,
        "why a consume would be refused; null if it can be consumed"),
      .optional("status", \.status, .status, "the status of the subscription that it paid"),
      .required("events", \.events, .list(of: event.codec), "in the order of the log"),
    ])

  package static let event = JSONFields(
    StoreEvent(id: 0), named: "Event", StoreEvent.fields.map { .field($0) })
}
