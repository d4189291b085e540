import IAPCore
import IAPWire
import Testing

@testable import IAPServer

/// The HTTP response for each error.
struct ReplyTests {
  /// The dialects of operations.
  private static let dialects = [WireDialect.service, .legacy, .fixture]

  private func answer(_ error: IAPError, _ dialect: WireDialect) -> HTTPAnswer? {
    AnswerForm(dialect).failure(error) { _ in "words" }.answer
  }

  @Test(arguments: IAPCode.allCases)
  func `Each IAP code gives its result code`(_ code: IAPCode) {
    let expected =
      switch code {
      case .userInvalid, .changePurchaseStatusFailed, .purchaseStatusInvalid: 5000
      case .productNotAvailable: 1100
      default: 9999
      }
    for dialect in Self.dialects {
      let answer = answer(.iap(code, .fault(operation: "consume")), dialect)
      #expect(answer?.status == 200)
      #expect(answer?.resultCode == expected)
      #expect(answer?.text?.contains("\"error\":") == (dialect == .fixture))
    }
  }

  @Test(arguments: HTTPCode.allCases)
  func `Each HTTP code gives its status or result code`(_ code: HTTPCode) {
    for dialect in Self.dialects {
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

  @Test
  func `An already consumed payment gives result code 5018`() {
    for dialect in Self.dialects {
      #expect(answer(.alreadyConsumed("1"), dialect)?.resultCode == 5018)
    }
  }

  @Test
  func `A lost response closes the connection`() {
    let lost = IAPError(
      .iap(.expired), .answerLost(operation: "consume"), outcome: .unknown)
    for dialect in Self.dialects { #expect(answer(lost, dialect) == nil) }
  }

  @Test
  func `An unexpected error gives result code 9999`() {
    struct Odd: Error {}
    for dialect in Self.dialects {
      let answer = AnswerForm(dialect).failure(Odd()) { _ in "words" }.answer
      #expect(answer?.resultCode == 9999)
      #expect(answer?.trouble?.code == .iapctl(.bug))
    }
  }
}
