import TestSupport
import Testing

struct StoreChangeTests {
  @Test
  func `A refund prints its event, and the payment is not listed any more`() async throws {
    let store = try SampleStore()
    let run = await store.run("store refund 2026011210000001 -o jsonl --fields kind,before,after")
    #expect(run.status == 0)
    #expect(
      run.output == "{\"kind\":\"refunded\",\"before\":\"SUCCESS\",\"after\":\"REFUND\"}\n")
    #expect(!(await store.run("unconsumed --user alice")).output.contains("2026011210000001"))
    let again = await store.run("store refund 2026011210000001")
    #expect(again.status == 4)
    #expect(again.errors.contains("13 purchaseStatusInvalid"))
    #expect(again.errors.contains("hint: a refund is final"))
  }

  @Test
  func `A pending purchase prints a note, and is approved by its number`() async throws {
    let store = try SampleStore()
    let run = await store.run("purchase gem.100 --user alice --simulate pending -o json")
    #expect(run.status == 0)
    #expect(run.output == "{\"purchase\": null}\n")
    let payment = try #require(run.errors.split(separator: " ").first { $0.hasPrefix("2026") })
    let approved = await store.run("store approve \(payment) -o csv --fields kind --no-header")
    #expect(approved.output == "approved\r\ncharged\r\nverified\r\n")
    #expect((await store.run("unconsumed --user alice")).output.contains(payment))
    #expect((await store.run("store decline \(payment)")).status == 4)
  }

  @Test
  func `Billing that fails leads into the grace period, and billing that is ok out of it`()
    async throws
  {
    let store = try SampleStore()
    var console = store.console
    console.input = """
      {"format": 1, "products": [{"productIdentifier": "club", "productType": "AUTO_RENEWABLE",
       "period": "P1W", "grace": "P3D"}]}
      """
    #expect((await console.run("store load -")).status == 0)
    #expect((await store.run("purchase club --user zoe")).status == 0)
    #expect((await store.run("store set-billing zoe failing")).status == 0)
    #expect((await store.run("store advance P1W")).status == 0)
    let events = "--fields kind,before,after --no-header -o csv"
    #expect(
      (await store.run("store set-billing zoe ok \(events)")).output
        == "recovered,IN_GRACE_PERIOD,ACTIVE\r\n")
    #expect((await store.run("store set-billing zoe ok \(events)")).output.isEmpty)
    #expect((await store.run("store set-billing zoe broken")).status == 64)
  }

  @Test
  func `Unknown payments, states and statuses are errors`() async throws {
    let store = try SampleStore()
    let missing = await store.run("store refund 99")
    #expect(missing.status == 3)
    #expect(missing.errors.contains("hint: check the payment number; a dump contains all payments"))
    #expect((await store.run("store set-state 2026011210000001 PAID")).status == 64)
    #expect((await store.run("store set-state 2026011210000001 REFUND --receipt 7")).status == 64)
    #expect((await store.run("store set-status 2026011210000001 CANCELED")).status == 4)
    #expect((await store.run("purchase gem.100 --user alice --sdk new")).status == 64)
  }

  @Test(arguments: [
    "store approve", "store decline", "store set-status --until +1d",
  ])
  func `A refused change of a good payment never advises to revoke`(_ line: String) async throws {
    let status = line.contains("set-status") ? " ACTIVE" : ""
    let run = try await SampleStore().run("\(line) 2026011210000001\(status)")
    #expect(run.status == 4)
    #expect(run.errors.contains("hint: nothing was changed; to see what happened in the store:"))
    #expect(!run.errors.contains("revoke"))
  }

  @Test
  func `A user that is new to the store is named when its billing is set`() async throws {
    let store = try SampleStore()
    let run = await store.run("store set-billing alic failing")
    #expect(run.status == 0)
    #expect(
      run.errors
        == "iapctl: user alic is new: added with billing failing; did you mean 'alice'?\n")
    #expect(
      (await store.run("store set-billing alic ok")).errors
        == "iapctl: billing of user alic is ok from now on\n")
  }

  @Test
  func `An SDK that cannot verify fails, and the hint says which one can`() async throws {
    let store = try SampleStore()
    let set = await store.run("store set-verification AS V2 --fields kind,after --no-header")
    #expect(set.status == 0 && set.output.contains("verificationSet  AS V2"))
    for (line, hint) in [
      ("purchase gem.100 --user bob --sdk 1.6.2", "SDK 1.8 and later"),
      ("reprocess --user frank --sdk 1.6.2", "complete the purchase with an SDK that fits"),
    ] {
      let run = await store.run(line)
      #expect(run.status == 4)
      #expect(run.errors.contains("11 verifyFailed") && run.errors.contains(hint))
    }
    #expect(await store.run("purchase gem.100 --user bob --sdk 1.7.0").status == 4)
    #expect(await store.run("reprocess --user bob --sdk 1.7.0").output.contains("gem.100"))
    #expect(await store.run("store set-verification GG V2").status == 64)
  }

  @Test
  func `What was charged belongs to SUCCESS, and a reservation needs its receipt`() async throws {
    let store = try SampleStore()
    for option in ["--receipt 1", "--price 1.99", "--currency KRW"] {
      let run = await store.run("store set-state 2026011510000001 REFUND \(option)")
      #expect(run.status == 64 && run.errors.contains("belongs to the state SUCCESS"))
    }
    #expect(
      await store.run("store set-state 2026011510000001 SUCCESS --price -1").status == 64)
    #expect(
      await store.run("store set-state 2026011510000001 SUCCESS --currency won").status == 64)
    _ = await store.run("purchase gem.550 --user bob --simulate reserved")
    let reserved = "store set-state 2026011510000002 SUCCESS"
    let refused = await store.run(reserved)
    #expect(refused.status == 64 && refused.errors.contains("hint: add --receipt ID"))
    #expect(await store.run("\(reserved) --receipt 777 --price 5 --currency USD").status == 0)
    #expect(await store.run("store set-state 2026011510000001 SUCCESS").status == 0)
    let list = await store.run("unconsumed --user bob -o csv --no-header --fields price,currency")
    #expect(list.output.contains("5,USD\r\n"))
  }
}
