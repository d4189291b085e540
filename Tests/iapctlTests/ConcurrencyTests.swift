import TestSupport
import Testing

/// Two processes and one store.
struct ConcurrencyTests {
  @Test func aPaymentIsConsumedOnce() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    let rounds = 100
    let purchases = (1...rounds).map {
      #"{"paymentSeq": "\#($0)", "userID": "u", "productIdentifier": "gem"}"#
    }
    let seed = try folder.write(
      """
      {"format": 1, "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
       "purchases": [\(purchases.joined(separator: ","))]}
      """, to: "seed.json")
    #expect(try program.run("store", "init", folder["s.db"], "--from", seed).status == 0)
    program.variables["IAPCTL_STORE"] = folder["s.db"]
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

  @Test func aLockThatStaysIsTold() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    _ = try program.run("store", "init", folder["s.db"], "--sample")
    program.variables["IAPCTL_STORE"] = folder["s.db"]
    let lock = try StoreLock(on: folder["s.db"])
    let run = try program.run("consume", "2026011210000001", "--timeout", "0.05", "-o", "json")
    #expect(run.status == 75)
    #expect(run.errors.contains(#""name":"storeBusy","domain":"iapctl","code":null"#))
    #expect(run.errors.contains(#""outcome":"not-applied","retryable":true,"exitCode":75"#))
    // Queries need no lock.
    #expect(try program.run("unconsumed", "--user", "alice").status == 0)
    try lock.release()
    #expect(try program.run("consume", "2026011210000001").status == 0)
  }
}
