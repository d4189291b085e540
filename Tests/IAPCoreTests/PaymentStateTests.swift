import IAPCore
import Testing

struct PaymentStateTests {
  @Test(
    arguments: [
      (PaymentState.reserved, "RESERVED", true), (.charged, "CHARGED", true),
      (.success, "SUCCESS", false), (.userClose, "USER_CLOSE", false),
      (.failure, "FAILURE", false), (.refund, "REFUND", false),
    ])
  func `only what is reserved or charged is incomplete`(
    state: PaymentState, name: String, isIncomplete: Bool
  ) {
    #expect(state.rawValue == name)
    #expect(PaymentState(rawValue: name) == state)
    #expect(state.isIncomplete == isIncomplete)
  }

  @Test func `there are six`() {
    #expect(PaymentState.allCases.count == 6)
    #expect(PaymentState(rawValue: "success") == nil)
  }
}
