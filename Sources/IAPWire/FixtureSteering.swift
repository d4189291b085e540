package import IAPCore
package import JSON

/// A new time for the clock of a store.
package struct ClockRequest: Sendable {
  fileprivate var now: Instant?
  fileprivate var advance: CalendarPeriod?

  static let fields = JSONFields(
    ClockRequest(), reading: .closed,
    [
      .optional("now", \.now, .instant, "the new time; not before the store's time"),
      .optional(
        "advance", \.advance, .period,
        "how far to advance a clock that was set: 15m, 30d, P1M; not together with now"),
    ])

  package func change() throws(JSONProblem) -> ClockChange {
    switch (now, advance) {
    case (let now?, nil): .set(now)
    case (nil, let period?): .advance(by: period)
    case (nil, nil): throw JSONProblem(place: "now", problem: "missing, and advance too")
    case (_?, _?): throw JSONProblem(place: "advance", problem: "not allowed with now")
    }
  }
}

package struct ClockResult: Sendable {
  private var now: Instant

  package init(now: Instant) { self.now = now }

  static let fields = JSONFields(
    ClockResult(now: Instant(0)), named: "Clock",
    [.required("now", \.now, .instant, "the time of the store")])
}

/// How many entries a request brought.
package struct CountResult: Sendable {
  private var count: Int

  package init(_ count: Int) { self.count = count }

  package static func codec(_ summary: String) -> JSONCodec<CountResult> {
    JSONFields(CountResult(0), [.required("count", \.count, .integer(from: 0), summary)]).codec
  }
}
