import IAPBatch
import IAPCore
import TestSupport
import Testing

@testable import IAPConsole

/// `payment show` where a store does not say what a payment is: by unconsumed lists and the journal.
struct PaymentSearchTests {
  private static let lost = CallResult<ConsumeReceipt>(
    .failure(IAPError(.http(.requestTimeout), .server("a", .noAnswerInTime), outcome: .unknown)))
  private static let receipt = CallResult<ConsumeReceipt>(
    .success(ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 1_000_292)))

  private static func ended(
    _ payment: Identifier, _ result: CallResult<ConsumeReceipt>
  ) -> [JournalStep.Kind] {
    [.consumeBegins, .consumeEnds(ConsumeResult(payment, result)), .released]
  }

  private static let server = ServerName(text: "test")

  private static func service(_ pages: [MarketResults<[Purchase]>]) -> FakeService {
    var service = FakeService()
    service.traits = ServiceTraits(origin: "test", needsToken: true)
    service.pages = pages
    return service
  }

  private static let number: Identifier = "2026011210000001"

  @Test
  func `A payment in the list of one of several users is stuck`() async throws {
    var service = Self.service([.elements([])])
    service.laterPages = [.elements([.small("1"), .small(Self.number)])]
    let desk = try PaymentDesk(service)
    let run = await desk.show("\(Self.number) --user bob --user alice")
    #expect(run.status == 0)
    #expect(
      run.output == """
        Payment 2026011210000001 is stuck: it is paid, and not consumed.
        user alice, product unknown, KRW 1,500

        not in the unconsumed list of user bob
        in the unconsumed list of user alice
        not in the journal j.db

        Check your own records. If the item was not granted, grant it. Then consume the
        payment:
          iapctl consume 2026011210000001 --user alice

        """)
  }

  @Test(arguments: [nil, IAPError.iapctl(.bug, .bug("x"))])
  func `After an undo, however it ended, the item must be granted before the consume`(
    _ failure: IAPError?
  ) async throws {
    let desk = try PaymentDesk(Self.service([.elements([.small(Self.number)])]))
    try await desk.attempt(
      Self.number, at: Self.server,
      [
        .deliveryBegins(Purchase(paymentSeq: Self.number)), .deliveryEnds(nil), .undoBegins,
        .undoEnds(failure), .released,
      ])
    let run = await desk.show("\(Self.number) --user alice")
    let advice =
      failure == nil
      ? """
      An earlier run took the item back. If the player does not have it, grant it.
      Then consume the payment:
      """
      : """
      An earlier run tried to take the item back, and that failed or its end is not
      known. Look at what the player has. If the item is not there, grant it. Then
      consume the payment:
      """
    #expect(
      run.output.hasSuffix("\(advice)\n  iapctl consume 2026011210000001 --user alice\n"),
      "\(run.output)")
  }

  @Test(arguments: [nil, IAPError.iapctl(.bug, .bug("x"))])
  func `After a delivery, however it ended, it is said what the player may have`(
    _ failure: IAPError?
  ) async throws {
    let desk = try PaymentDesk(Self.service([.elements([.small(Self.number)])]))
    try await desk.attempt(
      Self.number, at: Self.server,
      [.deliveryBegins(Purchase(paymentSeq: Self.number)), .deliveryEnds(failure), .released])
    let run = await desk.show("\(Self.number) --user alice")
    let advice =
      failure == nil
      ? """
      An earlier run delivered the item. Do not grant it again, unless the player does
      not have it. Then consume the payment:
      """
      : """
      An earlier run tried to deliver the item, and that failed or its end is not
      known. Look at what the player has. If the item is not there, grant it. Then
      consume the payment:
      """
    #expect(
      run.output.hasSuffix("\(advice)\n  iapctl consume 2026011210000001 --user alice\n"),
      "\(run.output)")
  }

  @Test(arguments: [nil, IAPError.iapctl(.bug, .bug("x"))])
  func `What was consumed after an undo is granted only if the player does not have it`(
    _ failure: IAPError?
  ) async throws {
    let desk = try PaymentDesk(Self.service([.elements([])]))
    try await desk.attempt(
      Self.number, at: Self.server,
      [
        .deliveryBegins(Purchase(paymentSeq: Self.number)), .deliveryEnds(nil), .undoBegins,
        .undoEnds(failure),
      ] + Self.ended(Self.number, Self.receipt))
    let run = await desk.show("\(Self.number) --user alice")
    #expect(
      run.output.hasSuffix(
        failure == nil
          ? """
          The item was taken back before the payment was consumed. Grant it, unless the
          player has it.

          """
          : """
          A run tried to take the item back before the payment was consumed, and that
          failed or its end is not known. Look at what the player has, and grant the item
          only if it is not there.

          """), "\(run.output)")
  }

  @Test
  func `Each command of a payment acts where the typed profile acts`() async throws {
    var desk = try PaymentDesk(Self.service([.elements([])]))
    let folder = desk.store.folder
    try folder.makeFolder("iapctl")
    desk.store.console.variables["XDG_CONFIG_HOME"] = folder.path
    desk.store.console.files[folder["iapctl/config.json"]] =
      #"{"profiles": {"eu": {"store": "any.db", "journal": "eu.db"}}}"#
    let other = ServerName(text: "other.test")
    try await desk.attempt(Self.number, at: other, Self.ended(Self.number, Self.receipt))
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.lost))
    let settle = "iapctl journal settle 2026011210000001 --as"
    let end = "--ticket T-7 --server test --profile eu"
    #expect(
      await desk.answer("\(Self.number) --user alice --profile eu")
        == #"{"situation":"unknown","consumed":null,"commands":["\#(settle) consumed \#(end)","\#(settle) not-consumed \#(end)"]"#
    )
    let page = await desk.show("\(Self.number) --user alice --profile eu")
    #expect(page.output.contains("\n  \(settle) not-consumed \(end)\n"), "\(page)")
    #expect(
      page.output.contains(
        "too: iapctl journal show 2026011210000001 --server other.test --profile eu\n"))
    let nobody = await desk.answer("404 --user alice --profile eu")
    #expect(nobody.isEmpty)
  }

  @Test
  func `What no list and no journal has may still exist, and the exit is 3`() async throws {
    let run = await (try PaymentDesk(Self.service([.elements([])]))).show(
      "\(Self.number) --user alice")
    #expect(run.status == 3)
    #expect(
      run.errors == """
        iapctl: error: payment 2026011210000001 is neither in the journal nor in the unconsumed list of alice
        hint: it may be consumed or refunded, another user's payment, a subscription's payment, or paid and not verified yet: only the IAP console shows that (Transaction tab)

        """)
  }

  @Test
  func `Digits that look like an order number are said to`() async throws {
    let run = await (try PaymentDesk(Self.service([.elements([])])))
      .show("2000000123456789 --user alice")
    #expect(run.status == 3)
    #expect(run.errors.contains("it looks like a transaction of the App Store"))
  }

  @Test
  func `If nothing has it and something did not answer, the exit is that error's`() async throws {
    let failure = MarketResults<[Purchase]>.failure(.switchedOff("GG"))
    let partly = await (try PaymentDesk(Self.service([.elements([]), failure])))
      .show("\(Self.number) --user alice")
    #expect(partly.status == 4)
    #expect(partly.output.isEmpty)
    #expect(partly.errors.contains("list incomplete: GG: market GG is switched off"))
    var service = Self.service([])
    service.pagesEnd = .http(.networkNotAvailable, .server("test", .unreachable(why: "no route")))
    #expect(await (try PaymentDesk(service)).show("\(Self.number) --user alice").status == 69)
    let unasked = await (try PaymentDesk(Self.service([]))).show("\(Self.number)")
    #expect(unasked.status == 64)
    #expect(unasked.errors.hasPrefix("iapctl: error: no user given\n"))
  }

  @Test
  func `What one source has is shown although another does not answer`() async throws {
    var service = Self.service([])
    service.pagesEnd = .http(.networkNotAvailable, .server("test", .unreachable(why: "no route")))
    let desk = try PaymentDesk(service)
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.receipt))
    let run = await desk.show("\(Self.number) --user alice")
    #expect(run.status == 5)
    #expect(run.errors.contains("cannot be reached: no route"))
    #expect(
      run.output.hasPrefix(
        """
        Payment 2026011210000001 was consumed by kim on ops1 at 2026-01-13 10:26:40Z,
        ticket T-7.
        product 1000292, KRW 1,500

        """), "\(run.output)")
    let json = await desk.show("\(Self.number) --user alice -o json --fields sources")
    #expect(
      json.output.hasPrefix(
        #"{"payment": {"sources":[{"source":"unconsumed","userID":"alice","storeCode":null,"server":null,"answer":"failed","error":{"name":"networkNotAvailable","#
      ), "\(json.output)")
    #expect(
      json.output.contains(
        #""source":"journal","userID":null,"storeCode":null,"server":"test","answer":"found","error":null}"#
      ))
  }

  @Test
  func `A consume whose answer was lost is unknown until it is settled`() async throws {
    let desk = try PaymentDesk(Self.service([.elements([])]))
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.lost))
    let run = await desk.show("\(Self.number) --user alice")
    #expect(run.status == 0)
    #expect(
      run.output == """
        Payment 2026011210000001 may have been consumed: the outcome of the attempt by
        kim on ops1 at 2026-01-13 10:26:40Z, ticket T-7 is unknown.
        product unknown, price unknown

        2026-01-13 10:26:40Z  consume: unknown, by kim on ops1, ticket T-7;
                              com.nhncloud.http 102 requestTimeout

        not in the unconsumed list of user alice
        said to be of user alice; no list confirms it

        Neither grant nor revoke yet. Look the payment up in the IAP console
        (Transaction tab), then enter what it shows:
          iapctl journal settle 2026011210000001 --as consumed --ticket T-7
          iapctl journal settle 2026011210000001 --as not-consumed --ticket T-7

        """)
    #expect(
      await desk.store.run("journal settle \(Self.number) --as consumed --ticket T-8").status == 0)
    #expect(
      await desk.show("\(Self.number) --user alice").output.hasPrefix(
        """
        Payment 2026011210000001 is consumed: this was entered by hand by tester on here
        at 2026-01-01 00:00:00Z, ticket T-8.

        """))
    #expect(
      await desk.store.run("journal settle \(Self.number) --as not-consumed --ticket T-9").status
        == 0)
    #expect(
      await desk.answer("\(Self.number) --user alice")
        == #"{"situation":"absent","consumed":null,"commands":["iapctl payment show 2026011210000001 --user ID"]"#
    )
  }

  @Test
  func `If no user is named, the list of the user that the journal knows is asked`() async throws {
    let desk = try PaymentDesk(Self.service([.elements([.small(Self.number)])]))
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.lost))
    let run = await desk.show("\(Self.number)")
    #expect(run.output.hasPrefix("Payment 2026011210000001 is still in the unconsumed list"))
    #expect(run.output.contains("\nin the unconsumed list of user alice\n"))
    #expect(
      run.output.hasSuffix(
        "\n  iapctl consume 2026011210000001 --resume --only-unknown --user alice --ticket T-7\n"))
  }

  @Test
  func `A named user who is not the one that the journal knows is said to`() async throws {
    let desk = try PaymentDesk(Self.service([.elements([])]))
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.receipt))
    let run = await desk.show("\(Self.number) --user bob")
    #expect(run.output.contains("\nnot in the unconsumed list of user bob\n"))
    #expect(run.output.contains("\nsaid to be of user alice; no list confirms it\n"))
  }

  @Test
  func `If a market or the journal did not answer, the advice is to ask again`() async throws {
    let failure = MarketResults<[Purchase]>.failure(.switchedOff("GG"))
    let desk = try PaymentDesk(Self.service([.elements([]), failure]))
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.lost))
    _ = await desk.store.run("journal settle \(Self.number) --as not-consumed --ticket T-9")
    let again = "[\"iapctl payment show 2026011210000001 --user alice"
    #expect(
      await desk.answer("\(Self.number) --user alice").hasPrefix(
        #"{"situation":"absent","consumed":null,"commands":\#(again)"#))
    let stuck = try PaymentDesk(Self.service([.elements([.small(Self.number)])]))
    #expect(
      await stuck.show("\(Self.number) --user alice --yes --journal nowhere.db").output.hasSuffix(
        """
        Not every source answered. Ask again before you grant or tell anything:
          iapctl payment show 2026011210000001 --journal nowhere.db --user alice

        """))
  }

  @Test
  func `A payment that is consumed and still listed is to be looked up`() async throws {
    let desk = try PaymentDesk(Self.service([.elements([.small(Self.number)])]))
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.receipt))
    let run = await desk.show("\(Self.number) --user alice")
    #expect(run.output.hasPrefix("Payment 2026011210000001 was consumed by kim"))
    #expect(
      run.output.hasSuffix(
        """
        Do not grant the item. The unconsumed list still has the payment, so look it up
        in the IAP console (Transaction tab).

        """))
    let settled = try PaymentDesk(Self.service([.elements([.small(Self.number)])]))
    try await settled.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.lost))
    _ = await settled.store.run("journal settle \(Self.number) --as consumed --ticket T-8")
    #expect(
      await settled.answer("\(Self.number) --user alice")
        == #"{"situation":"consumed","consumed":true,"commands":["iapctl journal settle 2026011210000001 --as not-consumed --ticket T-8"]"#
    )
  }

  @Test
  func `An unknown payment that is still listed is settled by asking again`() async throws {
    let desk = try PaymentDesk(Self.service([.elements([.small(Self.number)])]))
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.lost))
    let run = await desk.show("\(Self.number) --user alice")
    #expect(
      run.output.hasPrefix(
        """
        Payment 2026011210000001 is still in the unconsumed list, and the outcome of the
        attempt by kim on ops1 at 2026-01-13 10:26:40Z, ticket T-7 is unknown.

        """), "\(run.output)")
    #expect(
      run.output.hasSuffix(
        "\n  iapctl consume 2026011210000001 --resume --only-unknown --user alice --ticket T-7\n"))
  }

  @Test
  func `A payment that another program consumed is not said to be ours`() async throws {
    let desk = try PaymentDesk(Self.service([.elements([])]))
    let refusal = CallResult<ConsumeReceipt>(.failure(.alreadyConsumed(Self.number)))
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, refusal))
    #expect(
      await desk.show("\(Self.number) --user alice").output.hasPrefix(
        """
        Payment 2026011210000001 is consumed, and iapctl does not know by whom: it was
        already consumed when it was tried by kim on ops1 at 2026-01-13 10:26:40Z,
        ticket T-7.

        """))
  }

  @Test
  func `A payment that a run has claimed is being consumed`() async throws {
    let desk = try PaymentDesk(Self.service([.elements([.small(Self.number)])]))
    let facts = RunFacts(
      server: Self.server, appKeyFingerprint: "", user: "kim", host: "ops1", profile: nil,
      ticket: nil)
    let run = try await desk.store.folder.journal("j.db").begin(facts)
    _ = try await run.claim([Payment(Self.number)], ClaimRules(settles: false))
    try await run.write([JournalStep(Self.number, .consumeBegins, at: Instant(0))])
    #expect(
      await desk.answer("\(Self.number) --user alice")
        == #"{"situation":"in-progress","consumed":null,"commands":["iapctl payment show 2026011210000001 --user alice --output json --fields situation,consumed,commands"]"#
    )
    await run.end()
  }

  @Test
  func `A payment of the same number on another server is another payment, and is said`()
    async throws
  {
    let desk = try PaymentDesk(Self.service([.elements([])]))
    let other = ServerName(text: "other.test")
    try await desk.attempt(Self.number, at: other, Self.ended(Self.number, Self.receipt))
    let unknown = await desk.show("\(Self.number) --user alice")
    #expect(unknown.status == 3)
    #expect(unknown.errors.contains("server other.test"), "\(unknown.errors)")
    try await desk.attempt(Self.number, at: Self.server, Self.ended(Self.number, Self.lost))
    let run = await desk.show("\(Self.number) --user alice")
    #expect(run.output.hasPrefix("Payment 2026011210000001 may have been consumed"))
    #expect(run.output.components(of: "consume: ") == 1)
    #expect(
      run.output.contains(
        "the journal has a payment of this number on server other.test, too: iapctl"))
    #expect(run.output.contains("--as consumed --ticket T-7 --server test\n"))
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
