import CLibrary
import IAPBatch
import IAPCore
import TestSupport
import Testing

/// A journal that several processes use, some of which are killed.
struct JournalProcessTests {
  private static let player = Program.beside("journal-player")

  @Test(arguments: JournalKind.stored)
  func `A killed run leaves its open attempts unknown and its claims released`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let program = Program(in: journal.folder)
    let path = try await journal.address
    let (process, line) = try await waiting {
      try program.startTelling([Self.player, path, "hold"])
    }
    let run = try await journal.run()

    guard case .held(let holder) = try await run.claim("1") else {
      Issue.record("the payment is not held")
      return
    }
    #expect((holder.user, holder.host, "\(holder.process)\n") == ("player", "there", line))
    #expect(try await journal.entries(.latest).map(\.outcome) == [.open])
    #expect(try await journal.entries(.unknown).isEmpty)

    process.kill(SIGKILL)
    #expect(try await waiting { try process.wait().status } == 137)

    #expect(try await journal.entries(.latest).map(\.outcome) == [.unknown])
    #expect(try await journal.entries(.unknown).count == 1)
    #expect(try await run.claim("1") == .unknown())
    #expect(
      try await run.claim("1", settles: true)?.withoutTimes
        == .granted(Claim.Grant(priorUnknown: true)))
    #expect(try await journal.entries(.latest).map(\.outcome) == [.unknown])
  }

  @Test(arguments: JournalKind.stored)
  func `A reported result is recorded, whenever the process is killed`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let program = Program(in: journal.folder)
    let path = try await journal.address
    // Each process is killed when its reader has read this number of lines.
    for lines in [1, 7, 40] {
      let run = try await waiting {
        try program.shell(
          "'\(Self.player)' '\(path)' 2000 8 | head -n \(lines)")
      }
      let told = run.output.split(separator: "\n").map { Identifier(String($0)) }
      #expect(told.count == lines)
      for payment in told {
        let outcomes = try await journal.entries(.payment(payment)).map(\.outcome)
        #expect(outcomes == [.consume(.consumed)])
      }
    }
    // At most one payment for each task of the three processes was in flight.
    #expect(try await journal.entries(.unknown).count <= 24)
  }

  @Test(arguments: JournalKind.stored)
  func `Processes that create and fill one journal at the same time lose no entries`(
    _ kind: JournalKind
  )
    async throws
  {
    let journal = try await JournalFixture(kind)
    let program = Program(in: journal.folder)
    let path = try await journal.address
    let run = try await waiting {
      try program.shell(
        """
        { for i in 1 2 3 4; do '\(Self.player)' '\(path)' 50 4 & done; } | cat
        """)
    }
    #expect(run.errors == "")
    let told = Set(run.output.split(separator: "\n").map(String.init))
    #expect(told.count == 200)
    let entries = try await journal.entries(.everything)
    #expect(Set(entries.map(\.payment.paymentSeq.text)) == told)
    #expect(entries.allSatisfy { $0.outcome == .consume(.consumed) })
  }

  #if os(Linux)
    @Test(.tool("strace"))
    func `Concurrent writers share syncs, and each write is synced`() async throws {
      #expect(try await syncs(payments: 50, tasks: 1) >= 100)
      #expect(try await syncs(payments: 600, tasks: 30) < 300)
    }

    @Test(.tool("strace"))
    func `A disk error ends the writing, and no reported result is lost`() async throws {
      for fault in ["fdatasync,fsync:error=EIO:when=40+", "pwrite64:error=ENOSPC:when=400+"] {
        let journal = try JournalFixture()
        let program = Program(in: journal.folder)
        try journal.folder.makeFolder("state")
        let path = journal.path
        let run = try await waiting {
          try program.shell(
            "strace -f -qq -o /dev/null -e inject=\(fault) '\(Self.player)' '\(path)' 500 4")
        }
        #expect(run.status == 74)
        #expect(run.errors.contains("journalNotWritten"), "\(run.errors)")
        let told = run.output.split(separator: "\n").map { Identifier(String($0)) }
        #expect(!told.isEmpty && told.count < 500)
        let entries = try await journal.entries(.latest)
        let consumed = entries.filter { $0.outcome == .consume(.consumed) }
        #expect(Set(consumed.map(\.payment.paymentSeq)).isSuperset(of: told))
        // At most one payment for each task was in flight.
        #expect(entries.count - told.count <= 4)
      }
    }

    /// The number of syncs of the journal, for an intent and an outcome of each payment.
    private func syncs(payments: Int, tasks: Int) async throws -> Int {
      let journal = try JournalFixture()
      let program = Program(in: journal.folder)
      let folder = journal.folder.path
      let run = try await waiting {
        try program.shell(
          """
          cd '\(folder)'
          strace -f -qq -e trace=fsync,fdatasync -o trace \
            '\(Self.player)' journal.db \(payments) \(tasks) | wc -l
          grep -cE '(fsync|fdatasync)[(]' trace
          """)
      }
      let counts = run.output.split(separator: "\n").compactMap { Int($0) }
      try #require(counts.count == 2, "\(run.errors)")
      #expect(counts[0] == payments)
      return counts[1]
    }
  #endif
}
