import IAPCore
import Testing

struct FieldTests {
  private static let contents: [FieldKind: FieldContent] = [
    .text: .text("ACTIVE"), .secret: .secret(Secret("token")), .number: .number(7),
    .price: .price(Price(canonical: "2.29")), .instant: .instant(Instant(1)), .flag: .flag(false),
  ]

  /// Sets one field at a time and checks that no other field changes.
  private func expectOwnPlaces<Owner>(_ fields: [Field<Owner>], of empty: Owner) throws {
    for field in fields {
      let content = try #require(Self.contents[field.kind])
      var owner = empty
      field.set(&owner, content)
      #expect(field.get(owner) == content, "\(field.name)")
      for other in fields where other.name != field.name {
        #expect(other.get(owner) == other.get(empty), "\(field.name) sets \(other.name)")
      }
      field.set(&owner, .null)
      #expect(field.get(owner) == (field.isNullable ? .null : content), "\(field.name)")
    }
    #expect(Set(fields.map(\.name)).count == fields.count)
  }

  @Test
  func `A field sets what it reads, and nothing else`() throws {
    try expectOwnPlaces(Purchase.fields, of: Purchase(paymentSeq: "1"))
    try expectOwnPlaces(
      Subscription.fields,
      of: Subscription(purchase: Purchase(paymentSeq: "1"), status: nil, renewTime: nil))
    try expectOwnPlaces(
      Product.fields,
      of: Product(productIdentifier: "p", productSeq: 1, productType: nil, isValid: nil))
  }

  @Test
  func `A content of another kind counts as null`() throws {
    let field = try #require(Purchase.fields.first { $0.name == "price" })
    var purchase = Purchase(paymentSeq: "1")
    purchase.price = Price(canonical: "1")
    field.set(&purchase, .text("2"))
    #expect(purchase.price == nil)
  }
}
