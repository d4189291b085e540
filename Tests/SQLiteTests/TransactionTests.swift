import SQLite
import TestSupport
import Testing

struct TransactionTests {
  private struct Refusal: Error, Equatable {}

  private let folder: TemporaryFolder
  private let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection(path: folder["store.db"], access: .create, patience: 0)
    try connection.execute("CREATE TABLE kept (n INTEGER PRIMARY KEY)")
  }

  private func insert(_ number: Int64) throws {
    try connection.run("INSERT INTO kept VALUES (?)", [.integer(number)])
  }

  private func numbers() throws -> [Int64?] {
    try connection.all("SELECT n FROM kept ORDER BY n", make: { $0.integer(0) })
  }

  @Test
  func `A transaction is committed, and its result is returned`() throws {
    let answer = try connection.transaction {
      try insert(1)
      try insert(2)
      return "done"
    }
    #expect(answer == "done")
    let other = try Connection(path: folder["store.db"], access: .readOnly, patience: 0)
    #expect(try other.all("SELECT n FROM kept", make: { $0.integer(0) }) == [1, 2])
  }

  @Test
  func `If the body throws, the transaction is rolled back`() throws {
    try insert(1)
    #expect(throws: Refusal()) {
      try connection.transaction {
        try insert(2)
        throw Refusal()
      }
    }
    #expect(try numbers() == [1])
    try connection.transaction { try insert(3) }
    #expect(try numbers() == [1, 3])
  }

  @Test
  func `If a row is refused, the transaction is rolled back`() throws {
    try insert(1)
    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction {
        try insert(2)
        try insert(1)
      }
    }
    #expect(error.isConstraint)
    #expect(try numbers() == [1])
  }

  @Test
  func `A nested transaction is refused, and the outer one is rolled back`() throws {
    #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try insert(1)
        try connection.transaction { try insert(2) }
      }
    }
    #expect(try numbers() == [])
  }

  @Test
  func `A transaction that SQLite ended is not rolled back twice`() throws {
    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction {
        try insert(1)
        try connection.run("INSERT OR ROLLBACK INTO kept VALUES (1)")
      }
    }
    #expect(error.isConstraint)
    #expect(try numbers() == [])
  }

  @Test
  func `A transaction locks out other writers`() throws {
    let other = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
    try connection.transaction {
      #expect(throws: SQLiteError.self) { try other.run("INSERT INTO kept VALUES (9)") }
      let before = try numbers()
      #expect(before == [])
    }
    try other.run("INSERT INTO kept VALUES (9)")
  }

  @Test
  func `If a savepoint ends the transaction, the transaction fails`() throws {
    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction {
        try? connection.run("INSERT INTO kept VALUES (1)")
        _ = try connection.attempt {
          try connection.execute("ROLLBACK"); throw Stop()
        }
      }
    }
    #expect(error.message.hasPrefix("the transaction was ended"))
    #expect(try numbers() == [])
  }

  private struct Stop: Error {}

  @Test
  func `A stop lets a short statement finish, however often it was used`() throws {
    connection.watch { true }
    let steps = """
      WITH RECURSIVE step (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM step WHERE n < 2000)
      SELECT max(n) FROM step
      """
    for _ in 0..<200 {
      #expect(try connection.first(steps, make: { $0.integer(0) }) == 2000)
    }
  }

  @Test
  func `A stop ends a wait for a lock`() throws {
    let other = try Connection(path: folder["store.db"], access: .readWrite, patience: 60_000)
    other.watch { true }
    try connection.transaction {
      let error = try #require(throws: SQLiteError.self) { try other.execute("BEGIN IMMEDIATE") }
      #expect(error.isBusy)
    }
  }

  @Test
  func `A wait that cannot be stopped lasts to its time-out`() throws {
    let asked = Counter()
    let other = try Connection(
      path: folder["store.db"], access: .readWrite, patience: 30,
      isStopped: { asked.next() > 0 })
    try connection.transaction {
      let late = try #require(throws: SQLiteError.self) {
        try other.withoutStopping { try other.execute("BEGIN IMMEDIATE") }
      }
      #expect(late.isBusy)
      #expect(asked.next() == 1, "nobody asked whether to stop")
    }
    try other.withoutStopping {
      try other.transaction { try other.run("INSERT INTO kept VALUES (9)") }
    }
    #expect(try numbers() == [9])
  }

  @Test
  func `A refused commit is reported as not made`() throws {
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE part (n INTEGER REFERENCES kept (n) DEFERRABLE INITIALLY DEFERRED)
      """)
    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction { try connection.run("INSERT INTO part VALUES (7)") }
    }
    #expect(error.isConstraint)
    #expect(!error.mayHaveCommitted)
    #expect(try connection.all("SELECT n FROM part", make: { $0.integer(0) }).isEmpty)
  }

  @Test
  func `A read transaction does not lock out writers`() throws {
    let other = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
    try connection.transaction(writing: false) {
      try other.run("INSERT INTO kept VALUES (9)")
    }
    #expect(try numbers() == [9])
  }

  @Test
  func `A failed savepoint is rolled back alone`() throws {
    try connection.transaction {
      try insert(1)
      #expect(throws: Refusal()) {
        try connection.attempt {
          try insert(2)
          throw Refusal()
        }
      }
      let answer = try connection.attempt {
        try insert(3)
        return 3
      }
      #expect(answer == 3)
      let error = try #require(throws: SQLiteError.self) {
        try connection.attempt {
          try insert(4)
          try insert(1)
        }
      }
      #expect(error.isConstraint)
    }
    #expect(try numbers() == [1, 3])
  }

  @Test
  func `A failed nested savepoint is rolled back alone`() throws {
    try connection.transaction {
      try connection.attempt {
        try insert(1)
        #expect(throws: Refusal()) {
          try connection.attempt {
            try insert(2)
            throw Refusal()
          }
        }
        try insert(3)
      }
    }
    #expect(try numbers() == [1, 3])
  }

  @Test
  func `A savepoint is rolled back with its transaction`() throws {
    #expect(throws: Refusal()) {
      try connection.transaction {
        try connection.attempt { try insert(1) }
        throw Refusal()
      }
    }
    #expect(try numbers() == [])
  }
}
