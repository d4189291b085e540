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

  @Test(arguments: [
    (#"{}"#, "paymentSeq is missing"), (#"{"paymentSeq":null}"#, "paymentSeq is null"),
    (
      #"{"paymentSeq":9007199254740993}"#,
      "paymentSeq is a JSON number, which loses digits beyond 2^53: write it as a string"
    ),
    (#"{"paymentSeq":""}"#, "paymentSeq is empty"),
    (#"{"paymentSeq":" 1"}"#, "paymentSeq ' 1' is not a payment number: only digits are allowed"),
    (#"{"paymentSeq":"１"}"#, "paymentSeq '１' is not a payment number: only digits are allowed"),
    (#"{"paymentSeq":true}"#, "paymentSeq is not a string"),
    (#"{"paymentSeq":["1"]}"#, "paymentSeq is not a string"),
    (#"{"paymentSeq":"1","paymentSeq":"1"}"#, "'paymentSeq' is given twice"),
    (#"{"paymentSeq":"1","payment\u0053eq":"1"}"#, "'paymentSeq' is given twice"),
    (#"{"paymentSeq":"1","x":1,"\u0078":1}"#, "a key is given twice"),
    (#"{"paymentSeq":"1","accessToken":null,"accessToken":"t"}"#, "'accessToken' is given twice"),
    (#"{"paymentSeq":"1","accessToken":""}"#, "accessToken is empty"),
    (#"{"paymentSeq":"1","accessToken":"a\nb"}"#, "accessToken has a control character"),
    (#"{"paymentSeq":"1","accessToken":"a\u009fb"}"#, "accessToken has a control character"),
    (#"{"paymentSeq":"1","accessToken":7}"#, "accessToken is not a string"),
    (#"{"paymentSeq":"1","userID":""}"#, "userID is empty"),
    (#"{"paymentSeq":"1","userID":"a\u0000"}"#, "userID has a null character"),
    (#"{"paymentSeq":"1","userID":"\ud800"}"#, "a string has half a character"),
    (#"{"paymentSeq":"1","userID":"\udc00\ud800"}"#, "a string has half a character"),
    (#"{"paymentSeq":"1","storeCode":{}}"#, "storeCode is not a string"),
    (#"{"paymentSeq":"1","productSeq":"7"}"#, "productSeq is not a number"),
    (#"{"paymentSeq":"1","productSeq":7.5}"#, "productSeq '7.5' is not a whole number"),
    (
      #"{"paymentSeq":"1","productSeq":9223372036854775808}"#,
      "productSeq '9223372036854775808' is not a whole number"
    ),
    (#"{"paymentSeq":"1","price":"7"}"#, "price is not a number"),
    (
      #"{"paymentSeq":"1","price":0.12345678901234567890123456789012345678}"#,
      "price '0.12345678901234567890123456789012345678' is not a valid amount, such as 1500 or 2.29"
    ),
    (#"{"paymentSeq":"1","storePayment":"true"}"#, "storePayment is not true or false"),
    (
      #"{"paymentSeq":"1","purchaseTime":"2026-02-30T00:00:00Z"}"#,
      "purchaseTime '2026-02-30T00:00:00Z' is not an instant of RFC 3339, such as 2026-01-01T00:00:00Z"
    ),
    ("\u{FEFF}{\"paymentSeq\":\"1\"}", "not JSON: a value was expected"),
    (#"["1"]"#, "not a JSON object"), (#""1""#, "not a JSON object"), ("1", "not a JSON object"),
    (#"{"paymentSeq":"1""#, "column 18: not JSON: ',' or '}' was expected"),
    (#"{"paymentSeq":"1"} {}"#, "column 20: not JSON: the end was expected"),
    (
      "{\"paymentSeq\":\"1\",\"payload\":\"\t\"}",
      "column 30: not JSON: the end of a string in quotes was expected"
    ),
  ])
  func `An invalid line is refused with a reason`(_ line: String, _ problem: String) {
    #expect(badLines("{\"paymentSeq\":\"5\"}\n\(line)\n") == [BadLine(number: 2, problem: problem)])
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
