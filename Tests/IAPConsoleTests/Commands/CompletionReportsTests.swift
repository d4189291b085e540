import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct CompletionReportsTests {
  @Test
  func `The arguments of restore and reprocess are parsed`() throws {
    let restore = try resolved(
      RestoreCommand.self, "restore --user carol --market AS --sdk 1.8.0")
    #expect((restore.user, restore.markets) == ("carol", ["AS"]))
    #expect(restore.sdk == SDKVersion("1.8.0"))
    let plain = try resolved(ReprocessCommand.self, "reprocess", ["IAPCTL_USER": "frank"])
    #expect((plain.user, plain.markets) == ("frank", []))
    #expect(plain.legacyLog == nil)
    #expect(!plain.deletesProcessed)
    let reprocess = try resolved(
      ReprocessCommand.self, "reprocess --user u --market AS --legacy-db a.db --delete-processed")
    #expect((reprocess.user, reprocess.markets) == ("u", ["AS"]))
    #expect(reprocess.legacyLog == "a.db")
    #expect(reprocess.deletesProcessed)
    #expect(
      problem(ReprocessCommand.self, "reprocess --user u --delete-processed")
        == UsageText("--delete-processed needs --legacy-db", hint: "add --legacy-db FILE"))
    #expect(problem(RestoreCommand.self, "restore")?.message == "no user given")
    #expect(problem(ReprocessCommand.self, "reprocess")?.message == "no user given")
    #expect(problem(RestoreCommand.self, "restore 1")?.message == "unexpected argument '1'")
  }

  @Test
  func `A restore shows when each payment expires, and which are new`() async throws {
    let store = try SampleStore()
    let first = await store.run("restore --user carol")
    #expect(
      first.output.split(separator: "\n").map { $0.split(separator: " ").last } == [
        "isNew", "no", "yes",
      ], "\(first.output)")
    #expect(first.output.contains("expiryTime"))
    let second = await store.run("restore --user carol -o csv --fields isNew")
    #expect(second.output == "isNew\r\nfalse\r\nfalse\r\n")
  }

  @Test
  func `A restore with an SDK that cannot verify fails with 11, and one that can completes it`()
    async throws
  {
    let store = try SampleStore()
    _ = await store.run("store set-verification AS V2")
    let bought = await store.run("purchase vip.month --user zoe --simulate interrupted")
    #expect(bought.status == 0, "\(bought.errors)")
    let old = await store.run("restore --user zoe --sdk 1.6.2")
    #expect(old.errors.contains("[com.nhncloud.iap 11 verifyFailed]"), "\(old.errors)")
    let new = await store.run("restore --user zoe --sdk 1.8.0 --fields isNew --no-header")
    #expect(new.output == "yes\n", "\(new.errors)")
  }

  @Test(arguments: ["service", "legacy", "fixture"])
  func `No API completes the purchases of a file, and nothing is read or sent`(_ api: String) async
  {
    var console = TestConsole()
    console.variables["IAPCTL_APP_KEY"] = "k"
    let run = await console.run(
      "reprocess --user u --legacy-db none.db --url http://127.0.0.1:1 --api \(api)")
    #expect(run.status == 64 && run.output == "")
    #expect(
      run.errors == """
        iapctl: error: the \(api) API has no call that completes payments by their number, so \
        --legacy-db does not work with it
        hint: the app completes a broken-off purchase when it starts the next time. If no app can, set \
        the payment to Success or to Refund in the IAP console (Transaction tab)

        """)
  }

  @Test
  func `A second restore prints the same purchases`() async throws {
    let store = try SampleStore()
    let first = await store.run("restore --user carol --fields productIdentifier,expiryTime")
    #expect(first.status == 0)
    #expect(
      first.output == """
        productIdentifier  expiryTime
        vip_month          2025-12-20 00:00:00Z
        chest.week         2026-01-20 00:00:00Z

        """)
    #expect(first.errors.isEmpty)
    let second = await store.run("restore --user carol --fields productIdentifier,expiryTime")
    #expect(second.output == first.output)
  }

  @Test
  func `A restore finds the subscriptions that the sample lists`() async throws {
    let store = try SampleStore()
    let run = await store.run("restore --user bob --fields paymentSeq --no-header")
    let listed = await store.run("subscriptions --user bob --fields paymentSeq --no-header")
    #expect(run.output == listed.output && run.output.contains("2026010110000001"))
  }

  @Test
  func `Completed purchases are printed once`() async throws {
    let store = try SampleStore()
    let line = "reprocess --user frank -o json --fields paymentSeq,accessToken"
    let run = await store.run(line)
    #expect(run.status == 0)
    #expect(
      run.output == """
        {"purchases": [
          {"paymentSeq":"2026011510000001","accessToken":null}
         ]}

        """)
    let again = await store.run(line)
    #expect(again.status == 0)
    #expect(again.output == "{\"purchases\": []}\n")
    #expect(again.errors.isEmpty)
    #expect(
      await store.run("reprocess --user frank --market AS").errors.hasPrefix(
        "iapctl: no purchases to reprocess of user frank in market AS (fixture store "))
  }

  @Test
  func `If there is nothing to restore, a note is printed`() async throws {
    let run = try await SampleStore().run("restore --user alice -o csv --fields price")
    #expect(run.status == 0)
    #expect(run.output == "price\r\n")
    #expect(run.errors.hasPrefix("iapctl: no purchases to restore of user alice (fixture store "))
  }

  @Test
  func `A store account that cannot be read is reported`() async throws {
    let run = try await SampleStore().run("restore --user dave --lang ja")
    #expect(run.status == 4)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        iapctl: エラー: ユーザーdave: ストアアカウントを読み取れません。 [com.nhncloud.iap 16 restoreFailed]
        ヒント: ユーザーにストアアカウントへのログインを依頼してから、もう一度復元してください。

        """)
  }

  @Test
  func `Failures are reported beside completed and closed purchases`() async {
    var service = FakeService()
    var report = CompletionReport()
    report.purchases = [.small("1")]
    report.closed = ["2"]
    report.failures = [.iap(.expired, .payment("3", .periodOver(since: Instant(0))))]
    service.reprocessed = report
    service.restored = report
    let hints = [
      "reprocess": "payment 3 is FAILURE now: grant nothing, its money is to be refunded. If the "
        + "charge was valid: iapctl store set-state 3 SUCCESS",
      "restore": "give no access: the paid period is over; the payment is FAILURE now, and its "
        + "money is to be refunded",
    ]
    for (command, hint) in hints {
      let run = await TestConsole.with(service).run(
        "\(command) --user alice -o csv --fields paymentSeq")
      #expect(run.status == 5)
      #expect(run.output == "paymentSeq\r\n1\r\n")
      #expect(
        run.errors == """
          iapctl: payment 2 was never charged; it is closed now
          iapctl: error: the subscription of payment 3 expired at \
          1970-01-01T00:00:00.000Z; the payment has failed, and its money is still to be refunded \
          [com.nhncloud.iap 14 expired]
          hint: \(hint)

          """)
    }
  }

  @Test
  func `If everything failed, nothing is printed; a closed purchase is a success`() async {
    var service = FakeService()
    var report = CompletionReport()
    report.failures = [.iap(.expired, .payment("3", .periodOver(since: Instant(0))))]
    service.reprocessed = report
    let failed = await TestConsole.with(service).run("reprocess --user alice -o json")
    #expect(failed.status == 4)
    #expect(failed.output.isEmpty)
    report.closed = ["2"]
    service.reprocessed = report
    #expect(await TestConsole.with(service).run("reprocess --user alice").status == 5)
    report.failures = []
    service.reprocessed = report
    let closed = await TestConsole.with(service).run("reprocess --user alice -o json")
    #expect(closed.status == 0)
    #expect(closed.output == "{\"purchases\": []}\n")
    #expect(
      closed.errors == "{\"note\":\"payment 2 was never charged; it is closed now\"}\n")
  }
}
