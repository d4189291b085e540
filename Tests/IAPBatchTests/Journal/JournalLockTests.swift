import IAPBatch
import IAPCore
import Synchronization
import TestSupport
import Testing

/// Waiting for a journal that another process has locked, and stopping that wait.
struct JournalLockTests {
  @Test
  func `A stop ends the wait of a claim, but not the wait to record a result`() async throws {
    let fixture = try JournalFixture()
    let signal = Mutex<Int32?>(nil)
    let asked = Counter()
    let journal = SQLiteJournal(
      at: fixture.path, patience: .milliseconds(30), realTime: { JournalFixture.now },
      stopSignal: {
        _ = asked.next()
        return signal.withLock { $0 }
      }, words: { $0.name })
    let run = try await journal.begin(
      RunFacts(
        server: ServerName(text: "a"), appKeyFingerprint: "", user: "u", host: "h", profile: nil,
        ticket: nil))
    #expect(try await run.claim("1") != nil)
    let lock = try StoreLock(on: fixture.path)
    signal.withLock { $0 = 2 }
    let claiming = await #expect(throws: IAPError.self) { try await run.claim("2") }
    #expect(claiming == .iapctl(.interrupted, .stopped(signal: 2)))
    let before = asked.next()
    let writing = await #expect(throws: IAPError.self) { try await run.write("1", .consumeBegins) }
    #expect(writing?.code == .iapctl(.journalBusy))
    #expect(asked.next() == before + 1, "nobody asked whether to stop")
    try lock.release()
    try await run.write("1", .consumeBegins)
    await run.end()
  }
}
