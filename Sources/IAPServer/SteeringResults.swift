import IAPCore
import IAPFixtures
import IAPWire
import JSON

// What the routes answer by which a test steers the store of a server.

/// The new time of a store, and what has happened up to then.
struct ClockResult: Sendable {
  private var now = Instant(0)
  private var events: [String: Int] = [:]

  private init() {}

  init(_ advance: ClockAdvance) {
    now = advance.to
    events = Dictionary(uniqueKeysWithValues: advance.counts.map { ($0.rawValue, $1) })
  }

  static let codec = JSONFields(
    ClockResult(), named: "Clock",
    [
      .required("now", \.now, .instant, "the time of the store"),
      .required(
        "events", \.events, .counts(of: ClockAdvance.kinds.map(\.rawValue)),
        "how many events of each kind have happened up to then"),
    ]
  ).codec
}

extension JSONCodec where Value == Int {
  /// How many entries there are.
  static func count(_ summary: String) -> JSONCodec {
    JSONFields(0, [.required("count", \.self, .integer(from: 0), summary)]).codec
  }
}

extension JSONCodec where Value == [StoreEvent] {
  /// Events of a store, in their order.
  static var events: JSONCodec {
    JSONFields(
      [], named: "Events",
      [
        .written("count", .integer(from: 0), "the number of events") { $0.count },
        .required("events", \.self, .list(of: FixtureAPI.event.codec), "in their order"),
      ]
    ).codec
  }
}

extension JSONField {
  /// A member that a server only writes.
  static func written<Value>(
    _ name: String, _ codec: JSONCodec<Value>, _ summary: String,
    _ get: @escaping @Sendable (Object) -> Value
  ) -> JSONField {
    required(name, codec, summary, get: get, set: { _, _ in })
  }
}

extension JSONCodec where Value == [String: Int] {
  /// A count for each name: `{"renewed": 1, "expired": 0}`.
  static func counts(of names: [String]) -> JSONCodec {
    let members = names.map {
      JSONSchema.Member($0, JSONCodec<Int>.integer(from: 0).schema, isRequired: true)
    }
    return JSONCodec(
      .object(.init(nil, members)),
      write: { counts in .object(names.map { .init($0, .integer(counts[$0] ?? 0)) }) },
      read: { value throws(JSONProblem) in
        var counts: [String: Int] = [:]
        for name in names { counts[name] = value[name]?.integer.map { Int($0) } }
        return counts
      })
  }
}

extension JSONCodec where Value == PlannedFault {
  /// A fault with the keys of a seed. A server only writes it.
  static var fault: JSONCodec {
    JSONCodec(
      .object(SteeringRoutes.fault),
      write: { fault in
        .object(PlannedFault.fields.map { .init($0.name, JSONValue($0.get(fault))) })
      },
      read: { _ throws(JSONProblem) in
        throw JSONProblem(problem: "faults are read as a part of a seed")
      })
  }
}
