import IAPCore
import IAPRemote
import Testing

/// The exact requests of the dialect `legacy`, which never have the app key.
struct LegacyDialectTests {
  private static let headers = [
    HTTPHeader("Accept", "application/json"),
    HTTPHeader("Content-Type", "application/json; charset=UTF-8"),
  ]

  @Test
  func `Products: the request for the item list`() async throws {
    let transport = ScriptedTransport([.result(#"{"itemList": []}"#)])
    _ = try await RemoteService.test(.legacy, transport).products(in: [])
    let request = try #require(transport.sent.first)
    #expect(request.method == .get)
    #expect(request.url == "https://iap.example/standard/item/list/1000047")
    #expect(request.headers == [HTTPHeader("Accept", "application/json")])
    #expect(request.body == nil)
    #expect(!request.isMutating)
  }

  @Test
  func `Unconsumed payments: the request`() async throws {
    let transport = ScriptedTransport([.result("[]")])
    _ = try await RemoteService.test(.legacy, transport).unconsumed(
      UnconsumedQuery(owner: .user("alice")))
    let request = try #require(transport.sent.first)
    #expect(request.method == .post)
    #expect(request.url == "https://iap.example/standard/inapp/v1/consumable/list")
    #expect(request.headers == Self.headers)
    #expect(request.text == #"{"appSeq":1000047,"userChannel":"GF","userKey":"alice"}"#)
    #expect(!request.isMutating)
  }

  @Test
  func `Consume: the request and its receipt`() async throws {
    let transport = ScriptedTransport([.result(#"{"price": "2.50", "currency": "EUR"}"#)])
    let answers = await RemoteService.test(.legacy, transport).consume([
      Payment("1", accessToken: Secret("t=="), productSeq: 1_000_292)
    ])
    let request = try #require(transport.sent.first)
    #expect(request.method == .post)
    #expect(request.url == "https://iap.example/inapp/v3/consume/1/items/1000292")
    #expect(request.headers == Self.headers)
    #expect(request.text == #"{"purchaseToken":"t=="}"#)
    #expect(request.isMutating)
    let receipt = ConsumeReceipt(
      price: Price("2.5"), currency: "EUR", productSeq: 1_000_292)
    #expect(answers.map(\.result) == [.success(receipt)])
  }

  @Test(arguments: [
    ("1/../../v1", "1%2F..%2F..%2Fv1"), ("1?a=b#c", "1%3Fa%3Db%23c"), ("1 é\n", "1%20%C3%A9%0A"),
    ("%31", "%2531"), ("-._~09AZaz", "-._~09AZaz"),
  ])
  func `A payment number is encoded as one path segment`(_ payment: String, _ piece: String)
    async throws
  {
    let transport = ScriptedTransport([.consumed])
    _ = await RemoteService.test(.legacy, transport).consume([
      Payment(Identifier(payment), accessToken: Secret("t"), productSeq: 1)
    ])
    #expect(
      transport.sent.map(\.url) == ["https://iap.example/inapp/v3/consume/\(piece)/items/1"])
  }

  // MARK: Responses

  @Test(arguments: [("7", "1000.0"), ("\"7\"", "\"1000.0\""), ("\"007\"", "1E+3")])
  func `Numbers may be JSON numbers or strings`(_ item: String, _ price: String) async throws {
    let items = """
      {"itemList": [{"itemSeq": \(item), "itemName": null, "marketItemId": "gas",
        "usingStatus": "USE", "marketId": "AS"}]}
      """
    let list = """
      [{"paymentSeq": "1", "itemSeq": \(item), "currency": "KRW", "price": \(price),
        "purchaseToken": "t"}]
      """
    let transport = AnsweringTransport { $0.method == .get ? .result(items) : .result(list) }
    let service = RemoteService.test(.legacy, transport)
    let purchases = try await service.unconsumed(UnconsumedQuery(owner: .user("alice"))).whole()
    #expect(purchases.elements.map(\.productSeq) == [7])
    #expect(purchases.elements.map(\.productIdentifier) == ["gas"])
    #expect(purchases.elements.map(\.price) == [Price("1000")])
    #expect(purchases.elements.map(\.storeCode) == [nil])
    #expect(try await service.products(in: []).elements.map(\.productSeq) == [7])
  }

  @Test(arguments: ["\"7a\"", "\"-7\"", "\"\"", "7.5", "\"9223372036854775808\"", "true"])
  func `An invalid number makes the response invalid`(_ item: String) async throws {
    let transport = ScriptedTransport([
      .result(
        """
        [{"paymentSeq": "1", "itemSeq": \(item), "currency": "KRW", "price": 1,
          "purchaseToken": "t"}]
        """)
    ])
    let error = await refusal {
      try await RemoteService.test(.legacy, transport).unconsumed(
        UnconsumedQuery(owner: .user("alice")))
    }
    #expect(error?.code == .http(.responseInvalid))
  }

  /// In a header the code must be a number, although numbers in a result may be strings.
  @Test
  func `A result code must be a number`() async throws {
    let transport = ScriptedTransport([
      .answer(
        200,
        #"{"header": {"isSuccessful": true, "resultCode": "0"}, "result": {"itemList": []}}"#)
    ])
    let error = await refusal {
      try await RemoteService.test(.legacy, transport).products(in: [])
    }
    #expect(error?.code == .http(.responseInvalid))
  }

  /// The legacy code `TS` means `ONESTORE`.
  @Test(
    arguments: [
      ([StoreCode.oneStore], ["one"]), (["AS"], ["apple"]), (["AS", .oneStore], ["apple", "one"]),
      ([], ["apple", "one"]), (["TS"], []),
    ] as [([StoreCode], [String])])
  func `Products are filtered by market`(_ markets: [StoreCode], _ names: [String]) async throws {
    let items = [("apple", "AS"), ("one", "TS")].map { name, market in
      """
      {"itemSeq": 1, "itemName": "", "marketItemId": "\(name)", "usingStatus": "USE",
       "marketId": "\(market)"}
      """
    }
    let transport = ScriptedTransport([
      .result("{\"itemList\": [\(items.joined(separator: ","))]}")
    ])
    let products = try await RemoteService.test(.legacy, transport).products(in: markets)
    #expect(products.elements.map(\.productIdentifier.text) == names)
    #expect(products.elements.allSatisfy { $0.storeCode != "TS" })
  }
}
