import IAPCore
import Testing

struct IAPErrorTests {
  @Test func `the same name in two domains is told apart by domain and number`() {
    let iap = IAPError.iap(.alreadyInProgress, .notConfirmed)
    let http = IAPError(.http(.alreadyInProgress), .notConfirmed)
    #expect(iap.name == http.name)
    #expect((iap.domain, iap.number) == ("com.nhncloud.iap", 6))
    #expect((http.domain, http.number) == ("com.nhncloud.http", 106))
    #expect(iap != http)
  }

  @Test func `nothing is known of server and HTTP unless it is said`() {
    let plain = IAPError.iap(.expired, .notConfirmed)
    #expect(plain.serverCode == nil)
    #expect(plain.httpStatus == nil)
    #expect(plain.outcome == .notApplied)

    let full = IAPError(
      .http(.requestFailed), .notConfirmed, serverCode: 9999, httpStatus: 503, outcome: .unknown)
    #expect(full.serverCode == 9999)
    #expect(full.httpStatus == 503)
    #expect(full.outcome == .unknown)
  }

  @Test func `already consumed is code 12 with the server's 5018`() {
    let error = IAPError.alreadyConsumed("2026010110000001")
    #expect(error.isAlreadyConsumed)
    #expect(error.name == "alreadyConsumed")
    #expect((error.domain, error.number) == ("com.nhncloud.iap", 12))
    #expect(error.serverCode == 5018)
    #expect(error.outcome == .notApplied)
    #expect(error.reason == .payment("2026010110000001", .consumedBefore))
    #expect(!error.isRetryable)
  }

  @Test func `a refused consume is not an already consumed one`() {
    let error = IAPError(
      .iap(.changePurchaseStatusFailed), .payment("1", .tokenWrong), serverCode: 5000)
    #expect(!error.isAlreadyConsumed)
    #expect(error.name == "changePurchaseStatusFailed")
  }

  @Test func `a refusal proves nothing of an attempt before it`() {
    let refused = IAPError(
      .iap(.changePurchaseStatusFailed), .payment("1", .tokenWrong), serverCode: 5000,
      httpStatus: 200)
    let open = IAPError(
      refused.code, refused.reason, serverCode: 5000, httpStatus: 200, outcome: .unknown)
    #expect(refused.afterUnknown == open)
    #expect(IAPError.alreadyConsumed("1").afterUnknown == .alreadyConsumed("1"))
  }

  @Test(
    arguments: [
      IAPError.Code.http(.networkNotAvailable), .http(.requestTimeout), .http(.alreadyInProgress),
      .iapctl(.storeBusy), .iapctl(.configurationBusy), .iapctl(.interrupted),
    ])
  func `what passes by itself may be tried again, unless it may have happened`(
    code: IAPError.Code
  ) {
    #expect(IAPError(code, .notConfirmed).isRetryable)
    #expect(!IAPError(code, .notConfirmed, outcome: .unknown).isRetryable)
    #expect(!IAPError(code, .notConfirmed, outcome: .applied).isRetryable)
  }

  @Test(arguments: IAPCode.allCases)
  func `what IAP refuses is refused again`(code: IAPCode) {
    #expect(!IAPError.iap(code, .notConfirmed).isRetryable)
  }

  @Test(
    arguments: [
      IAPError.Code.http(.requestInvalid), .http(.urlInvalid), .http(.responseInvalid),
      .http(.requiresSecureConnection), .iapctl(.usage), .iapctl(.configuration), .iapctl(.bug),
      .iapctl(.storeDamaged), .iapctl(.paymentNotFound),
    ])
  func `what somebody has to repair is not worth another try`(code: IAPError.Code) {
    #expect(!IAPError(code, .notConfirmed).isRetryable)
  }

  @Test(
    arguments: [
      (IAPError.Outcome.notApplied, "not-applied"), (.applied, "applied"), (.unknown, "unknown"),
    ])
  func `outcomes have the names that scripts read`(outcome: IAPError.Outcome, name: String) {
    #expect(outcome.rawValue == name)
  }
}
