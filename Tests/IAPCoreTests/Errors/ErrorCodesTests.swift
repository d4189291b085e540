import IAPCore
import Testing

struct ErrorCodesTests {
  @Test(arguments: [
    (0, "unknown"), (1, "notInitialized"), (2, "storeNotAvailable"), (3, "productNotAvailable"),
    (4, "productInvalid"), (5, "alreadyOwned"), (6, "alreadyInProgress"), (7, "userInvalid"),
    (8, "paymentInvalid"), (9, "paymentCancelled"), (10, "paymentFailed"), (11, "verifyFailed"),
    (12, "changePurchaseStatusFailed"), (13, "purchaseStatusInvalid"), (14, "expired"),
    (15, "renewalPaymentNotFound"), (16, "restoreFailed"), (17, "paymentNotAvailable"),
    (18, "purchaseLimitExceeded"),
  ])
  func `The codes of purchases have the SDK's numbers and names`(number: Int, name: String) throws {
    let code = try #require(IAPCode(rawValue: number))
    #expect(IAPError.iap(code, .notConfirmed).name == name)
    #expect(IAPError.iap(code, .notConfirmed).number == number)
  }

  @Test(arguments: [
    (100, "networkNotAvailable"), (101, "requestFailed"), (102, "requestTimeout"),
    (103, "requestInvalid"), (104, "urlInvalid"), (105, "responseInvalid"),
    (106, "alreadyInProgress"), (107, "requiresSecureConnection"),
  ])
  func `The codes of HTTP have the SDK's numbers and names`(number: Int, name: String) throws {
    let code = try #require(HTTPCode(rawValue: number))
    #expect(IAPError(.http(code), .notConfirmed).name == name)
    #expect(IAPError(.http(code), .notConfirmed).number == number)
  }

  @Test(arguments: [
    (0, "SUCCESS"), (1100, "INVALID_PARAMETERS"), (2111, "HTTP_CONTENT_TYPE_NOT_SUPPORT"),
    (2112, "HTTP_REQUEST_METHOD_NOT_SUPPORT"), (5000, "CONSUME_FAILED"),
    (5018, "ALREADY_CONSUMED"), (9999, "UNKNOWN"),
  ])
  func `The server's result codes have the documented numbers and names`(number: Int, name: String)
  {
    #expect(ServerCode(rawValue: number)?.name == name)
  }

  @Test
  func `Each domain has a short word for options and a full name for output`() {
    #expect(
      ErrorDomain.allCases.map(\.rawValue) == ["iap", "http", "server", "gamebase", "iapctl"])
    #expect(
      ErrorDomain.allCases.map(\.text) == [
        "com.nhncloud.iap", "com.nhncloud.http", "server", "gamebase", "iapctl",
      ])
    #expect(IAPError.iap(.expired, .notConfirmed).domain == ErrorDomain.iap.text)
    #expect(IAPError(.http(.urlInvalid), .notConfirmed).domain == ErrorDomain.http.text)
  }

  @Test
  func `There are no further codes`() {
    #expect(ServerCode.allCases.count == 7)
    #expect(IAPCode.allCases.map(\.rawValue) == Array(0...18))
    #expect(HTTPCode.allCases.map(\.rawValue) == Array(100...107))
    #expect(IAPCode(rawValue: 19) == nil)
    #expect(HTTPCode(rawValue: 99) == nil)
    #expect(HTTPCode(rawValue: 108) == nil)
  }

  @Test(arguments: ConsoleCode.allCases)
  func `Iapctl's own codes have a name and no number`(code: ConsoleCode) {
    let error = IAPError.iapctl(code, .notConfirmed)
    #expect(error.domain == "iapctl")
    #expect(error.number == nil)
    #expect(error.name == code.name)
    #expect(!error.name.isEmpty)
  }
}
