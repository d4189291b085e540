import Records
import Testing

struct StringBytesTests {
  private static let texts = [
    "", "a", "b", "1234567", "12345678", "1234567x", "123456789", "2026011210000001",
    "2026011210000002", "3026011210000001", "caf\u{E9}", "cafe\u{301}", "보석 100개",
  ]

  @Test
  func `Texts are the same if their bytes are`() {
    for left in Self.texts {
      for right in Self.texts {
        #expect(
          left.hasSameBytes(as: right) == (Array(left.utf8) == Array(right.utf8)),
          "\(left) \(right)")
      }
    }
    // In another place of the memory.
    #expect("2026011210000001".hasSameBytes(as: String("x2026011210000001".dropFirst())))
  }
}
