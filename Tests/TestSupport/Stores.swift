import IAPCore
package import IAPFixtures

extension FixtureStore.Options {
  /// Options with a fixed real time and without a stop signal.
  package static let test = FixtureStore.Options(
    patience: .seconds(30), realTime: { Instant(1_767_225_600_000) }, stopSignal: { nil })
}

extension TemporaryFolder {
  /// Creates a store from the text of a seed and opens it.
  package func store(
    _ seed: String, named name: String = "store.db",
    options: FixtureStore.Options = .test
  ) throws -> FixtureStore {
    try FixtureStore.create(
      at: self[name], from: try SeedText(Array(seed.utf8)), options: options)
    return try FixtureStore(openAt: self[name], options: options)
  }
}
