import IAPBatch
import IAPCore
import SQLite
import System
import TestSupport
import Testing

struct DamagedJournalTests {
  private static let server = ServerName(origin: "https://iap.test")
  private static let payments = (1...60).map { Identifier("20260101\(10_000_000 + $0 * 7919)") }

  /// The bytes of a journal that knows all payments as consumed.
  private func consumed() async throws -> (JournalFixture, [UInt8]) {
    let journal = try JournalFixture("journal.db")
    let run = try await journal.run()
    _ = try await run.claim(Self.payments.map { Payment($0) }, settles: false)
    for payment in Self.payments {
      try await run.write(payment, .consumeBegins, .consumeEnds(.consumed(payment)), .released)
    }
    await run.end()
    // Everything is in the file itself, not in the log beside it.
    let connection = try Connection(
      path: journal.folder["journal.db"], access: .readWrite, patience: 1000)
    let count = try connection.first("SELECT count(*) FROM payment", make: { $0.integer(0) })
    #expect(count == Int64(Self.payments.count))
    try connection.checkpoint()
    return (journal, try journal.folder.read("journal.db"))
  }

  /// True if the journal knows all payments as consumed, or is refused; false if it would let one be
  /// consumed again.
  private func isSafe(_ journal: JournalFixture) async -> Bool {
    do {
      let known = try await journal.journal.claims(
        of: Self.payments, at: Self.server, settles: false)
      guard Self.payments.allSatisfy({ known[$0] == .consumed(.consumed) }) else { return false }
      let run = try await journal.run()
      let claims = try await run.claim(Self.payments.map { Payment($0) }, settles: false)
      await run.end()
      return claims.allSatisfy { claim in
        if case .granted = claim { false } else { true }
      }
    } catch {
      return (error as? IAPError)?.code != .iapctl(.bug)
    }
  }

  @Test
  func `A flipped bit in the text of the schema is damage, and no bug`() async throws {
    let (journal, intact) = try await consumed()
    let texts = try Connection(
      path: journal.folder["journal.db"], access: .readWrite, patience: 1000
    ).all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL", make: { $0.text(0) ?? "" })
    var places: [Int] = []
    for text in texts {
      let range = try #require(intact.firstRange(of: Array(text.utf8)))
      places += stride(from: range.lowerBound, to: range.upperBound, by: 3)
    }
    #expect(places.count > 400)
    for (round, place) in places.enumerated() {
      var bytes = intact
      bytes[place] ^= 1 << UInt8(round % 7)
      for name in journal.folder.names where name != "journal.db-runs" {
        Files.remove(journal.folder[name])
      }
      try journal.folder.write(bytes, to: "journal.db")
      #expect(await isSafe(journal), "byte \(place)")
    }
  }

  @Test
  func `No flipped bit lets a consumed payment be consumed again`() async throws {
    let (journal, intact) = try await consumed()
    for suffix in ["-wal", "-shm"] { Files.remove(journal.folder["journal.db" + suffix]) }
    #expect(await isSafe(journal))
    // All bytes in use lie in the pages of the payments and their index, and of the schema.
    let used = intact.indices.filter { intact[$0] != 0 }
    for round in 0..<1500 {
      // The whole header, and places all over the file.
      let place = round < 100 ? round : used[round * 7919 % used.count]
      let bit = UInt8(1) << UInt8(round % 8)
      var bytes = intact
      bytes[place] ^= bit
      for name in journal.folder.names where name != "journal.db-runs" {
        Files.remove(journal.folder[name])
      }
      try journal.folder.write(bytes, to: "journal.db")
      let isSafe = await isSafe(journal)
      #expect(isSafe, "byte \(place), bit \(bit)")
    }
  }
}
