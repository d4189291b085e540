import IAPCore
import IAPFixtures
import IAPWire
import JSON

// What a test sends to steer the store of a server. A member of a request that is unknown is refused.

/// A new time for the clock of a store.
struct ClockRequest: Sendable {
  var now: ClockChange?
  var advance: CalendarPeriod?

  static let fields = JSONFields(
    ClockRequest(), reading: .closed,
    [
      .optional(
        "now", \.now, .clockChange,
        "the new time: an instant, a day, or +1d for a later time; not before the store's time"),
      .optional(
        "advance", \.advance, .period,
        "how far to advance a clock that was set: 15m, 30d, P1M; not together with now"),
    ])
}

struct PaymentRequest: Sendable {
  var payment: Identifier = ""

  static let fields = JSONFields(PaymentRequest(), reading: .closed, [.payment(\.payment)])
}

/// A new state of a payment, as in the IAP console.
struct StateRequest: Sendable {
  var payment: Identifier = ""
  var state = PaymentState.success
  var charge = Charge()

  static let fields = JSONFields(
    StateRequest(), reading: .closed,
    [
      .payment(\.payment), .required("state", \.state, .choice, "the new state"),
      .optional(
        "receipt", \.charge.receipt, .name,
        "with SUCCESS: the transaction that the app store charged; default: the payment's"),
      .optional(
        "price", \.charge.price, .charge, "with SUCCESS: what was charged; default: the payment's"),
      .optional(
        "currency", \.charge.currency, .currency,
        "with SUCCESS: the currency of the price; default: the payment's"),
    ])

  /// The change, unless it says for another state what was charged.
  func change() throws(JSONProblem) -> PaymentChange {
    guard charge != Charge(), state != .success else { return .state(state, charge) }
    let key = charge.receipt != nil ? "receipt" : charge.price != nil ? "price" : "currency"
    throw JSONProblem(place: key, problem: "only with the state SUCCESS")
  }
}

/// A new status of a payment's subscription.
struct StatusRequest: Sendable {
  var payment: Identifier = ""
  var status = SubscriptionStatus.active
  var until: ClockChange?

  static let fields = JSONFields(
    StatusRequest(), reading: .closed,
    [
      .payment(\.payment), .required("status", \.status, .knownStatus, "the new status"),
      .optional(
        "until", \.until, .clockChange,
        "the new end of the period: an instant, a day, or +30d; default: the old end"),
    ])
}

struct BillingRequest: Sendable {
  var user: Identifier = ""
  var billing = Billing.ok

  static let fields = JSONFields(
    BillingRequest(), reading: .closed,
    [
      .required("userID", \.user, .name, "the user; may be new to the store"),
      .required("billing", \.billing, .choice, "whether the user can pay from now on"),
    ])
}

/// How a market verifies purchases from now on.
struct VerificationRequest: Sendable {
  var market: StoreCode = ""
  var verification = Verification.v2

  static let fields = JSONFields(
    VerificationRequest(), reading: .closed,
    [
      .required("storeCode", \.market, .market, "the market, which is AS"),
      .required("verification", \.verification, .choice, "how it verifies"),
    ])
}

extension EventSelection {
  static let fields = JSONFields(
    EventSelection(), reading: .closed,
    [
      .optional("since", \.since, .parameter(.instant), "only events at this time or later"),
      .optional("user", \.user, .parameter(.name), "only events of this user"),
      .optional("payment", \.payment, .parameter(.paymentSeq), "only events of this payment"),
      .optional("kind", \.kind, .parameter(.choice), "only events of this kind"),
    ])
}

/// A request without members.
let emptyRequest = JSONFields((), reading: .closed, [])

extension JSONField {
  fileprivate static func payment(
    _ path: any WritableKeyPath<Object, Identifier> & Sendable
  ) -> JSONField {
    .required("paymentSeq", path, .paymentSeq, "the number of the payment")
  }
}

extension JSONCodec {
  /// A parameter of a query, which may be given once.
  static func parameter(_ codec: JSONCodec) -> JSONCodec {
    JSONCodec(codec.schema, write: codec.write) { value throws(JSONProblem) in
      guard let values = value.elements, values.count == 1 else { throw JSONProblem(.givenTwice) }
      return try codec.read(values[0])
    }
  }
}

extension JSONCodec where Value == ClockChange {
  fileprivate static var clockChange: JSONCodec {
    JSONCodec(
      .text,
      write: { change in
        switch change {
        case .set(let instant): .string(instant.description)
        case .advance(let period): .string("+\(period)")
        }
      },
      read: { value throws(JSONProblem) in
        guard let change = value.text.flatMap({ ClockChange($0) }) else {
          throw .not("an instant, a day such as 2026-01-31, or a duration such as +1d")
        }
        return change
      })
  }
}

extension JSONCodec where Value == SubscriptionStatus {
  fileprivate static var knownStatus: JSONCodec {
    let names = SubscriptionStatus.known.map(\.name)
    return JSONCodec<String>.text.map(as: .choice(names), write: \.name) {
      name throws(JSONProblem) in
      guard names.contains(name) else { throw .not("one of \(names.joined(separator: ", "))") }
      return SubscriptionStatus(name)
    }
  }
}

extension JSONCodec where Value == Price {
  /// What was charged, which is not negative.
  fileprivate static var charge: JSONCodec {
    let price = price
    return price.map(write: \.self) { amount throws(JSONProblem) in
      guard !amount.isNegative else { throw JSONProblem(problem: "negative") }
      return amount
    }
  }
}

extension JSONCodec where Value == String {
  fileprivate static var currency: JSONCodec {
    JSONCodec<String>.text.map(write: \.self) { code throws(JSONProblem) in
      guard Price.isCurrency(code) else {
        throw .not("a currency code of three capital letters, such as KRW")
      }
      return code
    }
  }
}
