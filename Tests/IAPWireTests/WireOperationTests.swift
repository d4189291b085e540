import IAPCore
import IAPWire
import JSON
import Testing

struct WireOperationTests {
  private let payment = Payment("1", accessToken: Secret("t"), productSeq: 7)

  @Test
  func `The parameters of a path are not in the body`() {
    let operation = LegacyAPI.consume
    #expect(operation.path(of: payment) == "/inapp/v3/consume/1/items/7")
    #expect(operation.body.write(payment).line == #"{"purchaseToken":"t"}"#)
    var bytes: [UInt8] = []
    operation.appendBody(payment, &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"purchaseToken":"t"}"#)
  }

  @Test
  func `The server reads each request that the client writes`() throws {
    let list = ServiceAPI.ListRequest("u", in: "AS", package: "com.example")
    let written = ServiceAPI.subscriptions.request.write(list)
    let read = try ServiceAPI.subscriptions.request.read(written)
    #expect((read.user, read.market, read.package) == ("u", "AS", "com.example"))
    let app = LegacyAPI.AppRequest(app: 7, user: "u")
    let request = try LegacyAPI.unconsumed.request.read(LegacyAPI.unconsumed.request.write(app))
    #expect((request.app, request.user) == (7, "u"))
    for operation in [ServiceAPI.consume, LegacyAPI.consume] {
      let read = try operation.request.read(operation.request.write(payment))
      #expect((read.paymentSeq, read.accessToken) == ("1", Secret("t")))
    }
  }

  /// The item list of another server has numbers as texts, and lacks what iapctl does not read.
  @Test
  func `The client accepts more than the server writes`() throws {
    let item = LegacyAPI.Item(
      Product(productIdentifier: "gem", productSeq: 7, productType: nil), appName: "game")
    let list = LegacyAPI.ItemList(app: 1, package: "game", [item])
    let written = LegacyAPI.items.response.write(list)
    #expect(try LegacyAPI.items.accepted.read(written).items.map(\.product.productSeq) == [7])
    let other = try JSONValue(
      parsing: Array(
        #"""
        {"itemList": [{"itemSeq": "7", "itemName": null, "marketItemId": "gem",
          "usingStatus": "OTHER", "marketId": "TS"}]}
        """#.utf8))
    let product = try #require(LegacyAPI.items.accepted.read(other).items.first?.product)
    #expect((product.productSeq, product.isActive, product.storeCode) == (7, true, .oneStore))
    #expect(throws: JSONProblem.self) { try LegacyAPI.items.response.read(other) }
  }
}
