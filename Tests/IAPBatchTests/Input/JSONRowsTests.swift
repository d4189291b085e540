import IAPBatch
import IAPCore
import Testing

struct JSONRowsTests {
  @Test
  func `A row may have every field of a request and of a purchase`() throws {
    let text = #"""
      {"userID":"alice","storeCode":"GG","productIdentifier":"gem.100","productSeq":7,"productType":"CONSUMABLE","price":2.290,"currency":"USD","paymentSeq":"20260112","accessToken":"tok\u0041","transactionIdentifier":"GPA.1","originalTransactionIdentifier":null,"purchaseTime":"2026-01-12T11:20:00.125Z","expiryTime":null,"storePayment":false,"sandboxPayment":true,"payload":"{\"a\":\"\ud83d\ude00\"}","other":[1,{"paymentSeq":"9"}]}
      """#
    let item = try #require(try load(text).items.first)
    var request = Payment(
      "20260112", user: "alice", markets: ["GG"], accessToken: Secret("tokA"),
      productSeq: 7)
    #expect(item.request == request)
    var purchase = Purchase(paymentSeq: "20260112")
    purchase.userID = "alice"
    purchase.storeCode = "GG"
    purchase.productIdentifier = "gem.100"
    purchase.productSeq = 7
    purchase.productType = .consumable
    purchase.price = Price("2.29")
    purchase.currency = "USD"
    purchase.accessToken = Secret("tokA")
    purchase.transactionIdentifier = "GPA.1"
    purchase.purchaseTime = Instant("2026-01-12T11:20:00.125Z")
    purchase.isStorePayment = false
    purchase.isSandboxPayment = true
    purchase.payload = "{\"a\":\"😀\"}"
    #expect(item.purchase == purchase)

    let bare =
      #"{"accessToken":"tok","paymentSeq":"1"}"# + "\n" + #"{"paymentSeq":"2","accessToken":null}"#
    let items = try load(bare).items
    request = Payment("1", accessToken: Secret("tok"))
    #expect(items.map(\.request) == [request, Payment("2")])
    #expect(items[1].purchase == Purchase(paymentSeq: "2"))
  }

  @Test(
    arguments: [
      (#"{}"#, .value(of: "paymentSeq", .missing, nil)),
      (#"{"paymentSeq":null}"#, .value(of: "paymentSeq", .null, nil)),
      (#"{"paymentSeq":9007199254740993}"#, .value(of: "paymentSeq", .paymentNumberNotText, nil)),
      (#"{"paymentSeq":""}"#, .value(of: "paymentSeq", .empty, nil)),
      (#"{"paymentSeq":" 1"}"#, .value(of: "paymentSeq", .notPaymentNumber, " 1")),
      (#"{"paymentSeq":"１"}"#, .value(of: "paymentSeq", .notPaymentNumber, "１")),
      (#"{"paymentSeq":true}"#, .value(of: "paymentSeq", .notText, nil)),
      (#"{"paymentSeq":["1"]}"#, .value(of: "paymentSeq", .notText, nil)),
      (#"{"paymentSeq":"1","paymentSeq":"1"}"#, .keyTwice("paymentSeq")),
      (#"{"paymentSeq":"1","payment\u0053eq":"1"}"#, .keyTwice("paymentSeq")),
      (#"{"paymentSeq":"1","x":1,"\u0078":1}"#, .keyTwice(nil)),
      (#"{"paymentSeq":"1","accessToken":null,"accessToken":"t"}"#, .keyTwice("accessToken")),
      (#"{"paymentSeq":"1","accessToken":""}"#, .value(of: "accessToken", .empty, nil)),
      (
        #"{"paymentSeq":"1","accessToken":"a\nb"}"#,
        .value(of: "accessToken", .controlCharacter, nil)
      ),
      (
        #"{"paymentSeq":"1","accessToken":"a\u009fb"}"#,
        .value(of: "accessToken", .controlCharacter, nil)
      ),
      (#"{"paymentSeq":"1","accessToken":7}"#, .value(of: "accessToken", .notText, nil)),
      (#"{"paymentSeq":"1","userID":""}"#, .value(of: "userID", .empty, nil)),
      (#"{"paymentSeq":"1","userID":"a\u0000"}"#, .value(of: "userID", .nullCharacter, nil)),
      (#"{"paymentSeq":"1","userID":"\ud800"}"#, .json(.halfCharacter, column: nil)),
      (#"{"paymentSeq":"1","userID":"\udc00\ud800"}"#, .json(.halfCharacter, column: nil)),
      (#"{"paymentSeq":"1","storeCode":{}}"#, .value(of: "storeCode", .notText, nil)),
      (#"{"paymentSeq":"1","productSeq":"7"}"#, .value(of: "productSeq", .notNumber, nil)),
      (#"{"paymentSeq":"1","productSeq":7.5}"#, .value(of: "productSeq", .notWholeNumber, "7.5")),
      (
        #"{"paymentSeq":"1","productSeq":9223372036854775808}"#,
        .value(of: "productSeq", .notWholeNumber, "9223372036854775808")
      ),
      (#"{"paymentSeq":"1","price":"7"}"#, .value(of: "price", .notNumber, nil)),
      (
        #"{"paymentSeq":"1","price":0.12345678901234567890123456789012345678}"#,
        .value(of: "price", .notAmount, "0.12345678901234567890123456789012345678")
      ),
      (#"{"paymentSeq":"1","storePayment":"true"}"#, .value(of: "storePayment", .notFlag, nil)),
      (
        #"{"paymentSeq":"1","purchaseTime":"2026-02-30T00:00:00Z"}"#,
        .value(of: "purchaseTime", .notInstant, "2026-02-30T00:00:00Z")
      ),
      (
        #"{"paymentSeq":"1","purchaseTime":99999999999999999}"#,
        .value(of: "purchaseTime", .notInstant, "99999999999999999")
      ),
      (#"{"paymentSeq":"1","productSeq":1.2E+15}"#, .value(of: "productSeq", .exponent, "1.2E+15")),
      ("\u{FEFF}{\"paymentSeq\":\"1\"}", .json(.syntax(expected: .value), column: nil)),
      (#"["1"]"#, .json(.not(.object), column: nil)), (#""1""#, .json(.not(.object), column: nil)),
      ("1", .json(.not(.object), column: nil)),
      (#"{"paymentSeq":"1""#, .json(.syntax(expected: .commaOrBrace), column: 18)),
      (#"{"paymentSeq":"1"} {}"#, .json(.syntax(expected: .end), column: 20)),
      (
        "{\"paymentSeq\":\"1\",\"payload\":\"\t\"}",
        .json(.syntax(expected: .endOfString), column: 30)
      ),
    ] as [(String, LineProblem)])
  func `An invalid line is refused with a reason`(_ line: String, _ problem: LineProblem) {
    #expect(badLines("{\"paymentSeq\":\"5\"}\n\(line)\n") == [BadLine(number: 2, problem)])
  }

  @Test
  func `Keys are compared byte by byte, and nested keys are ignored`() throws {
    let text = "{\"paymentSeq\":\"1\",\"\u{e9}\":1,\"e\u{301}\":2,\"a\":{\"x\":1,\"x\":2},\"x\":1}"
    #expect(try load(text).payments == ["1"])
  }

  @Test
  func `Amounts are grouped, and a single decimal is padded to two`() throws {
    let amounts = ["0.1", "1E+3", "1500.00", "-0.5", "999999999999999999.999999999999"]
    let text = amounts.enumerated().map { "{\"paymentSeq\":\"\($0)\",\"price\":\($1)}\n" }.joined()
    let prices = try load(text).items.map { $0.purchase.price?.digits }
    #expect(prices == ["0.1", "1000", "1500", "-0.5", "999999999999999999.999999999999"])
  }
}
