import IAPCore
import Testing

@testable import IAPServer

/// What each error becomes on the wire.
struct RefusalTests {
  private func answer(_ error: IAPError, _ dialect: ServedDialect) -> HTTPAnswer? {
    Refusal(dialect: dialect) { _ in "words" }.reply(to: error).answer
  }

  @Test(arguments: IAPCode.allCases)
  func codesOfIAP(_ code: IAPCode) {
    let expected =
      switch code {
      case .userInvalid, .changePurchaseStatusFailed, .purchaseStatusInvalid: 5000
      case .productNotAvailable: 1100
      default: 9999
      }
    for dialect in ServedDialect.allCases {
      let answer = answer(.iap(code, .fault(operation: "consume")), dialect)
      #expect(answer?.status == 200)
      #expect(answer?.resultCode == expected)
      #expect(answer?.text?.contains("\"error\":") == (dialect == .fixture))
    }
  }

  @Test(arguments: HTTPCode.allCases)
  func codesOfHTTP(_ code: HTTPCode) {
    for dialect in ServedDialect.allCases {
      let error = IAPError(.http(code), .fault(operation: "consume"))
      let answer = answer(error, dialect)
      switch code {
      case .networkNotAvailable, .requestTimeout: #expect(answer == nil, "the line is cut")
      case .requestFailed: #expect(answer?.status == 500)
      case .requestInvalid: #expect(answer?.resultCode == 1100)
      default: #expect(answer?.resultCode == 9999)
      }
    }
  }

  @Test func alreadyConsumedIs5018() {
    for dialect in ServedDialect.allCases {
      #expect(answer(.alreadyConsumed("1"), dialect)?.resultCode == 5018)
    }
  }

  @Test func aLostAnswerIsNone() {
    let lost = IAPError(
      .iap(.expired), .answerLost(operation: "consume"), outcome: .unknown)
    for dialect in ServedDialect.allCases { #expect(answer(lost, dialect) == nil) }
  }

  @Test func nothingUnforeseenEndsTheServer() {
    struct Odd: Error {}
    for dialect in ServedDialect.allCases {
      let answer = Refusal(dialect: dialect) { _ in "words" }.reply(to: Odd()).answer
      #expect(answer?.resultCode == 9999)
      #expect(answer?.trouble?.code == .iapctl(.bug))
    }
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
        .payment("1", .notConsumable(.autoRenewable)),
        #""reason":{"name":"notConsumable","payment":"1","productType":"AUTO_RENEWABLE"}"#
      ),
      (
        .payment("1", .periodOver(since: Instant(0))),
        #""reason":{"name":"periodOver","payment":"1","since":"1970-01-01T00:00:00.000Z"}"#
      ),
      (.file("secret", .damaged(what: "what")), #""reason":null"#),
    ] as [(IAPError.Reason, String)])
  func theReasonTravels(_ reason: IAPError.Reason, _ text: String) {
    let value = ErrorShape.value(of: .iap(.unknown, reason))
    #expect(value.line.contains(text), "\(value.line)")
  }
}
