import IAPCore
import IAPFixtureAPI
import JSON
import Testing

/// What the server writes of an error is what the client reads.
struct FixtureErrorTests {
  private static let price = Price(canonical: "0.1")

  static let reasons: [IAPError.Reason] = [
    .marketSwitchedOff("GG"), .noSuchProduct("p", market: "AS", soldIn: []),
    .noSuchProduct("p", market: "AS", soldIn: ["GG", "é"]), .productNotInUse("p"),
    .productUnknownToStore("p"), .subscriptionOwned("p", user: "u", until: nil),
    .subscriptionOwned("p", user: "u", until: Instant(1)),
    .purchaseUnfinished("p", user: "u", payment: "1"), .paymentSheetClosed("p"),
    .chargeRefused("p"), .receiptRejected(payment: "1"), .purchasesSwitchedOff(user: "u"),
    .limitPassed(user: "u", limit: price, spent: price, currency: "KRW"), .paymentUnknown("1"),
    .paymentInAnotherMarket("1", "GG"), .paymentOfAnotherUser(payment: "1"),
    .tokenWrong(payment: "1"), .consumedBefore(payment: "1"),
    .notConsumable(payment: "1", .autoRenewable), .notConsumable(payment: "1", ProductType("NEW")),
    .notPaid(payment: "1", .userClose), .subscriptionRevoked(payment: "1"),
    .receiptOfAnotherProduct(payment: "1", bought: "p", receipt: "q"),
    .receiptWithoutUser(transaction: "t"), .receiptOfAnotherUser(transaction: "t"),
    .periodOver(payment: "1", since: Instant(-1)), .renewalWithoutReceipt(payment: "1"),
    .storeAccountUnreadable(user: "u\u{0}\u{202E}"), .fault(operation: "consume"),
  ]

  static let codes: [IAPError.Code] =
    IAPCode.allCases.map { .iap($0) } + HTTPCode.allCases.map { .http($0) }
    + [.iapctl(.paymentNotFound), .iapctl(.storeBusy), .iapctl(.storeDamaged)]

  /// As it travels: over the text.
  private func read(_ error: IAPError) throws -> IAPError {
    let text = FixtureError.codec.write(error).line
    return try FixtureError.codec.read(JSONValue(parsing: Array(text.utf8)))
  }

  @Test("What exactly happened is written and read", arguments: reasons)
  func reasonsTravel(_ reason: IAPError.Reason) throws {
    let error = IAPError(.iap(.unknown), reason, serverCode: 5000, outcome: .applied)
    #expect(try read(error) == error)
  }

  @Test("A code and an outcome are written and read", arguments: codes)
  func codesTravel(_ code: IAPError.Code) throws {
    let error = IAPError(code, .paymentUnknown("1"), outcome: .unknown)
    #expect(try read(error) == error)
  }

  @Test("A reason that is the server's own business is told by its code and its name")
  func otherReasons() throws {
    let error = IAPError.iapctl(.storeDamaged, .damaged(path: "/secret", what: "w"))
    #expect(
      try read(error)
        == .iapctl(.storeDamaged, .serverSaid(code: 9999, message: "storeDamaged")))
  }

  @Test(
    "A reason is written by its name and its parts",
    arguments: [
      (.marketSwitchedOff("GG"), #""reason":{"name":"marketSwitchedOff","market":"GG"}"#),
      (
        .noSuchProduct("p", market: "AS", soldIn: ["GG"]),
        #""reason":{"name":"noSuchProduct","product":"p","market":"AS","soldIn":["GG"]}"#
      ),
      (
        .subscriptionOwned("p", user: "u", until: nil),
        #""reason":{"name":"subscriptionOwned","product":"p","user":"u","until":null}"#
      ),
      (
        .limitPassed(
          user: "u", limit: Price(canonical: "1.5"), spent: Price(canonical: "2"), currency: "KRW"),
        #""reason":{"name":"limitPassed","user":"u","limit":"1.5","spent":"2","currency":"KRW"}"#
      ),
      (
        .notPaid(payment: "1", .refund),
        #""reason":{"name":"notPaid","payment":"1","state":"REFUND"}"#
      ),
      (
        .notConsumable(payment: "1", .autoRenewable),
        #""reason":{"name":"notConsumable","payment":"1","productType":"AUTO_RENEWABLE"}"#
      ),
      (
        .periodOver(payment: "1", since: Instant(0)),
        #""reason":{"name":"periodOver","payment":"1","since":"1970-01-01T00:00:00.000Z"}"#
      ),
      (.damaged(path: "secret", what: "what"), #""reason":null"#),
    ] as [(IAPError.Reason, String)])
  func texts(_ reason: IAPError.Reason, _ text: String) {
    let value = FixtureError.codec.write(.iap(.unknown, reason))
    #expect(value.line.contains(text), "\(value.line)")
  }
}
