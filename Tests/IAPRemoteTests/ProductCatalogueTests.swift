import IAPCore
import IAPRemote
import IAPWire
import Synchronization
import Testing

/// Product identifiers for lists that have product numbers only.
struct ProductCatalogueTests {
  private static let rows = """
    [{"paymentSeq": "1", "productSeq": 7, "accessToken": "t"},
     {"paymentSeq": "2", "productSeq": 8, "accessToken": "t"},
     {"paymentSeq": "3", "accessToken": "t"}]
    """
  private static let items = """
    {"itemList": [
      {"itemSeq": "7", "itemName": "Gas", "marketItemId": "gas", "usingStatus": "STOP",
       "marketId": "GG"},
      {"itemSeq": 9, "itemName": "Oil", "marketItemId": "oil", "usingStatus": "USE",
       "marketId": "GG"}]}
    """

  private final class Notices: Sendable {
    private let notices = Mutex<[RemoteNotice]>([])

    var all: [RemoteNotice] { notices.withLock { $0 } }

    @Sendable
    func add(_ notice: RemoteNotice) { notices.withLock { $0.append(notice) } }
  }

  private let notices = Notices()

  private func transport(_ items: ScriptedTransport.Attempt = .result(Self.items))
    -> AnsweringTransport
  {
    AnsweringTransport { request in
      request.url.contains("/item/list/") ? items : .result(Self.rows)
    }
  }

  private func query(_ products: Identifier...) -> UnconsumedQuery {
    var query = UnconsumedQuery(owner: .user("u"))
    query.markets = ["GG"]
    query.products = products
    return query
  }

  private func lists(_ transport: AnsweringTransport) -> Int {
    transport.sent.count { $0.url.contains("/item/list/") }
  }

  @Test
  func `One item list provides the product identifiers of all lists`() async throws {
    let transport = transport()
    let service = RemoteService.test(.service, transport)
    for _ in 1...3 {
      let list = try await service.unconsumed(query()).whole().elements
      #expect(list.map(\.productIdentifier) == ["gas", nil, nil])
      #expect(list.map(\.productSeq) == [7, 8, nil])
    }
    #expect(lists(transport) == 1)
    #expect(service.traits.listsProductIdentifiers)
  }

  @Test(
    arguments: [
      (["gas"], ["1"]), (["7"], ["1"]), (["7", "8"], ["1", "2"]), (["gas", "8"], ["1", "2"]),
      (["oil"], []), (["07"], []), (["gas", "9"], ["1"]),
    ] as [([Identifier], [Identifier])])
  func `--product takes the identifier or the number of a product`(
    _ products: [Identifier], _ payments: [Identifier]
  ) async throws {
    var query = query()
    query.products = products
    for limit in [nil, 1] {
      query.limit = limit
      let service = RemoteService.test(.service, transport())
      let list = try await service.unconsumed(query).whole()
      #expect(list.elements.map(\.paymentSeq) == Array(payments.prefix(limit ?? 2)))
      #expect(list.isAnswered)
      // Whether the others are of the product cannot be known: they are named, and not listed.
      let isByNumber = products.allSatisfy(\.isDigits)
      let unlisted: [Int64] = isByNumber || products.contains("8") ? [] : [8]
      #expect(
        list.failures.map(\.error.reason) == [
          .productsUnlisted(unlisted, payments: unlisted.count + 1)
        ])
      #expect(list.failures.map(\.market) == ["GG"])
    }
  }

  @Test
  func `If the item list fails, the list is returned, and the failure is reported once`()
    async throws
  {
    let transport = transport(.answer(404))
    let service = RemoteService.test(
      .service, transport, notice: notices.add)
    for _ in 1...2 {
      let list = try await service.unconsumed(query()).whole().elements
      #expect(list.map(\.productSeq) == [7, 8, nil])
    }
    guard case .productIdentifiersMissing(let error) = notices.all.first else {
      Issue.record("nothing was said")
      return
    }
    #expect(error.httpStatus == 404)
    #expect(notices.all.count == 1)
    #expect(!service.traits.listsProductIdentifiers, "so that the table shows the numbers")
    #expect(try await service.unconsumed(query("7")).whole().elements.count == 1)
    // A product that is not unique is not listed, so it is not consumed.
    let refused = await refusal { try await service.unconsumed(query("gas")) }
    #expect(refused?.httpStatus == 404)
  }

  @Test
  func `Without an app sequence a product can be given by number only`() async throws {
    let transport = transport()
    let service = RemoteService.test(.service, transport, access: .withoutAppSeq)
    #expect(try await service.unconsumed(query("8")).whole().elements.map(\.paymentSeq) == ["2"])
    #expect(!service.traits.listsProductIdentifiers)
    #expect(lists(transport) == 0)
  }

  @Test
  func `Subscriptions get identifiers that the server omits`() async throws {
    let rows = #"[{"paymentSeq": "1", "productSeq": 7}, {"paymentSeq": "2", "productId": "p"}]"#
    let transport = AnsweringTransport { request in
      request.url.contains("/item/list/") ? .result(Self.items) : .result(rows)
    }
    var query = SubscriptionQuery(user: "u")
    query.markets = ["GG"]
    let answer = try await RemoteService.test(.service, transport).subscriptions(query)
    #expect(answer.elements.map(\.purchase.productIdentifier) == ["gas", "p"])
    #expect(answer.elements.allSatisfy { $0.status == nil })
    #expect(lists(transport) == 1)
  }

  @Test
  func `Each market has the item list of its own app`() async throws {
    let transport = AnsweringTransport { request in
      if request.url.hasSuffix("/item/list/7") { return .result(Self.items) }
      if request.url.hasSuffix("/item/list/8") {
        return .result(Self.items.replacing("gas", with: "benzin"))
      }
      return .result(Self.rows)
    }
    let access = RemoteAccess(
      origin: "https://iap.example", credential: Secret("k"), markets: ["AS", "GG", "ONESTORE"],
      appSeqs: MarketValues(own: ["AS": 7, "GG": 8]))
    let service = RemoteService.test(.service, transport, access: access)
    var all = query()
    all.markets = []
    let list = try await service.unconsumed(all).whole().elements
    #expect(
      list.filter { $0.productSeq == 7 }.map {
        "\($0.storeCode?.text ?? "") \($0.productIdentifier?.text ?? "-")"
      }
        == ["AS gas", "GG benzin", "ONESTORE -"])
    #expect(lists(transport) == 2)
    // The market without an app is not silently left out of a selection.
    all.products = ["gas"]
    let chosen = try await service.unconsumed(all).whole()
    #expect(chosen.elements.map(\.storeCode) == ["AS"])
    #expect(chosen.failures.map(\.market) == ["AS", "GG", "ONESTORE"])
  }

  @Test
  func
    `A market without a package makes the list incomplete, and the one of its item list is offered`()
    async throws
  {
    let items = Self.items.replacing(
      "{\"itemList\"", with: "{\"marketAppId\": \"com.example.as\", \"itemList\"")
    let rows = #"[{"paymentSeq": "1", "productSeq": 7}]"#
    let transport = AnsweringTransport { request in
      request.url.contains("/item/list/") ? .result(items) : .result(rows)
    }
    var access = RemoteAccess(
      origin: "https://iap.example", credential: Secret("k"), markets: ["AS", "GG", "ONESTORE"],
      appSeqs: MarketValues(own: ["AS": 7]), packages: MarketValues(own: ["GG": "com.example.gg"]))
    let service = RemoteService.test(.service, transport, access: access, notice: notices.add)
    let answer = try await service.subscriptions(SubscriptionQuery(user: "u"))
    #expect(answer.elements.map(\.purchase.storeCode) == ["GG"])
    #expect(
      answer.failures == [
        MarketFailure("AS", .iapctl(.usage, .noPackage("AS", offered: "com.example.as"))),
        MarketFailure("ONESTORE", .iapctl(.usage, .noPackage("ONESTORE", offered: nil))),
      ])
    access.packages = MarketValues()
    let none = RemoteService.test(.service, transport, access: access)
    let refused = await refusal {
      _ = try await none.subscriptions(SubscriptionQuery(user: "u"))
    }
    #expect(refused == .iapctl(.usage, .noPackage("AS", offered: "com.example.as")))
  }

  @Test
  func `A stopped app has no active products, and this is reported`() async throws {
    let items = Self.items.replacing(
      "{\"itemList\"", with: "{\"appUsingStatus\": \"STOP\", \"itemList\"")
    let service = RemoteService.test(
      .legacy, transport(.result(items)), notice: notices.add)
    let products = try await service.products(in: []).elements
    #expect(products.map(\.isActive) == [false, false])
    #expect(notices.all == [.appStopped(1_000_047)])
    let running = RemoteService.test(.legacy, transport())
    #expect(try await running.products(in: []).elements.map(\.isActive) == [false, true])
  }

  @Test
  func `An item list of several that fails is that of its market`() async throws {
    let transport = AnsweringTransport { request in
      request.url.hasSuffix("/2") ? .answer(500) : .result(Self.items)
    }
    var access = RemoteAccess.withoutAppSeq
    access.appSeqs = MarketValues(own: ["AS": 1, "GG": 2])
    for dialect in [WireDialect.service, .legacy] {
      let service = RemoteService.test(dialect, transport, access: access)
      let list = try await service.products(in: [])
      #expect(list.elements.count == 2)
      #expect(list.failures.map(\.market) == ["GG"])
    }
  }
}
