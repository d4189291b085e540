import Testing
import Text

struct VisibleTextTests {
  @Test(
    arguments: [
      ("\u{0}", "\\u0000"), ("\u{7}", "\\u0007"), ("\u{8}", "\\u0008"), ("\u{1B}", "\\u001b"),
      ("\u{1F}", "\\u001f"), ("\u{7F}", "\\u007f"), ("\u{80}", "\\u0080"), ("\u{9B}", "\\u009b"),
      ("\u{9F}", "\\u009f"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"),
    ] as [(Sample, String)])
  func `Control characters are escaped`(sample: Sample, visible: String) {
    #expect(VisibleText.make(sample.text) == visible)
  }

  @Test(
    arguments: [
      ("\u{61C}", "\\u061c"), ("\u{200E}", "\\u200e"), ("\u{200F}", "\\u200f"),
      ("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029"), ("\u{202A}", "\\u202a"),
      ("\u{202E}", "\\u202e"), ("\u{2066}", "\\u2066"), ("\u{2069}", "\\u2069"),
      ("\u{FEFF}", "\\ufeff"), ("\u{FFF9}", "\\ufff9"), ("\u{AD}", "\\u00ad"),
      ("\u{34F}", "\\u034f"), ("\u{180E}", "\\u180e"), ("\u{200B}", "\\u200b"),
      ("\u{2060}", "\\u2060"), ("\u{115F}", "\\u115f"), ("\u{1160}", "\\u1160"),
      ("\u{3164}", "\\u3164"), ("\u{FFA0}", "\\uffa0"), ("\u{E0041}", "\\udb40\\udc41"),
      ("\u{E0100}", "\\udb40\\udd00"), ("\u{E0FFF}", "\\udb43\\udfff"), ("\u{2800}", "\\u2800"),
      ("\u{FE00}", "\\ufe00"), ("\u{17B4}", "\\u17b4"), ("\u{180B}", "\\u180b"),
      ("\u{1D173}", "\\ud834\\udd73"),
    ] as [(Sample, String)])
  func `Characters that hide or reorder text are escaped`(sample: Sample, visible: String) {
    #expect(VisibleText.make(sample.text) == visible)
  }

  @Test
  func `A sequence that clears the screen is escaped`() {
    #expect(VisibleText.make("gem\u{1B}[2J\u{1B}[H") == "gem\\u001b[2J\\u001b[H")
  }

  @Test
  func `A sequence that writes to the clipboard is escaped`() {
    #expect(VisibleText.make("\u{1B}]52;c;cm0=\u{7}") == "\\u001b]52;c;cm0=\\u0007")
  }

  @Test
  func `Carriage return and line feed are two escapes`() {
    #expect(VisibleText.make("a\r\nb") == "a\\r\\nb")
  }

  @Test
  func `A reversed file name is shown in its actual order`() {
    #expect(VisibleText.make("gem\u{202E}gpj.exe") == "gem\\u202egpj.exe")
  }

  @Test(
    arguments: [
      "", "100 gems", "보석 100개", "宝石100個", "e\u{301}", "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}",
      "☎\u{FE0E}",
      "❤\u{FE0F}\u{200D}🔥", "1\u{FE0F}\u{20E3}", "©\u{FE0F}", "₩1,500", "a\\nb",
      "\"quoted\"", "\u{A0}",
    ] as [Sample])
  func `Other text stays unchanged`(sample: Sample) {
    let visible = VisibleText.make(sample.text)
    #expect(visible.utf8.elementsEqual(sample.text.utf8))
  }

  /// Unicode counts digits as emoji: a keycap can follow them.
  @Test(
    arguments: [
      ("1\u{200D}2", "1\\u200d2"), ("#\u{200D}", "#\\u200d"), ("a\u{200D}", "a\\u200d"),
      ("1\u{FE0F}2", "1\\ufe0f2"), ("1\u{FE0F}", "1\\ufe0f"), ("a\u{FE0E}", "a\\ufe0e"),
      ("가\u{FE0F}", "가\\ufe0f"), ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\ufe0f"),
      ("\u{FE0F}", "\\ufe0f"), ("\u{200D}", "\\u200d"), ("👨\u{200D}\u{200D}", "👨\u{200D}\\u200d"),
    ] as [(Sample, String)])
  func `A joiner or a selector that belongs to no emoji is escaped`(sample: Sample, visible: String)
  {
    #expect(VisibleText.make(sample.text).utf8.elementsEqual(visible.utf8))
  }

  @Test
  func `Escaped text contains no hazardous characters`() {
    let all = (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init)
    let hazardous = all.filter(VisibleText.isHazardous)
    #expect(hazardous.count > 65)

    let visible = VisibleText.make(String(String.UnicodeScalarView(all)))
    #expect(!visible.unicodeScalars.contains(where: VisibleText.isHazardous))
  }

  @Test(arguments: [0x20, 0x7E, 0xA0, 0x200D, 0x2010, 0x2027, 0x202F, 0x2065, 0x2070, 0xFFFC])
  func `The code points next to hazardous characters are not escaped`(value: UInt32) throws {
    #expect(!VisibleText.isHazardous(try #require(Unicode.Scalar(value))))
  }
}
