import TestSupport
import Testing

/// Two processes that use one store.
@Suite(.blocking)
struct ConcurrencyTests: ServesStores {
  @Test
  func `Of two processes only one consumes a payment`() throws {
    let rounds = 100
    let (_, program) = try sample(crowd(rounds))
    for payment in 1...rounds {
      let first = try program.start("consume", "\(payment)", "--fields", "outcome", "-o", "csv")
      let second = try program.start("consume", "\(payment)", "--fields", "outcome", "-o", "csv")
      let runs = [try first.wait(), try second.wait()]
      #expect(
        runs.map(\.output).sorted() == [
          "outcome\r\nalready-consumed\r\n", "outcome\r\nconsumed\r\n",
        ],
        "payment \(payment): \(runs)")
      #expect(runs.map(\.status).sorted() == [0, 4])
    }
  }

  @Test
  func `Of two processes only one creates a store`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    for round in 1...20 {
      let path = folder["s\(round).db"]
      let first = try program.start("store", "init", path, "--sample")
      let second = try program.start("store", "init", path, "--sample")
      let statuses = [try first.wait().status, try second.wait().status]
      #expect(statuses.sorted() == [0, 64])
      #expect(try program.run("store", "check", "--store", path).status == 0)
    }
    #expect(!folder.names.contains { $0.contains(".new-") })
  }

  /// The second process fails, because the clock is already later.
  @Test
  func `Concurrent processes do not set the clock back`() throws {
    let (_, program) = try sample()
    for month in 2...9 {
      let later = try program.start("products", "--now", "2026-0\(month)-20T00:00:00Z", "-q")
      let sooner = try program.start("products", "--now", "2026-0\(month)-10T00:00:00Z", "-q")
      #expect(try later.wait().status == 0)
      #expect(try [0, 64].contains(sooner.wait().status))
      #expect(try program.run("store", "dump").output.contains("\"clock\": \"2026-0\(month)-20T"))
    }
  }

  @Test
  func `A store that stays locked is reported as busy`() throws {
    let (folder, program) = try sample()
    let lock = try StoreLock(on: folder["s.db"])
    let run = try program.run("consume", "2026011210000001", "--timeout", "0.05", "-o", "json")
    #expect(run.status == 75)
    #expect(run.errors.contains(#""name":"storeBusy","domain":"iapctl","code":null"#))
    #expect(run.errors.contains(#""outcome":"not-applied","retryable":true,"exitCode":75"#))
    // Queries do not need the write lock.
    #expect(try program.run("unconsumed", "--user", "alice").status == 0)
    try lock.release()
    #expect(try program.run("consume", "2026011210000001").status == 0)
  }
}
