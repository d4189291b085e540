import IAPCore
import Testing

@testable import IAPRemote
@testable import IAPServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the server writes of an error is what the client reads.
struct ReasonsTests {
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
    .payment("1", .notConsumable(ProductType("NEW"))),
    .payment("1", .notPaid(.userClose)), .payment("1", .subscriptionRevoked),
    .payment("1", .receiptOfAnotherProduct(bought: "p", receipt: "q")),
    .receipt(transaction: "t", .withoutUser), .receipt(transaction: "t", .ofAnotherUser),
    .payment("1", .periodOver(since: Instant(-1))), .payment("1", .renewalWithoutReceipt),
    .user("u\u{0}\u{202E}", .storeAccountUnreadable), .fault(operation: "consume"),
  ]

  static let codes: [IAPError.Code] =
    IAPCode.allCases.map { .iap($0) } + HTTPCode.allCases.map { .http($0) }
    + [.iapctl(.paymentNotFound), .iapctl(.storeBusy), .iapctl(.storeDamaged)]

  private func read(_ error: IAPError) throws -> IAPError {
    let wire = try JSONDecoder().decode(
      WireError.self, from: Data(ErrorShape.value(of: error).line.utf8))
    return wire.error(Redactor([]))
  }

  @Test(arguments: reasons)
  func reasonsTravel(_ reason: IAPError.Reason) throws {
    let error = IAPError(.iap(.unknown), reason, serverCode: 5000, outcome: .applied)
    #expect(try read(error) == error)
  }

  @Test(arguments: codes)
  func codesTravel(_ code: IAPError.Code) throws {
    let error = IAPError(code, .payment("1", .notFound), outcome: .unknown)
    #expect(try read(error) == error)
  }

  /// A reason that is no business of the client is told by its code and its name.
  @Test func otherReasonsDoNot() throws {
    let error = IAPError.iapctl(.storeDamaged, .file("/secret", .damaged(what: "w")))
    #expect(
      try read(error)
        == .iapctl(.storeDamaged, .serverSaid(code: 9999, message: "storeDamaged")))
  }
}
