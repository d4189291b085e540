import IAPCore
import Testing

struct PaymentStateTests {
  @Test func `the states have the server's names`() {
    #expect(
      PaymentState.allCases.map(\.rawValue)
        == ["RESERVED", "CHARGED", "SUCCESS", "USER_CLOSE", "FAILURE", "REFUND"])
  }

  @Test func `a name that is none is no state`() {
    #expect(PaymentState(rawValue: "success") == nil)
  }
}
