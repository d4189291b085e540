import IAPCore
import IAPFixtures
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random operations on small stores have the results that the ``Model`` says.
///
/// After each operation, `store check` has no problem. A dump is loaded into an empty store and dumped
/// again, which takes most of the time: after every fifth operation on every eighth store, and after the
/// last one on the others.
///
/// `IAPCTL_MODEL_SEED` and `IAPCTL_MODEL_STEPS` choose other operations, and more of them: more on
/// each store, and a dump is loaded after each, as in `make torture`. A failure names the seed of its
/// store: with that one, the store is the first.
struct ModelTests {
  private static let stepsOfStore = isChosen ? 50 : 20

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }

  private static let seed = number("IAPCTL_MODEL_SEED") ?? 20_260_101
  private static let steps = Int(number("IAPCTL_MODEL_STEPS") ?? 3_000)
  private static let isChosen = number("IAPCTL_MODEL_STEPS") != nil
  /// Groups of stores, so that several run at the same time.
  private static let groups = 4

  @Test(arguments: 0..<groups)
  func `After each random operation, the store has the content and the answer of the model`(
    group: Int
  ) async throws {
    let folder = try TemporaryFolder(inMemory: ())
    let store = try ModelledStore(in: folder)
    let stores = (Self.steps + Self.stepsOfStore - 1) / Self.stepsOfStore
    for number in stride(from: group, to: stores, by: Self.groups) {
      let failure = try await walk(
        seed: Self.seed &+ UInt64(number), on: store,
        stepsToLoad: Self.isChosen ? 1 : number / Self.groups % 8 == 0 ? 5 : Self.stepsOfStore)
      if let failure {
        Issue.record("\(failure)")
        return
      }
    }
  }

  /// - Returns: nil if the store always did what the model did.
  private func walk(
    seed: UInt64, on store: ModelledStore, stepsToLoad: Int
  ) async throws -> String? {
    var dice = ModelDice(seed: seed)
    var model = dice.world()
    try await store.begin(with: model)
    var history: [String] = []
    var dump = ""
    for step in 1...Self.stepsOfStore {
      let operation = dice.operation(on: model)
      let expected = model.apply(operation)
      history.append("\(operation) → \(expected)")
      let answer = try await store.apply(operation)
      // The next operation would do it first.
      model.catchUp()
      try await store.catchUp()
      var problems = try await store.problems()
      if step % stepsToLoad == 0 {
        problems += try await dumpingProblems(of: store, after: step, &dump)
      }
      if answer != expected { problems.append("the store answered: \(answer)") }
      problems += difference(try store.lines(), model.lines())
      if !problems.isEmpty {
        return """
          IAPCTL_MODEL_SEED=\(seed) IAPCTL_MODEL_STEPS=\(Self.stepsOfStore), operation \(step):
          \(history.suffix(12).joined(separator: "\n"))
          \(problems.joined(separator: "\n"))
          """
      }
    }
    return nil
  }

  /// Compares a dump with that of a store into which it was loaded. The same dump is not loaded
  /// twice. The log, which makes the dump twice as long, is part of it after the last operation.
  private func dumpingProblems(
    of store: ModelledStore, after step: Int, _ last: inout String
  ) async throws -> [String] {
    let hasLog = step == Self.stepsOfStore
    let dump = try await store.dump(withLog: hasLog)
    defer { last = dump }
    guard dump != last else { return [] }
    let again = try await store.dump(ofStoreFrom: dump, withLog: hasLog)
    return again == dump ? [] : ["a dump that is loaded again differs"]
  }

  /// The lines that only one of both has.
  private func difference(_ store: [String], _ model: [String]) -> [String] {
    guard store != model else { return [] }
    let lines =
      store.filter { !model.contains($0) }.map { "store: \($0)" }
      + model.filter { !store.contains($0) }.map { "model: \($0)" }
    return lines.isEmpty ? ["the same lines are in another order"] : lines
  }
}
