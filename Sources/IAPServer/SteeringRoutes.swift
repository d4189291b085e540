import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// The routes by which a test steers the store of a server. They are part of the dialect `fixture`.
enum SteeringRoutes {
  static let routes = whole + changes + requests

  // MARK: The whole store

  private static let whole = [
    Route(
      "/fixture/v1/seed", "add a seed: all of it, or nothing",
      describedBy: .object(SeedFormat.file.named("Seed")),
      .counts(of: SeedFormat.all.compactMap(\.name)),
      example: """
        {"format": 1, "purchases": [{"userID": "alice", "productIdentifier": "gem.100"}]}
        """,
      read: { try SeedText($0) }
    ) { seed, store in try store.load(seed).added },
    Route(FixtureAPI.time) { _, store, _ in
      try store.read { TimeResult(now: $0.now, isSet: try $0.hasClock) }
    },
    Route(
      operation(
        .steering, "clock", "set or advance the store's clock, and play the events up to then",
        ClockRequest.fields, ClockResult.codec),
      example: ClockRequest(advance: CalendarPeriod("P1M"))
    ) { request, store, _ in ClockResult(try advance(request, store)) },
    Route(
      operation(
        .lookup, "faults", "the faults in the order in which they apply", emptyRequest, faultList)
    ) { _, store, _ in try store.read { try $0.plannedFaults() } },
    Route(
      "/fixture/v1/faults", "add simulated failures, after those that there are",
      describedBy: .list(.object(fault)), .count("the faults of the store"),
      example: #"[{"on": "consume", "code": 0, "after": true, "user": "alice"}]"#, read: readFaults
    ) { try add($0, to: $1) },
    Route(
      "/fixture/v1/faults", "replace the simulated failures by these, in their order",
      effect: .replacement, describedBy: .list(.object(fault)),
      .count("the faults of the store"),
      example: #"[{"on": "consume", "http": 503, "times": 2}]"#, read: readFaults
    ) { try add($0, to: $1, replacing: true) },
    Route(
      operation(
        .removal, "faults", "remove all simulated failures", emptyRequest,
        .count("the faults that were removed"))
    ) { _, store, _ in try store.change { try $0.clearFaults() } },
    Route(
      operation(
        .lookup, "log", "the events of the store, in their order", EventSelection.fields, .events)
    ) { selection, store, _ in try store.read { try $0.events(selection) } },
    Route(
      operation(
        .steering, "reset", "return to the state in which the server found the store", emptyRequest,
        JSONFields((), []).codec), example: ()
    ) { _, store, log in
      try store.reset()
      log.removeAll()
    },
  ]

  // MARK: One payment, user or market

  private static let changes = storeChanges.map { route($0) }

  /// A change that answers its events.
  private static func route<Change: StoreChange>(_: Change.Type) -> Route {
    let form = Change.form
    return Route(
      operation(.steering, form.route, form.summary, form.fields, .events), example: form.sample
    ) { change, store, _ in
      if let name = change.misplaced {
        throw JSONProblem(place: name, problem: "only with the state SUCCESS")
      }
      return try reporting(at: "until") { () throws(IAPError) in try store.apply(change) }
    }
  }

  // MARK: The log of requests

  private static let requests = [
    Route(
      operation(
        .lookup, "requests",
        "the last requests in their order, without those that steer the store",
        RequestSelection.fields, RequestList.codec)
    ) { selection, store, log in try RequestList(log, selection, store) },
    Route(
      operation(
        .removal, "requests", "empty the list of requests", emptyRequest,
        .count("the requests that were in the list"))
    ) { _, _, log in log.removeAll() },
  ]

  // MARK: Operations

  private static func operation<Request, Response>(
    _ effect: WireEffect, _ name: String, _ summary: String, _ request: JSONFields<Request>,
    _ response: JSONCodec<Response>
  ) -> WireOperation<Request, Response> {
    WireOperation(.fixture, "/fixture/v1/\(name)", summary, effect, request, response)
  }

  private static let faultList = JSONFields(
    [PlannedFault](), named: "Faults", [.required("faults", \.self, .list(of: .fault))]
  ).codec

  static let fault = SeedFormat.faults.named("Fault")

  // MARK: Reading

  /// A list of faults is read as that list of a seed.
  @Sendable private static func readFaults(_ body: [UInt8]) throws -> SeedText {
    guard case .array = try JSONValue(parsing: body) else { throw JSONProblem.not(.array) }
    return try SeedText(Array(#"{"format":1,"faults":"#.utf8) + body + Array("}".utf8))
  }

  /// - Returns: the number of faults of the store.
  private static func add(
    _ faults: SeedText, to store: isolated FixtureStore, replacing: Bool = false
  ) throws -> Int {
    try store.change { session in
      if replacing { _ = try session.clearFaults() }
      try session.insertFaults(of: faults)
      return try session.plannedFaults().count
    }
  }

  private static func advance(
    _ request: ClockRequest, _ store: isolated FixtureStore
  ) throws -> ClockAdvance {
    switch (request.now, request.advance) {
    case (let now?, nil):
      try reporting(at: "now") { () throws(IAPError) in try store.setClock(to: now) }
    case (nil, let period?):
      try reporting(at: "advance") { () throws(IAPError) in try store.advance(by: period) }
    case (nil, nil): throw JSONProblem(place: "now", problem: "missing, and advance too")
    case (_?, _?): throw JSONProblem(place: "advance", problem: "not allowed with now")
    }
  }

  /// Reports a problem of a new time as a problem of the request.
  ///
  /// - Parameter key: the member with the new time.
  private static func reporting<Answer>(
    at key: String, _ body: () throws(IAPError) -> Answer
  ) throws -> Answer {
    do throws(IAPError) {
      return try body()
    } catch {
      switch error.reason {
      case .clockBack(_, let floor):
        throw JSONProblem(
          place: key, problem: "before the time of the store, which is \(floor)")
      case .clockOutOfRange:
        throw JSONProblem(
          place: key, problem: "the new time is later than the last one that can be stored")
      case .clockFollowsRealTime:
        throw JSONProblem(
          place: key,
          problem: "the store follows the real time, and only a clock that was set can be advanced")
      default: throw error
      }
    }
  }
}

extension IAPError.ChangeProblem {
  /// The member of a request that asks for the change.
  var key: String {
    switch self {
    case .chargeUnknown(_, _, let missing):
      // The options of the command have the names of the members: `--price P`.
      String((missing.first ?? "").drop { $0 == "-" }.prefix { $0 != " " })
    case .transactionOfOther: "receipt"
    case .periodBegins, .otherEnds, .endNotLater, .periodEnded: "until"
    case .noVerification: "storeCode"
    }
  }
}
