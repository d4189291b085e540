import FuzzTargets
import System
import TestSupport
import Testing

/// Every input that is committed in `Fuzz/Corpus`, as a test. A trap or a hang fails the whole run.
@Suite(.serialized)
struct CorpusTests {
  private static let folder = "\(Project.root)/Fuzz/Corpus"

  @Test
  func `Every target has inputs, and every folder of inputs a target`() {
    #expect(TemporaryFolder.names(of: Self.folder) == FuzzTarget.all.map(\.name).sorted())
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: FuzzTarget.all.map(\.name))
  func `Every input ends with a documented result`(_ name: String) async throws {
    let target = try #require(FuzzTarget.named(name))
    let inputs = TemporaryFolder.names(of: "\(Self.folder)/\(name)")
    #expect(inputs.count >= 15, "\(name) has \(inputs.count) inputs")
    for input in inputs {
      let bytes = try Files.read("\(Self.folder)/\(name)/\(input)", limit: 1 << 20)
      await run(target, bytes, "\(name)/\(input)")
    }
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `Any target survives an input of one byte or none`(_ name: String) async throws {
    let target = try #require(FuzzTarget.named(name))
    let inputs: [[UInt8]] = [[], [0], [1], [2], [10], [34], [91], [123], [128], [255]]
    for input in inputs { await run(target, input, "\(name): \(input)") }
  }

  private func run(_ target: FuzzTarget, _ input: [UInt8], _ name: String) async {
    do {
      try await target.run(input)
    } catch {
      Issue.record("\(name): \(error)")
    }
  }
}
