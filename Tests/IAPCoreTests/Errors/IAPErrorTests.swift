import IAPCore
import Testing

struct IAPErrorTests {
  @Test
  func `Codes with the same name differ by domain and number`() {
    let iap = IAPError.iap(.alreadyInProgress, .notConfirmed)
    let http = IAPError(.http(.alreadyInProgress), .notConfirmed)
    #expect(iap.name == http.name)
    #expect((iap.domain, iap.number) == ("com.nhncloud.iap", 6))
    #expect((http.domain, http.number) == ("com.nhncloud.http", 106))
    #expect(iap != http)
  }

  @Test
  func `Server code and HTTP status are nil by default`() {
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

  @Test
  func `Already consumed is code 12 with the server's 5018`() {
    let error = IAPError.alreadyConsumed("2026010110000001")
    #expect(error.isAlreadyConsumed)
    #expect(error.name == "alreadyConsumed")
    #expect((error.domain, error.number) == ("com.nhncloud.iap", 12))
    #expect(error.serverCode == 5018)
    #expect(error.outcome == .notApplied)
    #expect(error.reason == .payment("2026010110000001", .consumedBefore))
  }

  @Test
  func `A refused consume is not an already consumed one`() {
    let error = IAPError(
      .iap(.changePurchaseStatusFailed), .payment("1", .tokenWrong), serverCode: 5000)
    #expect(!error.isAlreadyConsumed)
    #expect(error.name == "changePurchaseStatusFailed")
  }

  @Test
  func `A refusal leaves an earlier unknown outcome unknown`() {
    let refused = IAPError(
      .iap(.changePurchaseStatusFailed), .payment("1", .tokenWrong), serverCode: 5000,
      httpStatus: 200)
    let open = IAPError(
      refused.code, refused.reason, serverCode: 5000, httpStatus: 200, outcome: .unknown)
    #expect(refused.afterUnknown == open)
    #expect(IAPError.alreadyConsumed("1").afterUnknown == .alreadyConsumed("1"))
  }

  @Test(arguments: [
    (IAPError.Outcome.notApplied, "not-applied"), (.applied, "applied"), (.unknown, "unknown"),
  ])
  func `Outcomes have their documented names`(outcome: IAPError.Outcome, name: String) {
    #expect(outcome.rawValue == name)
  }
}
