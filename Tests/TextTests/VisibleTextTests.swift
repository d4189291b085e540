import Testing
import Text

@Suite("Escaped control characters")
struct VisibleTextTests {
  @Test(
    "Control characters are escaped",
    arguments: [
      ("\u{0}", "\\u0000"), ("\u{7}", "\\u0007"), ("\u{8}", "\\u0008"), ("\u{1B}", "\\u001b"),
      ("\u{1F}", "\\u001f"), ("\u{7F}", "\\u007f"), ("\u{80}", "\\u0080"), ("\u{9B}", "\\u009b"),
      ("\u{9F}", "\\u009f"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"),
    ] as [(Sample, String)])
  func controlCharactersAreEscaped(sample: Sample, visible: String) {
    #expect(VisibleText.make(sample.text) == visible)
  }

  @Test(
    "Characters that hide or reorder text are escaped",
    arguments: [
      ("\u{61C}", "\\u061c"), ("\u{200E}", "\\u200e"), ("\u{200F}", "\\u200f"),
      ("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029"), ("\u{202A}", "\\u202a"),
      ("\u{202E}", "\\u202e"), ("\u{2066}", "\\u2066"), ("\u{2069}", "\\u2069"),
      ("\u{FEFF}", "\\ufeff"), ("\u{FFF9}", "\\ufff9"),
    ] as [(Sample, String)])
  func charactersThatHideOrReorderTextAreEscaped(sample: Sample, visible: String) {
    #expect(VisibleText.make(sample.text) == visible)
  }

  @Test("A sequence that clears the screen is escaped")
  func aSequenceThatClearsTheScreenIsEscaped() {
    #expect(VisibleText.make("gem\u{1B}[2J\u{1B}[H") == "gem\\u001b[2J\\u001b[H")
  }

  @Test("A sequence that writes to the clipboard is escaped")
  func aSequenceThatWritesToTheClipboardIsEscaped() {
    #expect(VisibleText.make("\u{1B}]52;c;cm0=\u{7}") == "\\u001b]52;c;cm0=\\u0007")
  }

  @Test("Carriage return and line feed are two escapes")
  func carriageReturnAndLineFeedAreTwoEscapes() {
    #expect(VisibleText.make("a\r\nb") == "a\\r\\nb")
  }

  @Test("A reversed file name is shown in its actual order")
  func aReversedFileNameIsShownInItsActualOrder() {
    #expect(VisibleText.make("gem\u{202E}gpj.exe") == "gem\\u202egpj.exe")
  }

  @Test(
    "Other text stays unchanged",
    arguments: [
      "", "100 gems", "보석 100개", "宝石100個", "e\u{301}", "👨\u{200D}👩\u{200D}👧", "₩1,500", "a\\nb",
      "\"quoted\"", "\u{A0}",
    ] as [Sample])
  func otherTextStaysUnchanged(sample: Sample) {
    let visible = VisibleText.make(sample.text)
    #expect(visible.utf8.elementsEqual(sample.text.utf8))
  }

  @Test("Escaped text contains no hazardous characters")
  func escapedTextContainsNoHazardousCharacters() {
    let all = (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init)
    let hazardous = all.filter(VisibleText.isHazardous)
    #expect(hazardous.count > 65)

    let visible = VisibleText.make(String(String.UnicodeScalarView(all)))
    #expect(!visible.unicodeScalars.contains(where: VisibleText.isHazardous))
  }

  @Test(
    "The code points next to hazardous characters are not escaped",
    arguments: [0x20, 0x7E, 0xA0, 0x200D, 0x2010, 0x2027, 0x202F, 0x2065, 0x2070, 0xFFFC])
  func theCodePointsNextToHazardousCharactersAreNotEscaped(value: UInt32) throws {
    #expect(!VisibleText.isHazardous(try #require(Unicode.Scalar(value))))
  }
}
