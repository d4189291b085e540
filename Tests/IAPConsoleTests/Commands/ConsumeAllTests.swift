import CommandLine
import IAPConsole
import IAPCore
import TestSupport
import Testing

/// Consuming the payments that match a filter: the confirmation and the dry run.
struct ConsumeAllTests {
  private let all = "consume --all --user alice"

  private func isUntouched(_ store: SampleStore) async -> Bool {
    await store.console.run("unconsumed --user alice --fail-empty --limit 2 -o csv").output
      .split(separator: "\r\n").count == 3
  }

  @Test(arguments: ["--yes", "-y", "-qy", "--yes --no-input"])
  func `With --yes iapctl does not ask`(_ option: String) async throws {
    let store = try SampleStore()
    let run = await store.run("\(all) \(option) -o csv --fields paymentSeq,outcome")
    #expect(run.status == 0)
    #expect(
      run.output
        == "paymentSeq,outcome\r\n2026011210000001,consumed\r\n2026011410000001,consumed\r\n")
    #expect(
      run.errors
        == (option == "-qy"
          ? "" : "iapctl: 2 consumed (fixture store \(store.path), a simulation)\n"))
    #expect(await store.run("unconsumed --user alice --fail-empty").status == 6)
  }

  @Test
  func `A trace shows the payments that are consumed together, and changes no result`() async throws
  {
    let (quiet, traced) = (try SampleStore(), try SampleStore())
    let run = await traced.run("\(all) --yes -v -o jsonl")
    #expect(run.output == (await quiet.run("\(all) --yes -o jsonl")).output)
    #expect(run.errors.contains("consume of 2 listed payments: consumed"))
  }

  @Test
  func `Without a terminal a consume of all is not confirmed`() async throws {
    let store = try SampleStore()
    let run = await store.run(all)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        iapctl: error: not confirmed; nothing was consumed
        hint: preview with --dry-run, then confirm with --yes

        """)
    #expect(await isUntouched(store))
    #expect(
      await store.run(all + " -o json").errors.hasPrefix("{\"error\":{\"name\":\"notConfirmed\""))
  }

  @Test(arguments: ["y", "yes", "Y", "YES", "예", "네", "はい"])
  func `The question names the count, the sums and the store`(_ answer: String) async throws {
    let store = try SampleStore()
    let run = await store.console.typing(answer + "\n").run(all)
    #expect(run.status == 0)
    #expect(
      run.errors == """
        Consume 2 payments of user alice (fixture store \(store.path), a simulation)?
          JPY 600 (1 payment)
          KRW 1,500 (1 payment)
          payment 2026011210000001: product gem.100, KRW 1,500
          payment 2026011410000001: product coin_500, JPY 600
        This cannot be undone. Continue? [y/N] iapctl: 2 consumed (fixture store \
        \(store.path), a simulation)

        """)
    #expect(!(await isUntouched(store)))
  }

  @Test(arguments: ["n", "no", "", "yep", "x", "ja", "아니요", "예?"])
  func `Every answer except yes is a refusal`(_ answer: String) async throws {
    let store = try SampleStore()
    let run = await store.console.typing(answer).run(all)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("iapctl: error: not confirmed; nothing was consumed\n"))
    #expect(await isUntouched(store))
  }

  @Test(
    arguments: [
      (49, "y", 0), (49, "49", 2), (50, "y", 2), (50, "yes", 2), (50, "49", 2), (50, "50", 0),
      (1200, "1,200", 0), (1200, "", 2),
    ] as [(Int, String, Int32)])
  func `From 50 payments on, their number must be typed`(
    _ count: Int, _ answer: String, _ status: Int32
  ) async {
    var service = FakeService()
    service.pages = [.elements((1...count).map { .small(Identifier("\($0)")) })]
    service.consume = { _ in
      .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
    }
    let run = await TestConsole.with(service).typing(answer + "\n").run(
      "consume --all --user alice -o csv")
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains("  and \(count - 3) more\n"), "\(run.errors)")
    #expect(service.consumed.all.count == (status == 0 ? count : 0))
    let isOther = run.errors.contains("the question was about 50 payments, not this number")
    #expect(isOther == (answer == "49" && count == 50), "\(run.errors)")
  }

  /// Ninety days, and a millisecond more.
  @Test(arguments: [(7_776_000_000, false), (7_776_000_001, true)] as [(Int64, Bool)])
  func `The question says when the purchases were made if they are far apart`(
    _ span: Int64, _ isSaid: Bool
  ) async {
    var (first, last) = (Purchase.small("1"), Purchase.small("2"))
    (first.purchaseTime, last.purchaseTime) = (Instant(span), Instant(0))
    var service = FakeService()
    service.pages = [.elements([first, last])]
    let run = await TestConsole.with(service).typing("n\n").run("consume --all --user alice")
    #expect(
      run.errors.contains("these payments were bought from 1970-01-01 to 1970-04-01") == isSaid,
      "\(run.errors)")
  }

  @Test
  func `A sum that is larger than any price is shown`() async {
    var service = FakeService()
    service.pages = [
      .elements((1...2).map { .small(Identifier("\($0)"), price: "600000000000000000") })
    ]
    let run = await TestConsole.with(service).run("consume --all --user alice --dry-run")
    #expect(
      run.errors.contains("KRW 1,200,000,000,000,000,000 (2 payments)"), "\(run.errors)")
  }

  @Test
  func `Sums are per currency, over all users`() async throws {
    var service = FakeService()
    var other = Purchase.small("3")
    other.userID = "bob"
    service.pages = [
      .elements([.small("1"), .small("2", currency: "USD")]),
      .elements([other, .small("4", currency: nil)]),
    ]
    let run = await TestConsole.with(service).typing("n").run("consume --all --all-users")
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix("Consume 4 payments of 2 users (fixture store any.db, a simulation)?\n"))
    #expect(
      run.errors.contains(
        "\n  without currency 1,500 (1 payment)\n  KRW 3,000 (2 payments)\n  USD 1,500 (1 payment)\n"
      ))
  }

  @Test
  func `If there are no payments, iapctl does not ask`() async {
    var service = FakeService()
    service.pages = []
    let run = await TestConsole.with(service).typing("n").run(all + " -o json")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("{\"results\": [],\n \"summary\": {\"consumed\":0,"))
    #expect(run.errors.isEmpty)
  }

  @Test
  func `With --no-input iapctl does not ask, even on a terminal`() async throws {
    let store = try SampleStore()
    let run = await store.console.typing("y").run(all + " --no-input")
    #expect(run.status == 2)
    #expect(!run.errors.contains("Consume "))
    #expect(await isUntouched(store))
  }

  @Test
  func `On a terminal explicit payments are confirmed, except with --yes or --no-input`()
    async throws
  {
    var store = try SampleStore()
    let line = "consume 2026011210000001 2026011410000001"
    store.console = store.console.typing("n")
    let refused = await store.run(line)
    #expect(refused.status == 2)
    #expect(refused.errors.hasPrefix("Consume 2 payments of user alice (fixture store"))
    #expect(await isUntouched(store))
    #expect(await store.run("consume 2026011210000001 --no-input").status == 0)
    #expect(await store.run("consume 2026011410000001 --yes --quiet").errors.isEmpty)
  }

  @Test
  func `The question for a single payment names its user, product and price`() async throws {
    let store = try SampleStore()
    let run = await store.console.typing("y\n").run("consume 2026011210000001")
    #expect(run.status == 0)
    #expect(
      run.errors == """
        Consume payment 2026011210000001 of user alice (fixture store \(store.path), a simulation)?
          product gem.100, KRW 1,500
        This cannot be undone. Continue? [y/N] iapctl: 1 consumed (fixture store \
        \(store.path), a simulation)

        """)
  }

  @Test(
    arguments: [
      ("9", 3), ("2026011010000001", 4), ("2026011210000001 --user bob", 4),
    ] as [(String, Int32)])
  func `If nothing would be sent, iapctl does not ask and reports the failure`(
    _ words: String, _ status: Int32
  ) async throws {
    let store = try SampleStore()
    let run = await store.console.typing("y\n").run("consume \(words)")
    #expect(run.status == status)
    #expect(run.errors.hasPrefix("iapctl: error: "))
  }

  @Test
  func `The question names payments that would not be sent and markets that failed`() async throws {
    let store = try SampleStore()
    let some = await store.console.typing("n").run("consume 2026011210000001 9 2026011010000001")
    #expect(
      some.errors.contains(
        """
          product gem.100, KRW 1,500
          not sent: 1 already-consumed, 1 not-sent
            no payment 9
            payment 2026011010000001 was already consumed, not by this call
        This cannot be undone.
        """), "\(some.errors)")
    let refused = "2026010110000001 2026010810000001 2026010610000001 2026010510000001"
    let many = await store.console.typing("n").run("consume 2026011210000001 9 \(refused)")
    #expect(
      many.errors.contains("is in state REFUND\n    and 2 more\nThis cannot be undone."),
      "\(many.errors)")
    var service = FakeService()
    service.pages = [.failure(.switchedOff("GG")), .elements([.small("1")])]
    let market = await TestConsole.with(service).typing("n").run(all)
    #expect(market.status == 2)
    #expect(market.errors.hasPrefix("list incomplete: "))
    #expect(
      market.errors.contains(
        "market GG is switched off\nConsume payment 1 of"))
  }

  @Test
  func `A dry run prints the payments like unconsumed does, and their totals`() async throws {
    let store = try SampleStore()
    let words =
      "would consume 2 payments of user alice (fixture store \(store.path), a simulation): "
      + "JPY 600 (1 payment), KRW 1,500 (1 payment)"
    for format in OutputFormat.allCases {
      let run = await store.run("\(all) --dry-run -o \(format)")
      #expect(run.status == 0)
      #expect(run.output == (await store.run("unconsumed --user alice -o \(format)")).output)
      #expect(
        run.errors == (format.isJSON ? "{\"note\":\"\(words)\"}\n" : "iapctl: \(words)\n"))
    }
    #expect(await isUntouched(store))
  }

  @Test(
    arguments: [
      ("2026011410000001 9", 5), ("9", 3), ("2026011010000001", 4),
      ("2026011210000001 --user bob", 4),
      ("2026011010000001 --already-consumed-ok", 0), ("2026010810000001", 4),
      ("2026011210000001 --market GG", 3),
    ] as [(String, Int32)])
  func `A dry run exits like the real run`(_ words: String, _ status: Int32) async throws {
    let store = try SampleStore()
    let run = await store.run("consume \(words) --dry-run -o csv --fields paymentSeq")
    #expect(run.status == status)
    let last = run.errors.split(separator: "\n").last ?? ""
    #expect(
      last.hasPrefix("iapctl: would consume ")
        || last.hasPrefix("iapctl: nothing would be consumed"),
      "\(run.errors)")
    #expect(await isUntouched(store))
    #expect(await store.run("consume \(words)").status == status)
  }

  @Test
  func `A dry run of a wrong token is refused`() async throws {
    var store = try SampleStore()
    store.console.input = "sample-token-alice-2"
    let run = await store.run("consume 2026011210000001 --token-file - --dry-run")
    #expect(run.status == 4)
    #expect(run.output.isEmpty || !run.output.contains("2026011210000001"))
  }

  @Test
  func `Requests have the tokens and users of the payments`() async {
    var service = FakeService()
    var purchase = Purchase.small("1")
    purchase.accessToken = Secret("secret")
    service.pages = [.elements([purchase])]
    service.consume = { _ in
      .success(ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 7))
    }
    let run = await TestConsole.with(service).run("\(all) --yes -o jsonl")
    #expect(run.status == 0)
    #expect(
      run.output == """
        {"paymentSeq":"1","userID":"alice","claimedUserID":null,"outcome":"consumed","priorUnknown":false,\
        "delivery":null,"price":1500,"currency":"KRW","productSeq":7,"attempts":1,"error":null}

        """)
    #expect(service.consumed.all.map(\.paymentSeq) == ["1"])
    #expect(service.consumed.all.map(\.user) == ["alice"])
    #expect(service.consumed.all.map(\.accessToken) == [Secret("secret")])
  }

  @Test
  func `A market that fails is a partial failure; payments of others are consumed`() async {
    var service = FakeService()
    service.pages = [.failure(.switchedOff("GG")), .elements([.small("1")])]
    service.consume = { _ in
      .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
    }
    let run = await TestConsole.with(service).run("\(all) --yes -o csv --fields outcome")
    #expect(run.status == 5)
    #expect(run.output == "outcome\r\nconsumed\r\n")
    #expect(run.errors.contains("market GG is switched off"))
  }
}
