import IAPCore
import Testing

struct IAPErrorSubjectTests {
  private typealias Subject = IAPError.Subject

  @Test
  func `The subject comes from the payment, market or product of the reason`() {
    let rows: [(IAPError.Reason, Subject)] = [
      (.marketSwitchedOff("GG"), Subject(storeCode: "GG")),
      (
        .product("p", .notFound(market: "AS", soldIn: [])),
        Subject(storeCode: "AS", productIdentifier: "p")
      ),
      (.product("p", .chargeRefused), Subject(productIdentifier: "p")),
      (
        .product("p", .purchaseUnfinished(user: "u", payment: "1")),
        Subject(paymentSeq: "1", productIdentifier: "p")
      ),
      (.payment("1", .inAnotherMarket("GG")), Subject(paymentSeq: "1", storeCode: "GG")),
      (
        .payment("1", .receiptOfAnotherProduct(bought: "p", receipt: "q")),
        Subject(paymentSeq: "1", productIdentifier: "p")
      ),
      (.payment("1", .consumedBefore), Subject(paymentSeq: "1")),
      (.payment("1", .leftUnknown), Subject(paymentSeq: "1")),
      (.statusNotOK(401), Subject()), (.text(ErrorText("")), Subject()),
    ]
    for (reason, subject) in rows {
      #expect(IAPError.iapctl(.bug, reason).subject == subject, "\(reason)")
    }
  }

  @Test
  func `A caller can add to the subject, and it stays when the outcome changes`() {
    let error = IAPError.iapctl(.bug, .payment("1", .consumedBefore))
      .about(storeCode: "GG", productIdentifier: "p")
    let subject = Subject(paymentSeq: "1", storeCode: "GG", productIdentifier: "p")
    #expect(error.subject == subject)
    #expect(error.about().subject == subject)
    #expect(error.afterUnknown.subject == subject)
    #expect(error.afterUnknown.outcome == .unknown)
    #expect(error.about(paymentSeq: "2").subject.paymentSeq == "2")
    // Details that are about this payment only are not copied to the next payment.
    let other = IAPError.http(.requestFailed, .statusNotOK(401)).about(paymentSeq: "1")
    #expect(other.forUnsent.subject == Subject())
  }

  @Test
  func `Errors with the same subject are equal, however it was set`() {
    let error = IAPError.iap(.storeNotAvailable, .marketSwitchedOff("GG"))
    #expect(error.about(storeCode: "GG") == error)
    #expect(error.about(storeCode: "AS") != error)
    #expect(MarketFailure("GG", error).error == error)
    let failed = IAPError.http(.requestFailed, .statusNotOK(500))
    #expect(failed.about(paymentSeq: "1") != failed.about(paymentSeq: "2"))
    let masked = ["1", "2"].map { failed.about(paymentSeq: $0).masking($0) }
    #expect(masked[0] == masked[1])
    #expect(
      failed.about(storeCode: "AS").masking("1") != failed.about(storeCode: "GG").masking("1"))
  }
}
