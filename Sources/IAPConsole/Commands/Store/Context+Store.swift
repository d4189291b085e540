import IAPCore
import IAPFixtures

extension Context {
  /// A seed is read whole: half a gigabyte is more than any test needs.
  private static let longestSeed = 512 << 20

  func readSeed(_ path: String) throws -> SeedText {
    try SeedText(try readInput(path, limit: Self.longestSeed).bytes)
  }

  func storeOptions(clock: Instant?) -> FixtureStore.Options {
    let environment = environment
    return FixtureStore.Options(
      patience: settings.timeout, clock: clock, realTime: environment.clock.realTime,
      stopSignal: { [host = environment.host] in host.stopSignal })
  }

  /// The fixture store itself, for what only a fixture store can do.
  func fixtureStore(isForCheck: Bool = false) throws -> FixtureStore {
    do {
      let (path, clock) = try settings.fixtureStore()
      return try FixtureStore(
        openAt: path, options: storeOptions(clock: clock), isForCheck: isForCheck)
    } catch {
      throw settings.blame(error)
    }
  }
}
