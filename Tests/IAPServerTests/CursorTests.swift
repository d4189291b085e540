import IAPFixtures
import Testing

/// A position in the unconsumed list, as text and back.
struct CursorTests {
  @Test(arguments: ["1767225600000.2026011210000001.512", "-1.7.1"])
  func `A cursor is read back unchanged`(_ text: String) {
    #expect(PaymentCursor(text)?.text == text)
  }

  @Test(arguments: [
    "", "1.2", "1.2.3.4", "x.2.3", "1.x.3", "1.2.-3", "1.2.x", "1.2.9223372036854775807",
  ])
  func `An invalid cursor is refused`(_ text: String) { #expect(PaymentCursor(text) == nil) }
}
