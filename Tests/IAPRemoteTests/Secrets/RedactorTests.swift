import IAPCore
import IAPWire
import TestSupport
import Testing

@testable import IAPRemote

/// Secrets in the spellings that servers, proxies and libraries give them.
struct RedactorTests {
  private static let key = "canary/key+é\"<&>=%41\\ntail"
  private static let mark = "\(Secret(""))"

  @Test(arguments: [
    "canary%2fkey%2b%c3%a9%22%3c%26%3e%3d%2541%5cntail",
    "canary/key%2B%C3%A9%22%3C&%3E=%2541%5Cntail",
    "canary%252Fkey%252B%25C3%25A9%2522%253C%2526%253E%253D%252541%255Cntail",
    "canary/key&#43;&#233;&quot;&lt;&amp;&gt;=%41\\ntail",
    "canary&sol;key&#x2b;&#xE9;&#34;&LT;&amp;&gt;&equals;&percnt;41&bsol;ntail",
    "canary&amp;sol;key&amp;#43;&#233;&amp;quot;&amp;lt;&amp;amp;&amp;gt;=%41\\ntail",
    #"canary\/key\u002b\u00e9\"\u003C\u0026\u003e=%41\\ntail"#,
    #"canary\\\/key+\\u00e9\\\"<&>=%41\\\\ntail"#,
    #"canary\x2fkey\x2Bé\"<&>=\u002541\\ntail"#, "canary/key é\"<&>=%41\\ntail",
  ])
  func `A secret is found in each spelling`(_ text: String) {
    let redactor = Redactor([Secret(Self.key)])
    #expect(redactor.redacted("no <\(text)>, 1") == "no <\(Self.mark)>, 1")
    #expect(redactor.redacted(text + text) == Self.mark + Self.mark)
  }

  /// Four bytes can be cut from a secret of sixteen.
  @Test
  func `A part of a long secret is found, a part of a short one is not`() {
    let secret = "0123456789abcdef"
    let redactor = Redactor([Secret(secret)])
    for count in 0...5 {
      #expect(redactor.redacted("a\(secret.dropFirst(count))b") == "a\(Self.mark)b")
      #expect(redactor.redacted("a\(secret.dropLast(count))…") == "a\(Self.mark)…")
    }
    #expect(redactor.redacted("012345 cdef") == "012345 cdef")
    #expect(Redactor([Secret("abcdefg")]).redacted("abcdef bcdefg") == "abcdef bcdefg")
    let long = String(repeating: "0123456789", count: 100)
    #expect(Redactor([Secret(long)]).redacted("<\(long.prefix(30))>") == "<\(Self.mark)>")
  }

  @Test
  func `A secret in base64 is found at each place`() {
    let redactor = Redactor([Secret("sample-app-key?~")])
    for text in [
      "c2FtcGxlLWFwcC1rZXk/fg==", "YWxpY2U6c2FtcGxlLWFwcC1rZXk/fg==", "eDpzYW1wbGUtYXBwLWtleT9+",
      "c2FtcGxlLWFwcC1rZXk_fg", "eHk6c2FtcGxlLWFwcC1rZXk_fnp6",
    ] {
      let clean = redactor.redacted("Basic \(text).")
      #expect(clean.contains(Self.mark) && clean.utf8.count < 30, "\(clean)")
    }
  }

  // MARK: Random secrets

  private typealias Spelling =
    @Sendable (Unicode.Scalar, inout SeededGenerator) -> String

  private static func escaped(_ text: String, _ prefix: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return "\(prefix)\(digits.count < 2 ? "0" : "")\(digits)"
    }.joined()
  }

  private static let spellings: [Spelling] = [
    { scalar, _ in String(scalar) },
    { scalar, random in
      let text = escaped(String(scalar), "%")
      return Bool.random(using: &random) ? text : text.uppercased()
    },
    { scalar, random in
      Bool.random(using: &random) ? "&#\(scalar.value);" : "&#x\(String(scalar.value, radix: 16));"
    },
    { scalar, _ in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    },
    { scalar, _ in
      ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"][scalar] ?? String(scalar)
    },
    { scalar, _ in "\\\"/".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar) },
  ]

  /// One layer of escapes; `\` is always escaped in JSON, as `&` is in HTML and `%` in a URL.
  private static func layer(
    _ text: String, _ random: inout SeededGenerator
  ) -> String {
    let own = ["%", "&", "\\"].randomElement(using: &random) ?? "%"
    let must: [String: Int] = ["%": 1, "&": 2, "\\": 3]
    let number = must[own] ?? 1
    let isWhole = Bool.random(using: &random)
    return text.unicodeScalars.map { scalar in
      let isEscaped = String(scalar) == own || isWhole
      return spellings[isEscaped ? number : 0](scalar, &random)
    }.joined()
  }

  @Test
  func `No random secret is left in any random spelling`() {
    var random = SeededGenerator(seed: 1)
    let letters = Array("abcXYZ019+/=%&<>\"\\-_.~#;u25é😀".unicodeScalars)
    for _ in 0..<3000 {
      let count = Int.random(in: 8...60, using: &random)
      let secret = (0..<count).map { _ in String(letters.randomElement(using: &random) ?? "a") }
        .joined()
      var text = secret
      for _ in 0..<Int.random(in: 0...3, using: &random) { text = Self.layer(text, &random) }
      let clean = Redactor([Secret(secret)]).redacted("no (\(text)) here")
      // Letters beside an escape can be read as a part of it.
      #expect(
        clean.hasPrefix("no (\(Self.mark)") && clean.hasSuffix(") here"),
        "\(secret)\n\(text)\n\(clean)")
      #expect(clean == "no (\(Self.mark)) here", "\(secret)\n\(text)\n\(clean)")
    }
  }

  @Test
  func `Texts without secrets stay as they are`() {
    let redactor = Redactor([Secret("sample-app-key"), Secret("sample-token-alice-1")])
    for text in [
      "100% of &amp; \\u0041 %zz &#; &unknown; \\", "%", "&", "\\u12", "sample sample-a",
      "https://iap.example/v1?a=%2B&b=%25", "&#99999999999;", "&#xD800;",
    ] {
      #expect(redactor.redacted(text) == text)
    }
  }
}
