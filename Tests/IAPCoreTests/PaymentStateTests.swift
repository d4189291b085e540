import IAPCore
import Testing

@Suite("Payment state")
struct PaymentStateTests {
  @Test("The states have the server's names")
  func theStatesHaveTheServersNames() {
    #expect(
      PaymentState.allCases.map(\.rawValue)
        == ["RESERVED", "CHARGED", "SUCCESS", "USER_CLOSE", "FAILURE", "REFUND"])
  }

  @Test("An unknown name is not a state")
  func anUnknownNameIsNotAState() {
    #expect(PaymentState(rawValue: "success") == nil)
  }
}
