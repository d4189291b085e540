import IAPBatch
import IAPCore
import Synchronization
import Testing

/// Payments that are in flight at the same time.
extension BatchTests {
  /// Blocks its callers until a number of them have arrived.
  actor Barrier {
    let count: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var peak = 0

    init(_ count: Int) { self.count = count }

    func arrive() async {
      await withCheckedContinuation { continuation in
        waiting.append(continuation)
        peak = max(peak, waiting.count)
        guard waiting.count == count else { return }
        waiting.forEach { $0.resume() }
        waiting = []
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `The number of requests in flight reaches the limit and does not exceed it`() async throws {
    let barrier = Barrier(4)
    let service = ScriptedService(
      { _ in .success(Self.receipt) }, arriving: { await barrier.arrive() })
    let items = (1...12).map {
      Payment(Identifier(String($0)), accessToken: Secret("t"))
    }
    let outcome = await run(service, ScriptedRun(), items) { $0.concurrency = 4 }
    #expect(outcome.results.count == 12)
    #expect(await barrier.peak == 4)
  }

  @Test
  func `Ordered results have the order of the input`() async throws {
    let payments = (1...700).map { Identifier(String($0)) }
    let items = payments.map {
      Payment($0, accessToken: Secret("t"))
    }
    let settled = Dictionary(
      uniqueKeysWithValues: payments.filter { $0.text.hasSuffix("3") }.map {
        ($0, Claim.consumed(.consumed))
      })
    let outcome = await run(consuming(), ScriptedRun(settled), items) {
      $0.concurrency = 16
      $0.isOrdered = true
    }
    #expect(outcome.results.map(\.paymentSeq) == payments)
    #expect(outcome.results.count(where: { $0.outcome == .consumed }) == 630)
  }
}
