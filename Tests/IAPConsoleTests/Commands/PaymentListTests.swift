import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct PaymentListTests {
  @Test
  func `The arguments of payment list are parsed`() throws {
    #expect(try resolved(PaymentListCommand.self, "payment list").query == PaymentQuery())
    var query = PaymentQuery()
    (query.users, query.markets, query.products) = (["alice", "bob"], ["AS"], ["gem.100"])
    (query.states, query.transaction) = ([.success, .refund], "GPA.3375-2193-1175-57698..5")
    (query.since, query.until) = (Moment("30d"), Moment("2026-01-31"))
    #expect(
      try resolved(
        PaymentListCommand.self,
        "payment list --user alice --user bob --user alice --market AS --product gem.100 "
          + "--state SUCCESS --state REFUND --transaction GPA.3375-2193-1175-57698..5 --since 30d "
          + "--until 2026-01-31"
      ).query == query)
    for wrong in ["--state PAID", "--since 1x", "--until never", "--transaction="] {
      #expect(problem(PaymentListCommand.self, "payment list \(wrong)") != nil, "\(wrong)")
    }
  }

  @Test
  func `The user of the environment does not filter payments, its market does`() throws {
    let variables = ["IAPCTL_STORE": "game.db", "IAPCTL_USER": "alice", "IAPCTL_MARKET": "GG"]
    let query = try resolved(PaymentListCommand.self, "payment list", variables).query
    #expect(query.users.isEmpty)
    #expect(query.markets == ["GG"])
  }

  @Test
  func `The table of payments has their state, the oldest first`() async throws {
    let run = try await SampleStore().run("payment list --user alice --user frank")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        paymentSeq        userID  productIdentifier  price  currency  storeCode  state    consumed  purchaseTime
        2026010810000001  alice   gem.100            1,500  KRW       AS         REFUND   no        \
        2026-01-08 08:00:00Z
        2026011010000001  alice   gem.550             4.99  USD       AS         SUCCESS  yes       \
        2026-01-10 08:00:00Z
        2026011210000001  alice   gem.100            1,500  KRW       AS         SUCCESS  no        \
        2026-01-12 11:20:00Z
        2026011410000001  alice   coin_500             600  JPY       GG         SUCCESS  no        \
        2026-01-14 22:05:10.500Z
        2026011510000001  frank   gem.100            1,500  KRW       AS         CHARGED  no        \
        2026-01-15 08:59:00Z

        """)
  }

  @Test
  func `A payment as JSON has every key, and its token only with --show-tokens`() async throws {
    let store = try SampleStore()
    let line = "payment list --transaction 1000000000000001 -o json"
    let run = await store.run(line)
    #expect(run.status == 0)
    #expect(
      run.output.contains(
        #""payload":"slot-3","gamebaseProductId":null,"state":"SUCCESS","consumed":false}"#))
    #expect(run.output.contains(#""accessToken":null"#))
    #expect(await store.run(line + " --show-tokens").output.contains("sample-token-alice-1"))
  }

  @Test(arguments: [
    ("--user alice --state SUCCESS --product coin_500", ["2026011410000001"]),
    ("--state CHARGED", ["2026011510000001"]), ("--transaction 404", []),
    ("--user alice --until 2026-01-08", ["2026010810000001"]),
    ("--user alice --since 2026-01-14", ["2026011410000001"]),
    // The day of the person, which began nine hours before that of UTC.
    ("--user alice --since 2026-01-15 --time-zone Asia/Seoul", ["2026011410000001"]),
    ("--user nobody", []), ("--user alice --market ONESTORE", []),
  ])
  func `Each filter lists its payments, and an empty list says of whom`(
    _ options: String, _ payments: [String]
  ) async throws {
    let store = try SampleStore()
    let run = await store.run("payment list \(options) -o csv --fields paymentSeq --no-header")
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\r\n").map(String.init) == payments)
    guard payments.isEmpty else { return }
    let last = run.errors.split(separator: "\n").last
    let what =
      options.contains("transaction")
      ? "matching payments"
      : options.contains("nobody")
        ? "payments of user nobody"
        : "payments of user alice in market ONESTORE"
    #expect(last == "iapctl: no \(what) (fixture store \(store.path), a simulation)")
  }

  @Test
  func `A misspelt user is noted`() async throws {
    let run = try await SampleStore().run("payment list --user alise")
    #expect(run.errors.contains("no user 'alise' in this store; did you mean 'alice'?"))
  }

  @Test
  func `A list is printed page by page`() async {
    var service = FakeService()
    service.payments = [
      [StoredPayment(.small("1"), .refund)], [StoredPayment(.small("2"), .failure)],
    ]
    let run = await TestConsole.with(service).run(
      "payment list -o jsonl --fields paymentSeq,state,consumed")
    #expect(run.status == 0)
    #expect(
      run.output == """
        {"paymentSeq":"1","state":"REFUND","consumed":false}
        {"paymentSeq":"2","state":"FAILURE","consumed":false}

        """)
  }

  @Test(arguments: [(2, 130), (15, 143)])
  func `A stop signal ends the listing`(_ signal: Int32, _ status: Int32) async throws {
    var store = try SampleStore()
    store.console.host.stop = { signal }
    let run = await store.run("payment list")
    #expect(run.status == status)
    #expect(run.output.isEmpty)
  }

  @Test
  func `Payments of a transaction are found among the unconsumed ones, too`() async throws {
    let store = try SampleStore()
    let run = await store.run(
      "unconsumed --all-users --transaction 1000000000000001 -o csv --fields paymentSeq --no-header"
    )
    #expect(run.output == "2026011210000001\r\n")
    let query = try resolved(
      UnconsumedCommand.self, "unconsumed --user a --transaction GPA.3375-2193-1175-57698..5"
    ).query
    #expect(query.transaction == "GPA.3375-2193-1175-57698..5")
    let dry = await store.run("consume --all --user alice --transaction 404 --dry-run")
    #expect(dry.status == 0)
    #expect(dry.output.split(separator: "\n").count < 2)
  }
}
