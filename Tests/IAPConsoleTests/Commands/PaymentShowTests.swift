import IAPCore
import IAPMessages
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct PaymentShowTests {
  // MARK: Arguments

  @Test
  func `A payment number or an order number is taken on a store`() throws {
    for word in ["7", "GPA.3375-2193-1175-57698..5", "ONESTORE7_0001", "x-1"] {
      let command = try resolved(PaymentShowCommand.self, "payment show \(word)")
      #expect(command.number == Identifier(word))
      #expect((command.users, command.markets) == ([], []))
    }
    #expect(ValueParser.paymentOrTransaction.read(" GPA.1\t") == "GPA.1")
    #expect(ValueParser.paymentOrTransaction.read(" ") == nil)
    #expect(
      try resolved(PaymentShowCommand.self, "payment show 7 --user a --user b --user a").users
        == ["a", "b"])
    let served = try resolved(
      PaymentShowCommand.self, "payment show 7 --user a --market AS", Self.served)
    #expect((served.users, served.markets) == (["a"], ["AS"]))
    #expect(problem(PaymentShowCommand.self, "payment show") != nil)
  }

  @Test
  func `Where a payment is found in each market, a market is refused`() {
    #expect(
      problem(PaymentShowCommand.self, "payment show 7 --market AS")?.message
        == "'payment show --store' does not use --market")
    #expect(
      problem(PaymentShowCommand.self, "payment show 7 --market AS --api fixture", Self.served)?
        .message == "'payment show --api fixture' does not use --market")
  }

  private static let served = ["IAPCTL_URL": "https://iap.test", "IAPCTL_APP_KEY": "key"]

  @Test(arguments: ["service", "legacy"])
  func `Where lists have no order numbers, only a payment number is taken`(_ api: String) throws {
    let line = "payment show GPA.3375-2193-1175-57698 --api \(api)"
    let text = try #require(problem(PaymentShowCommand.self, line, Self.served))
    #expect(text.message.contains("is an order number of Google Play, not a payment number"))
    #expect(text.hint?.contains("search by Store Reference Key") == true)
    #expect(problem(PaymentShowCommand.self, "payment show x1 --api \(api)", Self.served) != nil)
    #expect(
      try resolved(PaymentShowCommand.self, "payment show GPA.1 --api fixture", Self.served).number
        == "GPA.1")
  }

  @Test
  func `The user of the environment is asked only where a store does not say whose it is`() throws {
    var variables = Self.served
    variables["IAPCTL_USER"] = "alice"
    func users(_ options: String) throws -> [Identifier] {
      try resolved(PaymentShowCommand.self, "payment show 7 \(options)", variables).users
    }
    #expect(try users("") == ["alice"])
    #expect(try users("--user bob") == ["bob"])
    #expect(try users("--api fixture") == [])
  }

  // MARK: The page

  @Test
  func `The page says what a payment is, what happened, and what to do`() async throws {
    var desk = try PaymentDesk()
    let stuck = await desk.show("2026011210000001")
    #expect(stuck.status == 0 && stuck.errors == "")
    #expect(
      stuck.output == """
        Payment 2026011210000001 is stuck: it is paid, and not consumed.
        user alice, product gem.100, KRW 1,500, market AS, state SUCCESS, order number
        1000000000000001

        2026-01-12 11:20:00Z  purchase

        not in the journal j.db

        Check your own records. If the item was not granted, grant it. Then consume the
        payment:
          iapctl consume 2026011210000001 --user alice

        """)
    _ = await desk.store.run("consume 2026011210000001 --ticket T-7")
    _ = await desk.store.console.run(
      words: ["journal", "note", "2026011210000001", "granted by hand, as the log says"])
    desk.store.console.variables[Variables.timeZone] = "Asia/Seoul"
    #expect(
      await desk.show("2026011210000001").output == """
        Payment 2026011210000001 was consumed by tester on here at 2026-01-01 09:00:00
        +09:00, ticket T-7.
        user alice, product gem.100, KRW 1,500, market AS, state SUCCESS, order number
        1000000000000001

        2026-01-01 09:00:00 +09:00  consume: consumed, by tester on here, ticket T-7
        2026-01-01 09:00:00 +09:00  note by tester on here: granted by hand, as the log
                                    says
        2026-01-12 20:20:00 +09:00  purchase
        2026-01-15 18:00:00 +09:00  store: consumed (unconsumed → consumed)

        Grant the item only if your own records show that it was not granted.

        """)
  }

  @Test
  func `The page is in the language of the person`() async throws {
    let desk = try PaymentDesk()
    #expect(
      await desk.show("2026010810000001 --lang ko").output == """
        결제 번호 2026010810000001: 환불된 결제입니다.
        사용자 alice, 상품 gem.100, KRW 1,500, 마켓 AS, 상태 REFUND, 주문 번호
        1000000000000003

        2026-01-08 08:00:00Z  구매

        저널(j.db)에 없음

        상품을 지급하지 마십시오. 이 결제로 지급한 상품이 있다면 회수하십시오.

        """)
    #expect(
      await desk.show("2026010810000001 --lang ja").output == """
        決済番号2026010810000001: 払い戻し済みです。
        ユーザーalice、商品gem.100、KRW 1,500、マーケット: AS、状態: REFUND、注文番号:
        1000000000000003

        2026-01-08 08:00:00Z  購入

        ジャーナル(j.db)になし

        アイテムを付与しないでください。この決済で付与したアイテムがある場合は、回収して
        ください。

        """)
  }

  @Test
  func `Control characters of a note are made visible`() async throws {
    let desk = try PaymentDesk()
    _ = await desk.store.run("consume 2026011210000001")
    _ = await desk.store.console.run(
      words: ["journal", "note", "2026011210000001", "a\u{1b}[2Jb\u{202e}"])
    let page = await desk.show("2026011210000001").output
    #expect(page.contains(#"a\u001b[2Jb\u202e"#))
    #expect(!page.contains("\u{1b}"))
  }

  // MARK: A store

  @Test(arguments: [
    (
      "2026011210000001",
      #"{"situation":"stuck","consumed":false,"commands":["iapctl consume 2026011210000001 --user alice"]"#
    ),
    ("2026011010000001", #"{"situation":"consumed","consumed":true,"commands":[]"#),
    ("2026010810000001", #"{"situation":"refunded","consumed":false,"commands":[]"#),
    (
      "2026011510000001",
      #"{"situation":"interrupted","consumed":false,"commands":["iapctl reprocess --user frank"]"#
    ),
    (
      "2026010110000001",
      #"{"situation":"subscription","consumed":false,"commands":["iapctl subscriptions --user bob"]"#
    ),
    (
      "2026011110000001",
      #"{"situation":"stuck","consumed":false,"commands":["iapctl consume 2026011110000001 --user bob"]"#
    ),
    (
      "GPA.3375-2193-1175-57698",
      #"{"situation":"stuck","consumed":false,"commands":["iapctl consume 2026011410000001 --user alice"]"#
    ),
  ])
  func `A payment of the sample store is what its state says`(_ number: String, _ answer: String)
    async throws
  {
    #expect(await (try PaymentDesk()).answer(number) == answer)
  }

  @Test(arguments: [
    ("reserved", "reserved", ["iapctl reprocess --user erin"]),
    ("pending", "pending", ["iapctl store approve SEQ", "iapctl store decline SEQ"]),
    ("cancelled", "closed", []), ("verify-failed", "failed", []),
    ("interrupted", "interrupted", ["iapctl reprocess --user erin"]),
  ])
  func `A purchase that ended in another way is what it ended in`(
    _ simulation: String, _ situation: String, _ commands: [String]
  ) async throws {
    let desk = try PaymentDesk()
    _ = await desk.store.run("purchase gem.550 --user erin --simulate \(simulation)")
    let numbers = await desk.store.run(
      "payment list --user erin --since 2026-01-15 -o csv --fields paymentSeq --no-header")
    let number = try #require(numbers.output.split(separator: "\r\n").last)
    let answer = await desk.answer(String(number))
    #expect(answer.hasPrefix(#"{"situation":"\#(situation)","#), "\(answer)")
    for command in commands {
      #expect(answer.contains(command.replacing("SEQ", with: number)), "\(answer)")
    }
    #expect(answer.hasSuffix("[]") == commands.isEmpty)
  }

  @Test
  func `A state that stays is said once`() async throws {
    let desk = try PaymentDesk()
    _ = await desk.store.run("purchase gem.550 --user erin --simulate pending")
    #expect(await desk.show("2026011510000002").output.contains("  store: pending (RESERVED)\n"))
  }

  @Test
  func `A payment that the store withholds says why`() async throws {
    var desk = try PaymentDesk()
    desk.store.console.input = """
      {"format": 1, "products": [{"productIdentifier": "box", "productType": "CONSUMABLE_AUTO_RENEWABLE",
        "period": "P1M", "storeCode": "GG", "price": 1, "currency": "USD"}],
       "purchases": [{"paymentSeq": "2026011110000009", "userID": "alice", "productIdentifier": "box",
        "storeCode": "GG", "status": "REVOKED"}]}
      """
    let loaded = await desk.store.run("store load -")
    #expect(loaded.status == 0, "\(loaded.errors)")
    let page = await desk.show("2026011110000009").output
    #expect(
      page.hasPrefix(
        """
        Payment 2026011110000009 is paid, and cannot be consumed now: the subscription
        of payment 2026011110000009 was revoked.

        """), "\(page)")
    #expect(await desk.answer("2026011110000009").hasPrefix(#"{"situation":"withheld""#))
  }

  @Test
  func `A number of one payment that is the order number of another is both, and is said`()
    async throws
  {
    let desk = try PaymentDesk()
    let seed = """
      {"format": 1, "purchases": [
        {"paymentSeq": "71", "transactionIdentifier": "72", "userID": "bob",
         "productIdentifier": "gem.100"},
        {"paymentSeq": "72", "transactionIdentifier": "73", "userID": "alice",
         "productIdentifier": "gem.100"}]}
      """
    var console = desk.store.console
    console.input = seed
    #expect(await console.run("store load -").status == 0)
    let both = await desk.show("72")
    #expect(both.output.hasPrefix("Payment 72 is stuck"))
    #expect(
      both.output.contains(
        "\n72 is also the order number of payment 71: iapctl payment show 71\n"))
    #expect(
      await desk.show("72 -o json --fields paymentSeq,alsoTransactionOf").output
        == "{\"payment\": {\"paymentSeq\":\"72\",\"alsoTransactionOf\":\"71\"}}\n")
    #expect(await desk.show("73").output.hasPrefix("Payment 72 is stuck"))
    #expect(
      await desk.show("71 --user alice").output.contains("\nthe payment belongs to user bob: "))
    #expect(!(await desk.show("71 --user bob").output.contains("belongs")))
  }

  @Test
  func `What neither the store nor the journal has does not exist`() async throws {
    let desk = try PaymentDesk()
    for number in ["404", "GPA.404"] {
      let run = await desk.show("\(number)")
      #expect(run.status == 3)
      #expect(run.output.isEmpty)
      #expect(
        run.errors == """
          iapctl: error: neither the store nor the journal has a payment or an order number \(number)
          hint: check the number; list the payments of the store with: iapctl payment list

          """)
    }
    #expect(await desk.show("404 -o json").errors.contains(#""name":"paymentNotFound""#))
  }

  @Test
  func `A journal that is named and is missing is no journal without the payment`() async throws {
    let desk = try PaymentDesk()
    let known = await desk.show("2026011210000001 --journal nowhere.db")
    #expect(known.status == 5)
    #expect(known.output.hasPrefix("Payment 2026011210000001 is stuck"))
    #expect(known.errors.contains("nowhere.db"))
    #expect(await desk.show("404 --journal nowhere.db").status == 66)
  }
}
