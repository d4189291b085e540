import IAPFixtures
import TestSupport

/// Reading a seed. What is valid becomes a store, whose dump must give the same store again.
enum SeedTarget {
  /// A larger input may have thousands of purchases, which is only slow.
  private static let longestLoaded = 1 << 16

  @Sendable
  static func run(_ input: [UInt8]) async throws {
    guard let seed = try? SeedText(input), input.count <= longestLoaded else { return }
    let folder = try FuzzFolder()
    guard let dump = try await dump(of: seed, at: folder["first.db"]) else { return }
    guard let again = try? SeedText(dump) else { throw Finding("the dump is no seed") }
    let second = try await Self.dump(of: again, at: folder["second.db"])
    try Finding.require(second == dump, "the dump is not the same after it was loaded")
  }

  /// Creates a store, checks it and dumps it.
  ///
  /// - Returns: nil if the seed is refused, which may happen before or after the store was created.
  private static func dump(of seed: SeedText, at path: String) async throws -> [UInt8]? {
    do {
      _ = try FixtureStore.create(at: path, from: seed, options: .test)
    } catch {
      return try FuzzConsole.refused(error)
    }
    let store = try FixtureStore(openAt: path, options: .test)
    let problems = try await store.check()
    try Finding.require(problems.isEmpty, "a new store has problems: \(problems)")
    let dump = Transcript()
    do {
      try await store.dump(withLog: true) { dump.add($0) }
    } catch {
      return try FuzzConsole.refused(error)
    }
    return Array(dump.text.utf8)
  }
}
