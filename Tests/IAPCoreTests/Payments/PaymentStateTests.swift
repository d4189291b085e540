import IAPCore
import Testing

struct PaymentStateTests {
  @Test
  func `The states have the server's names`() {
    #expect(
      PaymentState.allCases.map(\.rawValue)
        == ["RESERVED", "CHARGED", "SUCCESS", "USER_CLOSE", "FAILURE", "REFUND"])
  }

  @Test
  func `An unknown name is not a state`() {
    #expect(PaymentState(rawValue: "success") == nil)
  }
}
