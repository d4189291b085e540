import Testing

@testable import IAPConsole

struct BarTests {
  @Test
  func `A bar is as long as its share, and never empty`() {
    #expect(Bar.text(0, of: 10) == "")
    #expect(Bar.text(0, of: 0) == "")
    #expect(Bar.text(1, of: 1_000_000_000) == "▏")
    #expect(Bar.text(1, of: 2) == String(repeating: "█", count: 5))
    #expect(Bar.text(7, of: 7) == String(repeating: "█", count: 10))
    #expect(Bar.text(9, of: 80) == "█▏")
    #expect(Bar.text(15, of: 80) == "█▉")
  }
}
