import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// The routes by which a test steers the store of a server. They are part of the dialect `fixture`.
enum SteeringRoutes {
  static let routes = [
    Route(
      "/fixture/v1/seed", "add a seed: all of it, or nothing",
      describedBy: .object(SeedFormat.file.named("Seed")),
      CountResult.codec("the purchases in the seed"), read: readSeed
    ) { seed, store in
      _ = try reporting { () throws(IAPError) in try store.load(seed) }
      return CountResult(seed.purchaseCount)
    },
    Route(FixtureAPI.clock) { request, store in
      let change = try request.change()
      do throws(IAPError) {
        return ClockResult(now: try store.moveClock(by: change))
      } catch {
        if let problem = problem(of: change, error) { throw problem }
        throw error
      }
    },
    Route(
      "/fixture/v1/faults", "replace the simulated failures by these, in their order",
      describedBy: .list(.object(SeedFormat.faults.named("Fault"))),
      CountResult.codec("the faults of the store"),
      read: readFaults
    ) { seed, store in CountResult(try store.replaceFaults(by: seed)) },
    Route(FixtureAPI.reset) { _, store in try store.reset() },
  ]

  @Sendable private static func readSeed(_ body: [UInt8]) throws -> SeedText {
    try reporting { () throws(IAPError) in try SeedText(body) }
  }

  /// A list of faults is read as that list of a seed.
  @Sendable private static func readFaults(_ body: [UInt8]) throws -> SeedText {
    guard case .array = try JSONValue(parsing: body) else { throw JSONProblem.not(.array) }
    return try readSeed(Array(#"{"format":1,"faults":"#.utf8) + body + Array("}".utf8))
  }

  /// Reports a problem of a seed as a problem of the request.
  private static func reporting<Answer>(_ body: () throws(IAPError) -> Answer) throws -> Answer {
    do throws(IAPError) {
      return try body()
    } catch {
      guard case .seed(let place, let kind) = error.reason else { throw error }
      throw JSONProblem(place: place, kind)
    }
  }

  /// Nil if the request is not the cause.
  private static func problem(of change: ClockChange, _ error: IAPError) -> JSONProblem? {
    let place = if case .set = change { "now" } else { "advance" }
    let problem: String
    switch error.reason {
    case .clockBack(_, let floor): problem = "before the time of the store, which is \(floor)"
    case .clockOutOfRange: problem = "the new time is later than the last one that can be stored"
    case .clockFollowsRealTime:
      problem = "the store follows the real time, and only a clock that was set can be advanced"
    default: return nil
    }
    return JSONProblem(place: place, problem: problem)
  }
}

/// Whether the server can answer, for scripts that wait for it.
enum HealthRoute {
  static let route = Route(
    WireOperation(
      nil, "/healthz", "whether the store answers", .lookup, JSONFields((), []),
      JSONFields((), []).codec)
  ) { _, store in try store.requireAnswer() }
}
