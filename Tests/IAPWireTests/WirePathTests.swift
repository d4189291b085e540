import JSON
import Testing

@testable import IAPWire

struct WirePathTests {
  private let path = WirePath("/pay/{paymentSeq}/items/{itemSeq}")

  @Test
  func `A path is filled with the encoded values of its parameters`() {
    let values = JSONValue.object([
      .init("itemSeq", .integer(7)), .init("paymentSeq", .string("1/é")),
    ])
    #expect(path.parameters == ["paymentSeq", "itemSeq"])
    #expect(path.filled(with: values) == "/pay/1%2F%C3%A9/items/7")
  }

  @Test
  func `A path that was filled gives its values back`() {
    #expect(path.values(in: "/pay/1/items/7") == ["paymentSeq": "1", "itemSeq": "7"])
    #expect(WirePath("/pay").values(in: "/pay") == [:])
  }

  @Test(arguments: ["/pay/1/items", "/pay/1/items/", "/pay//items/7", "/pay/1/item/7", "", "/"])
  func `Another path has no values`(_ text: String) { #expect(path.values(in: text) == nil) }
}
