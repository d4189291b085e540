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
        "advance", \.advance, .duration,
        "how far to advance a clock that was set: 15m, 30d, P1M; not together with now"),
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

extension JSONCodec {
  /// A parameter of a query, which may be given once.
  static func parameter(_ codec: JSONCodec) -> JSONCodec {
    JSONCodec(codec.schema, write: codec.write) { value throws(JSONProblem) in
      guard let values = value.elements, values.count == 1 else { throw JSONProblem(.givenTwice) }
      return try codec.read(values[0])
    }
  }
}
