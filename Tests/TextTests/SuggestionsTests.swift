import Testing
import Text

struct SuggestionsTests {
  @Test(arguments: [
    ("purchse", "purchase"), ("prodcuts", "products"), ("cosnume", "consume"),
    ("sotre", "store"), ("PRODUCTS", "products"), ("uncon", "unconsumed"), ("tuor", "tour"),
    ("hepl", "help"), ("sub", "subscriptions"),
  ])
  func `A similar word is suggested`(_ word: String, _ suggestion: String) {
    #expect(Suggestions.closest(to: word, among: names) == suggestion)
  }

  @Test(arguments: [
    "", "x", "ab", "xyzzy", "buy", "consumer-report", "refund", "to", "help-me-now",
  ])
  func `A dissimilar word is not suggested`(_ word: String) {
    #expect(Suggestions.closest(to: word, among: names) == nil)
  }

  @Test
  func `Of several words the most similar is suggested; an ambiguous prefix suggests none`() {
    #expect(Suggestions.closest(to: "storee", among: ["score", "store"]) == "store")
    #expect(Suggestions.closest(to: "pay", among: ["payload", "payload-file"]) == nil)
    #expect(Suggestions.closest(to: "store", among: []) == nil)
  }

  private let names = [
    "products", "purchase", "unconsumed", "consume", "subscriptions", "restore", "reprocess",
    "store", "tour", "help",
  ]
}
