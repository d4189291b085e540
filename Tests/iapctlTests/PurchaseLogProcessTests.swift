import TestSupport
import Testing

/// The old SDK's file, made by Debian's `sqlite3`.
@Suite(.blocking)
struct PurchaseLogProcessTests {
  /// A store in which payments 1 to 8 of alice are charged, 9 is bob's, and 10 was never charged.
  private func sample() throws -> (TemporaryFolder, Program) {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    let charged = (1...8).map {
      #"{"paymentSeq": "\#($0)", "userID": "alice", "productIdentifier": "gem\#($0)", "state": "CHARGED"}"#
    }
    let others = [
      #"{"paymentSeq": "9", "userID": "bob", "productIdentifier": "gem1", "state": "CHARGED"}"#,
      #"{"paymentSeq": "10", "userID": "alice", "productIdentifier": "gem9", "state": "RESERVED"}"#,
    ]
    let products = (1...9).map {
      #"{"productIdentifier": "gem\#($0)", "productType": "CONSUMABLE"}"#
    }
    try folder.write(
      """
      {"format": 1, "clock": "2026-01-15T09:00:00Z", "products": [\(products.joined(separator: ","))],
       "purchases": [\((charged + others).joined(separator: ","))]}
      """, to: "seed.json")
    #expect(
      try program.run("store", "init", folder["game.db"], "--from", folder["seed.json"]).status == 0
    )
    program.variables["IAPCTL_STORE"] = folder["game.db"]
    program.variables["IAPCTL_USER"] = "alice"
    let rows = (1...8).map { "(\($0), 'alice', 'AS', '\($0)', 'gem\($0)')" }
    let made = try program.shell(
      """
      cd '\(folder.path)' && sqlite3 old.db "CREATE TABLE purchaseLog (primarykey INTEGER PRIMARY KEY,
        useridentifier TEXT, markettype TEXT, paymentseq TEXT, marketitemid TEXT);
        INSERT INTO purchaseLog VALUES \(rows.joined(separator: ", ")),
          (20, 'alice', 'AS', '77', 'gem1'), (21, 'bob', 'AS', '9', 'gem1')"
      """)
    #expect(made.status == 0, "\(made.errors)")
    return (folder, program)
  }

  private func rows(_ folder: TemporaryFolder, _ program: Program) throws -> [Int] {
    let run = try program.shell(
      "sqlite3 '\(folder["old.db"])' 'SELECT paymentseq FROM purchaseLog ORDER BY primarykey'")
    return run.output.split(separator: "\n").compactMap { Int($0) }
  }

  private func charged(_ program: Program) throws -> Set<Int> {
    let run = try program.shell(
      #"$IAPCTL store dump | sed -n 's/.*"paymentSeq":"\([0-9]*\)".*"state":"CHARGED".*/\1/p'"#)
    return Set(run.output.split(separator: "\n").compactMap { Int($0) })
  }

  @Test(.tool("sqlite3"))
  func `The file is completed and only read; rows are removed on request`() throws {
    let (folder, program) = try sample()
    let before = try folder.read("old.db")
    let words = ["reprocess", "--legacy-db", folder["old.db"]]
    let first = try program.run(words: words + ["-o", "jsonl", "--fields", "paymentSeq"])
    #expect(first.status == 5, "payment 77 is unknown: \(first.errors)")
    #expect(first.errors.contains(#""name":"paymentNotFound""#))
    #expect(first.output.split(separator: "\n").count == 8)
    #expect(try charged(program) == [9])
    #expect(try folder.read("old.db") == before)
    #expect(!folder.names.contains { $0.hasPrefix("old.db-") })
    let second = try program.run(words: words + ["--delete-processed"])
    #expect(second.status == 3, "only the unknown payment is left: \(second.errors)")
    #expect(second.errors.contains("8 rows were complete before in \(folder["old.db"])"))
    #expect(second.errors.contains("removed 8 rows from \(folder["old.db"])"))
    #expect(try rows(folder, program) == [77, 9])
  }

  @Test(.tool("sqlite3"))
  func `Nothing is completed if rows cannot be removed, because the file is locked`() throws {
    let (folder, program) = try sample()
    let before = try charged(program)
    let run = try program.shell(
      """
      cd '\(folder.path)'
      mkfifo hold ready
      { echo "BEGIN IMMEDIATE;"; echo ".shell echo > ready"; cat hold; } | sqlite3 old.db > /dev/null &
      exec 9> hold
      read line < ready
      $IAPCTL reprocess --legacy-db old.db --delete-processed --timeout 100ms
      status=$?
      exec 9>&-
      wait
      exit $status
      """)
    #expect(run.status == 75, "\(run.errors)")
    #expect(try charged(program) == before)
  }

  #if os(Linux)
    @Test(.tool("strace"), .tool("sqlite3"))
    func `Killed at any write and run again, it completes, and no row is lost`() throws {
      var kills = 0
      for write in stride(from: 1, through: 40, by: 3) {
        let (folder, program) = try sample()
        let killed = try program.shell(
          """
          exec strace -f -qq -o /dev/null -e trace=pwrite64 \
            -e inject=pwrite64:signal=KILL:when=\(write) \
            $IAPCTL reprocess --legacy-db '\(folder["old.db"])' --delete-processed
          """)
        if killed.status == 137 { kills += 1 }
        let open = try charged(program)
        let left = Set(try rows(folder, program))
        #expect(open.isSubset(of: left), "write \(write): a row is lost")
        #expect(left.isSuperset(of: [77, 9]))
        let again = try program.run(
          "reprocess", "--legacy-db", folder["old.db"], "--delete-processed")
        #expect([3, 5].contains(again.status), "\(again.errors)")
        #expect(try charged(program) == [9])
        #expect(try rows(folder, program) == [77, 9])
        #expect(try program.run("store", "check").status == 0)
      }
      #expect(kills > 5)
    }
  #endif

  @Test(.tool("sqlite3"))
  func `A row that another process has not finished writing is read from its log`() throws {
    let (folder, program) = try sample()
    let run = try program.shell(
      """
      cd '\(folder.path)'
      mkfifo hold
      { echo "PRAGMA journal_mode = WAL; DELETE FROM purchaseLog WHERE primarykey > 3;"
        echo ".shell touch ready"; cat hold; } | sqlite3 old.db > /dev/null &
      until [ -e ready ]; do :; done
      $IAPCTL reprocess --legacy-db old.db -o jsonl --fields paymentSeq
      status=$?
      echo .quit > hold
      wait
      exit $status
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count >= 3, "\(run.output)")
    #expect(!run.errors.contains("77"), "the row was removed in the log")
  }
}
