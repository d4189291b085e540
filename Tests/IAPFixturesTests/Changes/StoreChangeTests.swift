import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// What a person changes in a console: states, statuses, approvals.
struct StoreChangeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ purchases: String, users: String = "", markets: String = "") throws
    -> FixtureStore
  {
    try folder.store(Game.seed(markets: markets, users: users, purchases: purchases))
  }

  private func lines(_ events: [StoreEvent]) -> [String] {
    events.map { "\($0.kind) \($0.before ?? "-") \($0.after ?? "-")" }
  }

  // The table of iap.md, written by hand: what each state can become.
  private static let allowed: [PaymentState: Set<PaymentState>] = [
    .reserved: [.success, .refund], .charged: [.success, .refund], .success: [.refund],
    .userClose: [], .failure: [.success, .refund], .refund: [],
  ]

  @Test(
    arguments: PaymentState.allCases,
    PaymentState.allCases)
  func `The console changes exactly the states that it allows`(
    _ old: PaymentState, _ new: PaymentState
  ) async throws {
    for (product, market) in [("gem", "AS"), ("coin", "GG"), ("vip", "AS"), ("box", "GG")] {
      let store = try folder.store(
        Game.seed(
          purchases: Game.payment(
            "1", product, "\"storeCode\": \"\(market)\", \"state\": \"\(old.rawValue)\"")),
        named: "\(product).db")
      let isAllowed =
        Self.allowed[old, default: []].contains(new)
        && !([.reserved, .charged].contains(old) && new == .success && market == "GG")
      let before = try await store.dumped()
      let error = await refusal {
        try await store.apply(
          SetState("1", new, new == .success ? Charge(receipt: "777") : Charge()))
      }
      #expect(error?.code == (isAllowed ? nil : .iap(.purchaseStatusInvalid)), "\(product)")
      let payment = try #require(try await store.contents().payment("1"))
      #expect(payment.state == (isAllowed ? new : old).rawValue)
      if !isAllowed { #expect(try await store.dumped() == before) }
      if isAllowed, product == "vip" || product == "box" {
        #expect(payment.status == (new == .refund ? "REVOKED" : "ACTIVE"))
      }
      #expect(try await store.check().isEmpty)
    }
  }

  @Test
  func `A refund takes a payment out of the list, and the log says that it was consumed`()
    async throws
  {
    let store = try store(
      Game.payment("1", "gem") + "," + Game.payment("2", "gem", "\"consumed\": true"))
    #expect(
      lines(try await store.apply(Refund("1")))
        == ["refunded SUCCESS REFUND"])
    #expect(
      lines(try await store.apply(Refund("2")))
        == ["refunded SUCCESS, consumed REFUND"])
    #expect(try await store.allUnconsumed(UnconsumedQuery(owner: .everyone)).isEmpty)
    let refused = await store.consume([Payment("1")]).first?.result
    #expect(throws: IAPError.iap(.purchaseStatusInvalid, .payment("1", .notPaid(.refund)))) {
      try refused?.get()
    }
  }

  @Test
  func `A charged payment gets the transaction of its receipt, which no other payment may have`()
    async throws
  {
    let store = try store(
      Game.payment("1", "vip", "\"state\": \"FAILURE\"") + "," + Game.payment("2", "gem"))
    let taken = await refusal {
      try await store.apply(SetState("1", .success, Charge(receipt: "2")))
    }
    #expect(taken?.code == .iapctl(.usage))
    _ = try await store.apply(SetState("1", .success, Charge(receipt: "777")))
    let contents = try await store.contents()
    #expect(contents.payment("1")?.transactionIdentifier == "777")
    #expect(contents.payment("1")?.originalTransactionIdentifier == "777")
    #expect(contents.transactions.map(\.transactionIdentifier) == ["777"])
    #expect(try await store.check().isEmpty)
    #expect(
      await refusal { try await store.apply(Refund("99")) }?.code
        == .iapctl(.paymentNotFound))
  }

  @Test
  func `A receipt that the store knows must be one for the same user and product`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: ["1", "2"].map { Game.payment($0, "vip", "\"state\": \"FAILURE\"") }
          .joined(separator: ","),
        transactions: Game.receipt("7", "vip", of: "bob") + "," + Game.receipt("8", "chest") + ","
          + Game.receipt("9", "vip")))
    func refused(_ receipt: Identifier) async -> IAPError.Code? {
      await refusal { try await store.apply(SetState("1", .success, Charge(receipt: receipt))) }?
        .code
    }
    #expect(await refused("7") == .iap(.userInvalid))
    #expect(await refused("8") == .iap(.productInvalid))
    #expect(await refused("9") == nil)
  }

  @Test
  func `A reservation becomes successful only with what the store does not know of its charge`()
    async throws
  {
    let store = try folder.store(
      Game.seed(
        products: #"{"productIdentifier": "gift", "productType": "CONSUMABLE"}"#,
        purchases: Game.payment("1", "gift", "\"state\": \"RESERVED\"") + ","
          + Game.payment("2", "gift", "\"state\": \"CHARGED\"")))
    let before = try await store.dumped()
    let usage = await refusal { try await store.apply(SetState("1", .success)) }
    let missing = ["--receipt ID", "--price P", "--currency C"]
    #expect(
      usage == .iapctl(.usage, .change(.chargeUnknown("1", .reserved, missing: missing))))
    #expect(
      await refusal { try await store.apply(SetState("2", .success)) }?.code == .iapctl(.usage))
    #expect(try await store.dumped() == before)
    let price = Price("1.99")
    _ = try await store.apply(
      SetState("1", .success, Charge(receipt: "777", price: price, currency: "USD")))
    _ = try await store.apply(SetState("2", .success, Charge(price: price, currency: "USD")))
    let listed = try await store.allUnconsumed(UnconsumedQuery(owner: .everyone))
    #expect(listed.map(\.price) == [price, price] && listed.map(\.currency) == ["USD", "USD"])
    #expect(listed.map(\.transactionIdentifier) == ["777", "2"])
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `Each event of a change is told, however many there are`() async throws {
    let payments = (1...700).map {
      Game.payment(
        "\($0)", "vip", "\"status\": \"ON_HOLD\", \"expiryTime\": \"2026-03-01T00:00:00Z\"")
    }
    let store = try store(
      payments.joined(separator: ","), users: #"{"userID": "alice", "billing": "failing"}"#)
    #expect(try await store.apply(SetBilling("alice", .ok)).count == 700)
  }

  // MARK: Pending and reserved

  private func pending(_ product: Identifier, in store: FixtureStore) async throws -> Identifier {
    var request = PurchaseRequest(product: product, user: "alice")
    request.simulation = .pending
    guard case .pending(let payment) = try await store.purchase(request) else {
      Issue.record("not pending")
      return ""
    }
    return payment
  }

  @Test
  func `A pending purchase takes no money and blocks nothing, until it is approved`() async throws {
    let store = try store("")
    let payment = try await pending("vip", in: store)
    let other = try await store.reprocess("alice", in: [])
    #expect(other.closed.isEmpty && other.failures.isEmpty)
    let bought = try await store.purchase(PurchaseRequest(product: "gem", user: "alice"))
    guard case .completed = bought else {
      Issue.record("\(bought)")
      return
    }
    #expect(
      lines(try await store.apply(Approve(payment))) == [
        "approved RESERVED RESERVED", "charged RESERVED CHARGED", "verified CHARGED SUCCESS",
      ])
    let approved = try #require(try await store.contents().payment(payment.text))
    #expect(approved.status == "ACTIVE" && approved.expiryTime == "2026-02-15T09:00:00.000Z")
    #expect(try await store.check().isEmpty)
    for change: any StoreChange in [Approve(payment), Decline(payment)] {
      #expect(
        await refusal { try await store.apply(change) }?.code
          == .iap(.purchaseStatusInvalid))
    }
  }

  @Test
  func `An approval that the limit or an owned subscription forbids goes on waiting`() async throws
  {
    let store = try store(
      "", users: "{\"userID\": \"alice\", \"monthlyLimit\": {\"KRW\": 10000}}")
    let first = try await pending("vip", in: store)
    let second = try await pending("vip", in: store)
    let gem = try await pending("gem", in: store)
    _ = try await store.apply(Approve(first))
    #expect(
      await refusal { try await store.apply(Approve(second)) }?.code == .iap(.alreadyOwned))
    #expect(
      await refusal { try await store.apply(Approve(gem)) }?.code
        == .iap(.purchaseLimitExceeded))
    #expect(lines(try await store.apply(Decline(gem))) == ["declined RESERVED USER_CLOSE"])
    #expect(try await store.contents().payment(second.text)?.state == "RESERVED")
    let (text, copy) = (try await store.dumped(), folder)
    let loaded = try copy.store(text, named: "copy.db")
    #expect(try await loaded.dumped() == text)
  }

  @Test
  func `An approval in a market that is switched off goes on waiting`() async throws {
    let store = try store(
      Game.payment("1", "vip", "\"state\": \"RESERVED\", \"pending\": true"),
      markets: "{\"storeCode\": \"AS\", \"available\": false}")
    #expect(await refusal { try await store.apply(Approve("1")) }?.code == .iap(.storeNotAvailable))
    #expect(try await store.contents().payment("1")?.state == "RESERVED")
    #expect(lines(try await store.apply(Decline("1"))) == ["declined RESERVED USER_CLOSE"])
  }

  @Test
  func `A purchase that stays reserved blocks its product, and is closed without a charge`()
    async throws
  {
    let store = try store("")
    var request = PurchaseRequest(product: "gem", user: "alice")
    request.simulation = .reserved
    guard case .reserved(let payment) = try await store.purchase(request) else {
      Issue.record("not reserved")
      return
    }
    request.simulation = nil
    #expect(
      await refusal { try await store.purchase(request) }?.code == .iap(.alreadyInProgress))
    #expect(try await store.reprocess("alice", in: []).closed == [payment])
    #expect(try await store.contents().payment(payment.text)?.state == "USER_CLOSE")
  }

  // MARK: Subscriptions

  @Test
  func `A status is set on the latest payment, with the end that is given`() async throws {
    let store = try store(Game.payment("1", "vip", at: "2026-01-10T00:00:00Z"))
    #expect(
      lines(try await store.apply(SetStatus("1", .canceled)))
        == ["cancelled ACTIVE CANCELED"])
    _ = try await store.apply(
      SetStatus("1", .active, until: .advance(by: #require(CalendarPeriod("2d")))))
    var payment = try #require(try await store.contents().payment("1"))
    #expect(payment.status == "ACTIVE" && payment.expiryTime == "2026-01-17T09:00:00.000Z")
    let past = ClockChange.set(try Game.instant("2026-01-15T09:00:00Z"))
    #expect(
      await refusal { try await store.apply(SetStatus("1", .active, until: past)) }?.code
        == .iapctl(.usage))
    _ = try await store.apply(SetStatus("1", .expired, until: past))
    #expect(
      await refusal { try await store.apply(SetStatus("1", .active)) }?.code
        == .iapctl(.usage))
    payment = try #require(try await store.contents().payment("1"))
    #expect(payment.status == "EXPIRED")
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `An end at which another payment would be the latest one is refused`() async throws {
    let original = "\"originalTransactionIdentifier\": \"1\""
    let store = try store(
      Game.payment("1", "vip", "\(original), \"expiryTime\": \"2026-03-10T00:00:00Z\"") + ","
        + Game.payment("2", "vip", "\(original), \"expiryTime\": \"2026-02-10T00:00:00Z\""))
    for end in ["2026-02-09T00:00:00Z", "2026-02-10T00:00:00Z"] {
      let instant = try Game.instant(end)
      let refused = await refusal {
        try await store.apply(SetStatus("1", .active, until: .set(instant)))
      }
      #expect(
        refused
          == .iapctl(
            .usage,
            .change(.otherEnds(at: try Game.instant("2026-02-10T00:00:00Z"), "2", after: instant))))
    }
    let later = ClockChange.set(try Game.instant("2026-02-11T00:00:00Z"))
    _ = try await store.apply(SetStatus("1", .active, until: later))
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `What is no paid subscription has no status to set`() async throws {
    let store = try store(
      Game.payment("1", "gem") + "," + Game.payment("2", "vip", "\"state\": \"CHARGED\"") + ","
        + Game.payment("3", "chest", "\"state\": \"REFUND\""))
    for payment: Identifier in ["1", "2", "3"] {
      let error = await refusal {
        try await store.apply(SetStatus(payment, .active))
      }
      #expect(error?.code == .iap(.purchaseStatusInvalid), "\(payment)")
    }
  }

  // MARK: Verification

  @Test(
    arguments: ["V1", "V2"],
    [
      ("1.6.2", "V1"), ("1.6.9", "V1"), ("0.31.1", "V1"), ("1.7", "V2"), ("1.7.0", "V2"),
      ("1.7.9", "V2"), ("1.8", "V1 V2"), ("1.8.0", "V1 V2"), ("1.10.0", "V1 V2"), ("2", "V1 V2"),
    ])
  func `SDK 1.8 and later verify V1 and V2, 1.7 only V2, and earlier versions only V1`(
    _ verification: String, _ sdk: (version: String, knows: String)
  ) async throws {
    let store = try store(
      Game.payment("1", "gem", of: "bob", "\"state\": \"CHARGED\""),
      markets: """
        {"storeCode": "AS", "verification": "\(verification)"},
        {"storeCode": "GG", "verification": "\(verification)"}
        """)
    let version = try #require(SDKVersion(sdk.version))
    let fails = !sdk.knows.contains(verification)
    var request = PurchaseRequest(product: "gem", user: "alice")
    request.sdk = version
    let error = await refusal { try await store.purchase(request) }
    #expect(error?.code == (fails ? .iap(.verifyFailed) : nil))
    let report = try await store.reprocess("bob", in: [], sdk: version)
    #expect(report.failures.map(\.code) == (fails ? [.iap(.verifyFailed)] : []))
    #expect(
      try await store.contents().purchases.map(\.state)
        == Array(repeating: fails ? "CHARGED" : "SUCCESS", count: 2))
    request.product = "coin"
    request.market = .googlePlay
    #expect(await refusal { try await store.purchase(request) } == nil, "the App Store only")
  }

  @Test
  func `A finished transaction that the SDK cannot verify stays for another version`() async throws
  {
    let store = try folder.store(
      Game.seed(
        markets: "{\"storeCode\": \"AS\", \"verification\": \"V2\"}",
        transactions: Game.receipt("5", "gem", until: nil)))
    let old = try await store.reprocess("alice", in: [], sdk: SDKVersion("1.6.2"))
    #expect(old.failures.map(\.code) == [.iap(.verifyFailed)] && old.purchases.isEmpty)
    #expect(try await store.reprocess("alice", in: [], sdk: SDKVersion("1.7")).purchases.count == 1)
  }

  @Test
  func `The verification of the App Store is set, logged and kept by a dump; others have none`()
    async throws
  {
    let store = try store("")
    let first = try await store.apply(SetVerification(.appStore, .v1))
    #expect(lines(first) == ["verificationSet AS - AS V1"])
    #expect(first.map(\.userID) == [nil] && first.map(\.paymentSeq) == [nil])
    #expect(
      lines(try await store.apply(SetVerification(.appStore, .v2)))
        == ["verificationSet AS V1 AS V2"])
    #expect(
      await refusal { try await store.apply(SetVerification(.googlePlay, .v2)) }?.code
        == .iapctl(.usage))
    var request = PurchaseRequest(product: "gem", user: "alice")
    request.sdk = SDKVersion("1.6.2")
    #expect(await refusal { try await store.purchase(request) }?.code == .iap(.verifyFailed))
    let dump = try await store.dumped(withLog: true)
    #expect(dump.contains("\"verification\":\"V2\"") || dump.contains("\"verification\": \"V2\""))
    let copy = try folder.store(dump, named: "copy.db")
    #expect(try await copy.dumped(withLog: true) == dump)
    #expect(try await copy.check().isEmpty)
  }
}
