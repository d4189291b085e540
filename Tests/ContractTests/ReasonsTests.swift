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
    let error = IAPError(code, .paymentUnknown("1"), outcome: .unknown)
    #expect(try read(error) == error)
  }

  /// A reason that is no business of the client is told by its code and its name.
  @Test func otherReasonsDoNot() throws {
    let error = IAPError.iapctl(.storeDamaged, .damaged(path: "/secret", what: "w"))
    #expect(
      try read(error)
        == .iapctl(.storeDamaged, .serverSaid(code: 9999, message: "storeDamaged")))
  }
}
