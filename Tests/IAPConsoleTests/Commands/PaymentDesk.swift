import IAPBatch
import IAPCore
import IAPMessages
import TestSupport

@testable import IAPConsole

/// The console with the sample store and a journal, whose clocks stand still.
struct PaymentDesk {
  var store: SampleStore

  init() throws {
    store = try SampleStore()
    store.console.variables[Variables.journal] = "j.db"
    store.console.backends.journal = { [folder = store.folder] _ in folder.journal("j.db") }
  }

  /// With a service in place of the store.
  init(_ service: FakeService) throws {
    try self.init()
    store.console.backends.service = service
  }

  /// - Returns: the page without the line that names the place, which is another one in each test.
  func show(_ line: String) async -> TestConsole.Run {
    var run = await store.run("payment show \(line)")
    let names = ["looked up in: ", "조회한 곳: ", "照会先: "]
    run.output = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in !names.contains { line.hasPrefix($0) } }.joined(separator: "\n")
    return run
  }

  /// The situation and the commands in JSON.
  func answer(_ line: String) async -> String {
    let run = await show("\(line) -o json --fields situation,consumed,commands")
    return run.output.replacing("{\"payment\": ", with: "").replacing("}}\n", with: "")
  }

  /// Records an attempt on a payment.
  func attempt(
    _ payment: Identifier, at server: ServerName, _ steps: [JournalStep.Kind],
    ends: Bool = true
  ) async throws {
    let facts = RunFacts(
      server: server, appKeyFingerprint: "", user: "kim", host: "ops1", profile: nil,
      ticket: "T-7")
    let run = try await store.folder.journal("j.db").begin(facts)
    _ = try await run.claim([Payment(payment, user: "alice")], ClaimRules(settles: true))
    let time = Instant(1_768_300_000_000)
    try await run.write(steps.map { JournalStep(payment, $0, at: time) })
    if ends { await run.end() }
  }
}
