import System
import TestSupport
import Testing

struct ExclusiveExecutorTests {
  private actor Counter {
    private nonisolated let executor: ExclusiveExecutor
    private(set) var count = 0

    init(on executor: ExclusiveExecutor) { self.executor = executor }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func add() { count += 1 }
  }

  @Test
  func `Tasks and threads run an actor one at a time`() async throws {
    let executor = ExclusiveExecutor()
    let counter = Counter(on: executor)
    let each = 1000
    async let fromThread: Void = waiting {
      for _ in 0..<each {
        executor.withExclusiveAccess { counter.assumeIsolated { $0.add() } }
      }
    }
    for _ in 0..<each { await counter.add() }
    try await fromThread
    #expect(await counter.count == 2 * each)
  }
}
