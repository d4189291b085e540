import IAPBatch
import IAPCore
import Synchronization
import TestSupport
import Testing

struct BatchLoopTests {
  /// Holds each sleep until the test lets it go on, or until it is cancelled.
  private final class Sleeps: Sendable {
    private struct State {
      var count = 0
      var isOpen = false
      var open: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock(\.count) }

    func sleep() async {
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      let isOpen = state.withLock { state in
        state.count += 1
        state.open.append(continuation)
        return state.isOpen
      }
      if isOpen { continuation.finish() }
      for await _ in stream {}
    }

    func open() {
      let open = state.withLock { state in
        state.isOpen = true
        return state.open
      }
      for one in open { one.finish() }
    }
  }

  /// The second payment waits for its turn, and the first one, before its next attempt, for less.
  @Test(.timeLimit(.minutes(5)))
  func `A wait that a shorter one replaces wakes nobody`() async throws {
    let sleeps = Sleeps()
    let stop = Mutex<IAPError?>(nil)
    let service = ScriptedService(
      { _ in
        .failure(IAPError(.http(.requestFailed), .statusNotOK(429), httpStatus: 429))
      }, again: .after(.seconds(1)))
    var setup = BatchSetup()
    setup.concurrency = 2
    setup.rate = 0.0001
    setup.policy = RetryPolicy(retries: 5, limit: .seconds(60))
    let world = BatchWorld(
      clock: Clock(
        realTime: { BatchTests.start }, monotonicTime: { .zero },
        sleep: { _ in await sleeps.sleep() }),
      asked: { stop.withLock { $0 } })
    let batch = setup.batch(service, ScriptedRun(), in: world)
    let payments = ["1", "2"].map { Payment($0, accessToken: Secret("t")) }
    async let done: Void = batch.consume(from: ListedSource(payments)) { _ in }
    while sleeps.count < 2 { await Task.yield() }
    for _ in 1...1000 { await Task.yield() }
    #expect(sleeps.count == 2)
    stop.withLock { $0 = .iapctl(.interrupted, .stopped(signal: 2)) }
    sleeps.open()
    try await done
    #expect(service.requests.count == 1)
  }
}
