import IAPCore
import Testing

struct PaymentTests {
  private var listed: Purchase {
    var purchase = Purchase(paymentSeq: "7")
    (purchase.userID, purchase.productSeq) = ("bob", 12)
    purchase.accessToken = Secret("listed")
    return purchase
  }

  @Test
  func `A user that only the command names is a claim, until a list confirms the payment`() {
    let named = Payment("7", user: "alice")
    #expect(named.claimedUser == "alice" && named.confirmedUser == nil)
    let confirmed = named.confirmed(by: listed)
    #expect(confirmed.claimedUser == nil && confirmed.confirmedUser == "bob")
    #expect(confirmed.user == "alice")
  }

  @Test
  func `A given token is kept, and the number is sent as it was given`() {
    let given = Payment("007", accessToken: Secret("given"), productSeq: 1)
    let confirmed = given.confirmed(by: listed)
    #expect(confirmed.accessToken == Secret("given"))
    #expect(confirmed.productSeq == 12)
    #expect(confirmed.paymentSeq == "007" && confirmed.number == "7")
  }

  @Test(
    arguments: [([], nil), (["AS"], "AS"), (["AS", "GG"], nil)] as [([StoreCode], StoreCode?)])
  func `The only market in which to look is the payment's market`(
    markets: [StoreCode], market: StoreCode?
  ) {
    #expect(Payment("7", markets: markets).storeCode == market)
  }
}
