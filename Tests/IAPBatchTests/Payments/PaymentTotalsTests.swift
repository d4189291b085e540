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
      totals.add(purchase)
    }
    return totals
  }

  @Test func `nothing comes to nothing`() {
    let totals = totals()
    #expect(totals.count == 0)
    #expect(totals.users.count == 0)
    #expect(totals.byCurrency.isEmpty)
  }

  @Test func `sums are exact, and kept apart by currency`() throws {
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
    #expect((won.sum?.digits, won.count) == ("3000", 2))
    #expect((dollars.sum?.digits, dollars.count) == ("2.59", 3))
  }

  @Test func `a payment without a currency is counted by itself`() throws {
    let totals = totals(("alice", "1", nil), ("alice", "2", "USD"))
    #expect(totals.byCurrency.keys.sorted() == ["", "USD"])
    #expect(try #require(totals.byCurrency[""]).count == 1)
    #expect(try #require(totals.byCurrency["USD"]).sum?.digits == "2")
  }

  @Test func `a payment without a price is counted`() throws {
    let totals = totals(("alice", nil, "KRW"), ("alice", "1500", "KRW"), (nil, nil, nil))
    #expect(totals.count == 3)
    #expect(try #require(totals.byCurrency["KRW"]).count == 2)
    #expect(try #require(totals.byCurrency[""]).count == 1)
  }

  @Test func `users whose names only look alike are two, and an unknown one is none`() {
    let totals = totals(
      (Identifier("\u{E9}"), "1", "USD"), (Identifier("e\u{301}"), "1", "USD"), (nil, "1", "USD"))
    #expect(totals.count == 3)
    #expect(totals.users.count == 2)
  }

  @Test func `a sum that grows too long is none`() throws {
    let largest = "999999999999999999"
    let totals = totals(("a", largest, "KRW"), ("a", largest, "KRW"), ("a", "1", "KRW"))
    let won = try #require(totals.byCurrency["KRW"])
    #expect(won.sum == nil)
    #expect(won.count == 3)
  }
}
