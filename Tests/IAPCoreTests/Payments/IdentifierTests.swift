import IAPCore
import Testing

struct IdentifierTests {
  private let precomposed = Identifier("Andr\u{E9}")
  private let decomposed = Identifier("Andre\u{301}")

  @Test
  func `Identifiers that only look alike are different`() {
    #expect(precomposed.text == decomposed.text)
    #expect(precomposed != decomposed)
    #expect(Set([precomposed, decomposed]).count == 2)
    #expect(precomposed.hashValue != decomposed.hashValue)
  }

  @Test(arguments: ["", "alice", "Alice", " alice", "앨리스", "2026010110000001"])
  func `Identifiers with the same bytes are equal`(text: String) {
    let (one, other) = (Identifier(text), Identifier(String(decoding: text.utf8, as: UTF8.self)))
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one.text.utf8.elementsEqual(text.utf8))
    #expect(one.description.utf8.elementsEqual(text.utf8))
  }

  @Test(
    arguments: [
      ("alice", "Alice"), ("alice", "alice "), ("", " "), ("a", "ａ"), ("Å", "\u{212B}"),
    ] as [(Identifier, Identifier)])
  func `Identifiers with other bytes are different`(one: Identifier, other: Identifier) {
    #expect(one != other)
  }

  @Test
  func `An identifier may contain a null character`() {
    #expect(Identifier("a\u{0}b") != Identifier("a\u{0}c"))
    #expect(Identifier("a\u{0}") != Identifier("a"))
    #expect(!Identifier("1\u{0}").isDigits)
  }

  @Test(
    arguments: [
      ("2026010110000001", true), ("0", true), ("", false), ("-1", false), ("1.0", false),
      ("12a", false), (" 12", false), ("１２", false), ("٣", false),
    ] as [(Identifier, Bool)])
  func `Only ASCII digits are a payment number`(identifier: Identifier, isDigits: Bool) {
    #expect(identifier.isDigits == isDigits)
  }
}
