import IAPCore
import IAPWire
import JSON
import Testing

/// The client reads the same error that the server wrote.
struct FixtureErrorTests {
  private static let price = Price(canonical: "0.1")

  static let reasons: [IAPError.Reason] = [
    .marketSwitchedOff("GG"), .product("p", .notFound(market: "AS", soldIn: [])),
    .product("p", .notFound(market: "AS", soldIn: ["GG", "é"])), .product("p", .notInUse),
    .product("p", .unknownToStore), .product("p", .subscriptionOwned(user: "u", until: nil)),
    .product("p", .subscriptionOwned(user: "u", until: Instant(1))),
    .product("p", .purchaseUnfinished(user: "u", payment: "1")), .product("p", .paymentSheetClosed),
    .product("p", .chargeRefused), .payment("1", .receiptRejected),
    .user("u", .purchasesSwitchedOff),
    .user("u", .limitPassed(limit: price, spent: price, currency: "KRW")), .payment("1", .notFound),
    .payment("1", .inAnotherMarket("GG")), .payment("1", .ofAnotherUser),
    .payment("1", .tokenWrong), .payment("1", .consumedBefore),
    .payment("1", .notConsumable(.autoRenewable)),
    .payment("1", .notConsumable(ProductType("NEW"), .onHold)),
    .payment("1", .notPaid(.userClose)), .payment("1", .subscriptionRevoked),
    .payment("1", .receiptOfAnotherProduct(bought: "p", receipt: "q")),
    .receipt(transaction: "t", .withoutUser), .receipt(transaction: "t", .ofAnotherUser),
    .payment("1", .periodOver(since: Instant(-1))), .payment("1", .renewalWithoutReceipt),
    .product("p", .ofUnknownType), .product("p", .periodEndsAfterCalendar),
    .product("p", .groupOwned(user: "u", by: "q", until: nil)),
    .product("p", .groupOwned(user: "u", by: "q", until: Instant(1))),
    .payment("1", .isTransaction(of: "2")), .payment("1", .subscriptionWithheld(.onHold)),
    .user("u\u{0}\u{202E}", .storeAccountUnreadable), .fault(operation: "consume"),
  ]

  static let codes: [IAPError.Code] =
    IAPCode.allCases.map { .iap($0) } + HTTPCode.allCases.map { .http($0) }
    + [.iapctl(.paymentNotFound), .iapctl(.storeBusy), .iapctl(.storeDamaged)]

  /// Encodes the error to text and decodes it, as the client and the server do.
  private func read(_ error: IAPError) throws -> IAPError {
    let text = FixtureError.codec.write(error).line
    return try FixtureError.codec.read(JSONValue(parsing: Array(text.utf8)))
  }

  @Test(arguments: reasons)
  func `What exactly happened is written and read`(_ reason: IAPError.Reason) throws {
    let error = IAPError(.iap(.unknown), reason, serverCode: 5000, outcome: .applied)
    #expect(try read(error) == error)
  }

  @Test(arguments: codes)
  func `A code and an outcome are written and read`(_ code: IAPError.Code) throws {
    let error = IAPError(code, .payment("1", .notFound), outcome: .unknown)
    #expect(try read(error) == error)
  }

  @Test(arguments: [Verification.v1, .v2])
  func `What an SDK cannot verify is written and read`(_ verification: Verification) throws {
    let sdk = try #require(SDKVersion("1.6.2"))
    for reason in [
      IAPError.Reason.payment("1", .sdkCannotVerify(sdk, verification)),
      .receipt(transaction: "t", .sdkCannotVerify(sdk, verification)),
    ] {
      #expect(try read(.iap(.verifyFailed, reason)) == .iap(.verifyFailed, reason))
    }
  }

  @Test
  func `A reason that is the server's own business is told by its code and its name`() throws {
    let error = IAPError.iapctl(.storeDamaged, .file("/secret", .damaged(what: "w")))
    #expect(
      try read(error)
        == .iapctl(.storeDamaged, .serverSaid(code: 9999, message: "storeDamaged")))
  }

  @Test(
    arguments: [
      (.marketSwitchedOff("GG"), #""reason":{"name":"marketSwitchedOff","market":"GG"}"#),
      (
        .product("p", .notFound(market: "AS", soldIn: ["GG"])),
        #""reason":{"name":"noSuchProduct","product":"p","market":"AS","soldIn":["GG"]}"#
      ),
      (
        .product("p", .subscriptionOwned(user: "u", until: nil)),
        #""reason":{"name":"subscriptionOwned","product":"p","user":"u","until":null}"#
      ),
      (
        .user(
          "u",
          .limitPassed(
            limit: Price(canonical: "1.5"), spent: Price(canonical: "2"), currency: "KRW")),
        #""reason":{"name":"limitPassed","user":"u","limit":"1.5","spent":"2","currency":"KRW"}"#
      ),
      (
        .payment("1", .notPaid(.refund)),
        #""reason":{"name":"notPaid","payment":"1","state":"REFUND"}"#
      ),
      (
        .payment("1", .notConsumable(.autoRenewable, .revoked)),
        #""reason":{"name":"notConsumable","payment":"1","productType":"AUTO_RENEWABLE","status":"REVOKED"}"#
      ),
      (
        .payment("1", .periodOver(since: Instant(0))),
        #""reason":{"name":"periodOver","payment":"1","since":"1970-01-01T00:00:00.000Z"}"#
      ),
      (.file("secret", .damaged(what: "what")), #""reason":null"#),
    ] as [(IAPError.Reason, String)])
  func `A reason is written by its name and its parts`(_ reason: IAPError.Reason, _ text: String) {
    let value = FixtureError.codec.write(.iap(.unknown, reason))
    #expect(value.line.contains(text), "\(value.line)")
  }
}
