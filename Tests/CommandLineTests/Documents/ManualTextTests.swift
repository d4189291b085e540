import Languages
import Testing

@testable import CommandLine

/// Exact mdoc(7) source.
struct ManualTextTests {
  /// The lines of a page with only these blocks, from its first heading on.
  private func lines(_ blocks: [Block], heading: String = "About") -> [String] {
    let page = ManualPage(
      pageName: PageName(name: "page", section: 5), summary: "a page",
      parts: [Part(heading, blocks)])
    let lines = BoxProgram.lines(ManualText.make(page, of: Manual(program: BoxProgram.root)))
    let start = lines.firstIndex { $0.hasPrefix(".Nd") }.map { $0 + 1 } ?? 0
    return Array(lines[start...].prefix { $0 != ".Sh SEE ALSO" })
  }

  private func text(_ page: String) throws -> String {
    let manual = BoxProgram.manual
    return ManualText.make(
      try #require(manual.manualPages().first { $0.name == page }), of: manual)
  }

  @Test
  func `The page of a command`() throws {
    #expect(
      try text("program-take") == #"""
        .\" Made by 'make docs' from the specifications of the commands.
        .Dd May 4, 2026
        .Dt PROGRAM-TAKE 1
        .Os program 1.2
        .Sh NAME
        .Nm program-take
        .Nd take things: don't [drop] them
        .Sh SYNOPSIS
        .Nm "program take"
        .Op Fl \-size Ar \&SIZE
        .Op Fl \-tag Ar \&TAG
        .Op Fl \-colour Ar \&COLOUR
        .Op Fl \-dry\-run
        .Op Ar \&THING ...
        .Sh DESCRIPTION
        Takes things.
        Nothing falls.
        .Sh ARGUMENTS
        .Bl -tag -width Ds
        .It Ar \&THING
        a thing
        .El
        .Sh OPTIONS
        .Bl -tag -width Ds
        .It Fl s , Fl \-size Ar \&SIZE
        how big: small, large (default: small)
        .It Fl \-tag Ar \&TAG
        a tag; may be given several times
        .It Fl c , Fl \-colour Ar \&COLOUR
        a colour; may be given several times
        .It Fl \-dry\-run
        only say so
        .El
        .Sh "SHARED OPTIONS"
        \-\-user, \-\-store, \-\-time, \-\-quiet: see program(1).
        .Sh EXAMPLES
        One thing:
        .Bd -literal -offset indent
        program take 'a b'
        .Ed
        .Sh SEE ALSO
        .Xr program 1 ,
        .Xr program-boxes 5

        """#)
  }

  @Test
  func `The synopsis of a program and of a group, with repeated arguments`() throws {
    #expect(
      try text("program").contains(
        ".Sh SYNOPSIS\n.Nm \\&program\n.Op Ar options\n.Ar command\n.Op Ar options\n"
          + ".Op Ar arguments\n.Sh DESCRIPTION\n"))
    #expect(
      try text("program-box").contains(
        ".Nm \"program box open\"\n.Op Fl \\-wide\n.Ar \\&FILE\n"
          + ".Nm \"program box paint\"\n.Op Ar \\&SIZE\n"))
    let some = CommandSpecification(
      named: "some", "some", operands: [Operand(.some, .text("THING"), "a thing").specification])
    let manual = Manual(program: CommandSpecification(named: "p", "p", members: [some].members))
    #expect(manual.pageFiles()[1].text.contains("\n.Ar \\&THING ...\n"))
    #expect(!manual.pageFiles()[1].text.contains(".Op Ar \\&THING"))
  }

  @Test
  func `The page of the program refers to all others, and they refer back`() throws {
    #expect(
      try text("program").hasSuffix(
        """
        .Sh SEE ALSO
        .Xr program-box 1 ,
        .Xr program-help 1 ,
        .Xr program-take 1 ,
        .Xr program-boxes 5

        """))
    #expect(try text("program-boxes").hasSuffix(".Sh SEE ALSO\n.Xr program 1\n"))
    #expect(!(try text("program-boxes").contains("SYNOPSIS")))
  }

  @Test
  func `Each sentence begins a line, and no line is a troff request`() {
    #expect(
      lines([
        .paragraph("One. Two?  Three: .Sh four. 'five'. e"), .paragraph(".Sh OFF"),
        .paragraph("'br"),
      ])
        == [
          ".Sh ABOUT", "One.", "Two?", "Three: .Sh four.", "\\&'five'.", "e", ".Pp", "\\&.Sh OFF",
          ".Pp", "\\&'br",
        ])
  }

  @Test(arguments: [
    ("a\\fBb", "a\\efBb"), ("--fields a-b", "\\-\\-fields a\\-b"),
    ("say \"no\"", "say \\(dqno\\(dq"),
    (".", "\\&."), ("\\&", "\\e&"), ("'", "\\&'"),
  ])
  func `Characters with a meaning in troff are escaped`(_ text: String, _ written: String) {
    #expect(lines([.paragraph(text)]) == [".Sh ABOUT", written])
  }

  @Test(arguments: [
    ("보석 é 💎 … e\u{301}", "보석 é 💎 … e\u{301}"), ("消費します。", "消\\:費\\:し\\:ま\\:す。"),
    ("--user で (x)。", "\\-\\-user で (x)。"), ("「iapctl x」を", "「iapctl x」\\:を"),
  ])
  func `Text is in UTF-8, and Japanese may be broken between characters`(
    _ text: String, _ written: String
  ) {
    #expect(lines([.paragraph(text)]) == [".Sh ABOUT", written])
    let summary = "消費"
    let page = ManualPage(pageName: PageName(name: "p", section: 5), summary: summary, parts: [])
    let written = ManualText.make(page, of: Manual(program: BoxProgram.root))
    // whatis(1) shows this line as it is.
    #expect(written.contains("\n.Nd 消費\n"))
  }

  @Test
  func `The names in a translated page are not hyphenated`() throws {
    let korean = Language("ko", nil)
    let manual = Manual(program: BoxProgram.root, language: korean)
    #expect(try #require(manual.pageFiles().first).text.contains("\n.hla ko\n.Sh NAME\n"))
    #expect(!(try text("program").contains(".hla")))
  }

  @Test(arguments: ["Ar", "No", "Fl", "Pf"])
  func `A label that is the name of a macro is escaped`(_ word: String) {
    #expect(
      lines([.definitions([Definition(.value(word), "x"), Definition(word, "y")])])
        == [
          ".Sh ABOUT", ".Bl -tag -width Ds", ".It Ar \\&\(word)", "x", ".It Sy \\&\(word)", "y",
          ".El",
        ])
    let option = Option("o", .text(word), "z").specification
    #expect(
      lines([.definitions([option.definition(in: .english)])]).contains(".It Fl \\-o Ar \\&\(word)")
    )
  }

  @Test
  func `A phrase is passed as one argument`() {
    #expect(
      lines([.definitions([Definition("130, 143", "signals")])])
        .contains(".It Sy \"130, 143\""))
    #expect(
      lines([.definitions([Definition("a \"b\" -c", "x")])])
        .contains(".It Sy \"a \\(dqb\\(dq \\-c\""))
  }

  @Test
  func `Headings of one word and of several, and nested parts`() {
    #expect(lines([], heading: "See it") == [".Sh \"SEE IT\""])
    #expect(
      lines([
        .part(Part("faults[]", [.paragraph("A."), .paragraph("B.")])), .part(Part("two words", [])),
      ]) == [".Sh ABOUT", ".Ss faults[]", "A.", ".Pp", "B.", ".Ss \"two words\""])
  }

  @Test
  func `Examples are printed verbatim, line by line`() {
    #expect(
      lines([
        .examples([
          Example("cat <<END\n.a\n\n  'b' \\ -c\nEND", "a text"), Example("x", "two", status: 66),
        ])
      ]) == [
        ".Sh ABOUT", "A text:", ".Bd -literal -offset indent", "cat <<END", "\\&.a", "",
        "  'b' \\e \\-c", "END", ".Ed", ".Pp", "Two:", ".Bd -literal -offset indent",
        "x", ".Ed",
      ])
  }
}
