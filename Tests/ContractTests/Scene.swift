import IAPFixtures
import Testing

/// Some operations one after the other on a new store, and what is said of each.
struct Scene: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let seed: @Sendable () throws -> SeedText
  let play: @Sendable (Player) async -> [Said]
  /// In short.
  let expected: [String]

  init(
    _ name: String, on seed: @escaping @Sendable () throws -> SeedText = Seeds.sample,
    _ play: @escaping @Sendable (Player) async -> [Said], says expected: String...
  ) {
    testDescription = name
    (self.seed, self.play, self.expected) = (seed, play, expected)
  }
}
