import IAPCore
import IAPRemote
import Testing

/// The exact requests of the dialect `service`.
struct ServiceDialectTests {
  static let headers: Set<HTTPHeader> = [
    HTTPHeader("Accept", "application/json"),
    HTTPHeader("Content-Type", "application/json; charset=UTF-8"),
    HTTPHeader("X-NHN-TCIAP-AppKey", Secret("app-key")),
  ]

  @Test
  func `Consume: the request`() async throws {
    let transport = ScriptedTransport([.consumed])
    _ = await RemoteService.test(.service, transport).consume([
      Payment(
        "2016122110023124", user: "alice", markets: ["AS"],
        accessToken: Secret("a/b\"é"), productSeq: 7)
    ])
    let request = try #require(transport.sent.first)
    #expect(request.method == .post)
    #expect(request.url == "https://iap.example/v1/service/consume")
    #expect(Set(request.headers) == Self.headers)
    #expect(request.text == #"{"paymentSeq":"2016122110023124","accessToken":"a/b\"é"}"#)
    #expect(request.isMutating)
    #expect(request.responseLimit == 1 << 20)
  }

  @Test
  func `Unconsumed payments: one request for each market`() async throws {
    let transport = AnsweringTransport { _ in .result("[]") }
    let service = RemoteService.test(.service, transport)
    _ = try await service.unconsumed(UnconsumedQuery(owner: .user("al\"ice")))
    #expect(
      Set(transport.sent.map(\.text)) == [
        #"{"marketId":"AS","userChannel":"GF","userKey":"al\"ice"}"#,
        #"{"marketId":"GG","userChannel":"GF","userKey":"al\"ice"}"#,
      ])
    #expect(transport.sent.count == 2)
    for request in transport.sent {
      #expect(request.method == .post)
      #expect(request.url == "https://iap.example/v1/service/consumable")
      #expect(Set(request.headers) == Self.headers)
      #expect(!request.isMutating)
      #expect(request.responseLimit == 32 << 20)
    }
  }

  @Test
  func `Active subscriptions: the requests have the package name of the market`() async throws {
    let transport = AnsweringTransport { _ in .result("[]") }
    var query = SubscriptionQuery(user: "alice")
    query.markets = ["GG", "EPIC"]
    _ = try await RemoteService.test(.service, transport).subscriptions(query)
    let rest = #""userChannel":"GF","userKey":"alice"}"#
    #expect(
      Set(transport.sent.map(\.text)) == [
        #"{"marketId":"GG","packageName":"com.example.android",\#(rest)"#,
        #"{"marketId":"EPIC","packageName":"com.example",\#(rest)"#,
      ])
    for request in transport.sent {
      #expect(request.url == "https://iap.example/v1/service/activeSubscriptionList")
      #expect(Set(request.headers) == Self.headers)
      #expect(!request.isMutating)
    }
  }

  /// Products come from the legacy API, which gets no app key.
  @Test
  func `Products are requested from the legacy item list`() async throws {
    let transport = ScriptedTransport([.result(#"{"itemList": []}"#)])
    _ = try await RemoteService.test(.service, transport).products(in: [])
    let request = try #require(transport.sent.first)
    #expect(request.url == "https://iap.example/standard/item/list/1000047")
    #expect(request.headers == [HTTPHeader("Accept", "application/json")])
  }

  @Test
  func `Without an app key its header is omitted`() async throws {
    var access = RemoteAccess.test
    access.credential = nil
    let transport = ScriptedTransport([.consumed])
    _ = await RemoteService.test(.service, transport, access: access).consume([
      Payment("1", accessToken: Secret("t"))
    ])
    #expect(transport.sent.first?.headers.map(\.name) == ["Accept", "Content-Type"])
  }

  // MARK: Filters

  @Test
  func `Filters that the server lacks are applied by iapctl`() async throws {
    let transport = AnsweringTransport { request in
      let rows = (1...3).map { number in
        let market = request.text.contains("GG") ? 2 : 1
        return """
          {"paymentSeq": "\(market)\(number)", "productSeq": 1, "currency": "KRW", "price": 1,
           "accessToken": "t"}
          """
      }
      return .result("[\(rows.joined(separator: ","))]")
    }
    let service = RemoteService.test(.service, transport)
    var query = UnconsumedQuery(owner: .user("alice"))
    func numbers() async throws -> [String] {
      try await service.unconsumed(query).whole().elements.map(\.paymentSeq.text)
    }
    #expect(try await numbers() == ["11", "12", "13", "21", "22", "23"])
    query.limit = 4
    #expect(try await numbers() == ["11", "12", "13", "21"])
    query.payments = ["13", "22", "23", "99"]
    #expect(try await numbers() == ["13", "22", "23"])
    query.limit = 2
    #expect(try await numbers() == ["13", "22"])
    query.limit = 0
    #expect(try await numbers() == [])
  }

  @Test
  func `A row needs only a payment number and a token`() async throws {
    let rest = #""productSeq": null, "currency": null, "price": null"#
    let transport = ScriptedTransport([
      .result(
        """
        [{"paymentSeq": "1", "accessToken": "t"}, {"paymentSeq": "2", "accessToken": "t", \(rest)}]
        """)
    ])
    var query = UnconsumedQuery(owner: .user("alice"))
    query.markets = ["AS"]
    let service = RemoteService.test(.service, transport)
    let list = try await service.unconsumed(query).whole().elements
    #expect(list.map(\.paymentSeq) == ["1", "2"])
    #expect(list.allSatisfy { $0.price == nil && $0.currency == nil && $0.productSeq == nil })
    #expect(transport.sent.count == 1, "without a product's number there is no name to ask for")
  }

  @Test(arguments: [
    #"{"paymentSeq": "1a", "productSeq": 1, "currency": "K", "price": 1, "accessToken": "t"}"#,
    #"{"paymentSeq": 1, "productSeq": 1, "currency": "K", "price": 1, "accessToken": "t"}"#,
    #"{"paymentSeq": "1", "productSeq": "1", "currency": "K", "price": 1, "accessToken": "t"}"#,
    #"{"paymentSeq": "1", "productSeq": 1, "currency": "K", "price": "1", "accessToken": "t"}"#,
    #"{"paymentSeq": "1", "productSeq": 1, "currency": "K", "price": 1}"#, "null", "7",
    #"{"paymentSeq": "1", "accessToken": ""}"#, #"{"paymentSeq": "1", "accessToken": null}"#,
  ])
  func `An invalid row makes the response of its market invalid`(_ row: String) async throws {
    let transport = ScriptedTransport([.result("[\(row)]")])
    var query = UnconsumedQuery(owner: .user("alice"))
    query.markets = ["AS"]
    let answer = try await RemoteService.test(.service, transport).unconsumed(query).whole()
    #expect(!answer.isAnswered)
    #expect(answer.failures.map(\.error.code) == [.http(.responseInvalid)])
  }
}
