import IAPBatch
import IAPCore
import Testing

struct PaymentTotalsTests {
  private func totals(_ payments: (user: Identifier?, price: String?, currency: String?)...)
    -> PaymentTotals
  {
    var totals = PaymentTotals()
    for (user, price, currency) in payments {
      var purchase = Purchase(paymentSeq: "1")
      purchase.userID = user
      purchase.price = price.flatMap { Price($0) }
      purchase.currency = currency
      totals.add(Payment(purchase))
    }
    return totals
  }

  @Test
  func `No payments have no totals`() {
    let totals = totals()
    #expect(totals.count == 0)
    #expect(totals.users.count == 0)
    #expect(totals.byCurrency.isEmpty)
  }

  @Test
  func `Sums are exact and separate per currency`() throws {
    let totals = totals(
      ("alice", "0.1", "USD"), ("alice", "0.2", "USD"), ("bob", "1500", "KRW"),
      ("alice", "1500", "KRW"), ("carol", "2.29", "USD"))
    #expect(totals.count == 5)
    #expect(totals.users.count == 3)
    #expect(totals.users.first == "alice")
    #expect(totals.byCurrency.keys.sorted() == ["KRW", "USD"])
    let (won, dollars) = (
      try #require(totals.byCurrency["KRW"]), try #require(totals.byCurrency["USD"])
    )
    #expect((won.sum, won.count) == ("3000", 2))
    #expect((dollars.sum, dollars.count) == ("2.59", 3))
  }

  @Test(
    arguments: [
      (["1500", "0.5", "-2", "7"], "1505.5"), (["0.5", "-0.5"], "0"), (["-3"], "-3"),
      (["999999999999999999", "-999999999999999999", "12"], "12"),
      (
        Array(repeating: "999999999999999999", count: 12)
          + Array(repeating: "-999999999999999999", count: 11), "999999999999999999"
      ),
      // A sum can be larger than any price.
      (["999999999999999999.5", "999999999999999999", "1"], "1999999999999999999.5"),
    ] as [([String], String)])
  func `Whole amounts and others have one sum`(_ prices: [String], _ sum: String) {
    var totals = PaymentTotals()
    for price in prices {
      var purchase = Purchase(paymentSeq: "1")
      purchase.price = Price(price)
      totals.add(Payment(purchase))
    }
    #expect(totals.byCurrency[""]?.sum == sum)
  }

  @Test
  func `A payment without a currency is counted separately`() throws {
    let totals = totals(("alice", "1", nil), ("alice", "2", "USD"))
    #expect(totals.byCurrency.keys.sorted() == ["", "USD"])
    #expect(try #require(totals.byCurrency[""]).count == 1)
    #expect(try #require(totals.byCurrency["USD"]).sum == "2")
  }

  @Test
  func `A payment without a price is counted`() throws {
    let totals = totals(("alice", nil, "KRW"), ("alice", "1500", "KRW"), (nil, nil, nil))
    #expect(totals.count == 3)
    #expect(try #require(totals.byCurrency["KRW"]).count == 2)
    #expect(try #require(totals.byCurrency[""]).count == 1)
  }

  @Test
  func `Parts are added with their counts and sums`() throws {
    let totals = totals(
      (nil, "0.1", "USD"), (nil, "0.2", "USD"), (nil, "1500", "KRW"), (nil, nil, "KRW"))
    var part = try #require(totals.byCurrency["USD"])
    part += try #require(totals.byCurrency["USD"])
    #expect((part.count, part.unpriced, part.sum) == (4, 0, "0.6"))
    part += try #require(totals.byCurrency["KRW"])
    #expect((part.count, part.unpriced) == (6, 1))
    #expect((part.sum, part.knownSum) == (nil, "1500.6"))
  }

  @Test
  func `User IDs are compared byte by byte, and unknown users are not counted`() {
    let totals = totals(
      (Identifier("\u{E9}"), "1", "USD"), (Identifier("e\u{301}"), "1", "USD"), (nil, "1", "USD"))
    #expect(totals.count == 3)
    #expect(totals.users.count == 2)
  }
}
