import IAPFixtures
import Testing

/// A sequence of operations on a new store, and the expected result of each.
struct Scene: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let seed: @Sendable () throws -> SeedText
  let play: @Sendable (Player) async -> [Said]
  /// In the short form of ``Said``.
  let expected: [String]

  init(
    _ name: String, on seed: @escaping @Sendable () throws -> SeedText = Seeds.sample,
    _ play: @escaping @Sendable (Player) async -> [Said], says expected: String...
  ) {
    testDescription = name
    (self.seed, self.play, self.expected) = (seed, play, expected)
  }
}
