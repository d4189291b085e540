import IAPBatch
import IAPCore
import System
import Testing

struct JournalWriterTests {
  @Test
  func `Steps that arrive during a write are written together next`() async throws {
    let run = GatheringRun(until: 100)
    let writer = JournalWriter(run)
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          await run.arrives()
          try await writer.write([
            JournalStep(Identifier("\(number)"), .consumeBegins, at: Instant(0)),
            JournalStep(Identifier("\(number)"), .released, at: Instant(1)),
          ])
        }
      }
      try await group.waitForAll()
    }
    let writes = await run.writes
    #expect(writes.count < 100 / 4)
    #expect(Set(writes.joined().map(\.paymentSeq)).count == 100)
    #expect(writes.joined().count == 200)
    // The two steps of one call stay together and in order.
    for write in writes {
      for pair in stride(from: 0, to: write.count, by: 2) {
        #expect(write[pair].paymentSeq == write[pair + 1].paymentSeq)
        #expect(write[pair].kind == .consumeBegins)
      }
    }
  }

  @Test
  func `Sequential callers write immediately`() async throws {
    let run = GatheringRun(until: 0)
    let writer = JournalWriter(run)
    for number in 0..<3 {
      try await writer.write([JournalStep(Identifier("\(number)"), .released, at: Instant(0))])
    }
    #expect(await run.writes.map { $0.map(\.paymentSeq) } == [["0"], ["1"], ["2"]])
  }

  @Test
  func `After a failure nothing is written, and every caller gets the error`() async throws {
    let failure = IAPError.iapctl(.journalNotWritten, .file("a", .cannotWrite(why: "full")))
    let run = GatheringRun(until: 10, failure: failure)
    let writer = JournalWriter(run)
    let errors = await withTaskGroup { group in
      for number in 0..<10 {
        group.addTask { () -> IAPError? in
          await run.arrives()
          do throws(IAPError) {
            try await writer.write([JournalStep(Identifier("\(number)"), .released, at: Instant(0))]
            )
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors == Array(repeating: failure, count: 10))
    await #expect(throws: failure) {
      try await writer.write([JournalStep(Identifier("11"), .released, at: Instant(0))])
    }
    #expect(await run.writes.isEmpty)
    #expect(await run.tries == 1)
  }
}

/// A run whose first write does not end before a number of callers have called.
private actor GatheringRun: JournalRun {
  private(set) var writes: [[JournalStep]] = []
  private(set) var tries = 0
  let lock: FileLock? = nil
  private let expected: Int
  private let failure: IAPError?
  private var arrived = 0

  init(until expected: Int, failure: IAPError? = nil) {
    (self.expected, self.failure) = (expected, failure)
  }

  func arrives() { arrived += 1 }

  var otherNames: Set<ServerName> { [] }

  func claim(_ payments: [Payment], _ rules: ClaimRules) async throws(IAPError) -> [Claim] {
    throw .iapctl(.bug, .bug("nothing is claimed in this test"))
  }

  func write(_ steps: [JournalStep]) async throws(IAPError) {
    tries += 1
    while arrived < expected { await Task.yield() }
    // Gives the callers time to reach the queue of the writer.
    for _ in 0..<1000 { await Task.yield() }
    if let failure { throw failure }
    writes.append(steps)
  }

  func end() async {}
}
