import System
import TestSupport
import Testing

@testable import Languages

@Suite(.blocking)
struct CatalogueTests {
  private static let text = """
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\\n"

    msgid "no payments"
    msgstr "keine Zahlungen"

    msgctxt "report"
    msgid "no payments"
    msgstr "Keine"

    msgid "{1} payment of {2}"
    msgid_plural "{1} payments of {2}"
    msgstr[0] "von {2}: eine ({1})"
    msgstr[1] "von {2}: zwei ({1})"
    msgstr[2] "von {2}: viele ({1})"

    msgid "user {1}"
    msgstr "Nutzer {1}"

    msgid ", "
    msgstr "; "

    msgid "not yet"
    msgstr ""

    """

  private struct NoCatalogue: Error {}

  private static func language(_ text: String = text) throws -> Language {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "x.po")
    let run = try Program(in: folder).shell(
      "msgfmt --check-format -o '\(folder.path)/x.mo' '\(path)'")
    try #require(run.status == 0, "\(run.errors)")
    let bytes = try folder.read("x.mo")
    guard let catalogue = Catalogue(bytes) else { throw NoCatalogue() }
    return Language("x", catalogue)
  }

  @Test(.tool("msgfmt"))
  func `A sentence is that of the catalogue, with the values in their places`() throws {
    let language = try Self.language()
    let user: Sentence = "user \("kim")"
    #expect(language.text("no payments" as Sentence) == "keine Zahlungen")
    #expect(language.text(Sentence("no payments", context: "report")) == "Keine")
    for (count, text) in [(1, "eine (1)"), (2, "zwei (2)"), (7, "viele (7)")] {
      #expect(
        language.text("\(count, "payment", "payments") of \(user)" as Sentence)
          == "von Nutzer kim: \(text)")
    }
    #expect(
      language.text("\(sentences: [user, user], separator: ", ")" as Sentence)
        == "Nutzer kim; Nutzer kim")
  }

  @Test(.tool("msgfmt"))
  func `What a catalogue lacks is in English`() throws {
    let language = try Self.language()
    #expect(language.text("not yet" as Sentence) == "not yet")
    #expect(language.text(Sentence("no payments", context: "other")) == "no payments")
    #expect(language.text("\(2, "user", "users")" as Sentence) == "2 users")
    #expect(language.translation(of: "not yet") == nil)
    #expect(language.text("") == "", "the header of the catalogue is no translation")
  }

  @Test(.tool("msgfmt"))
  func `Bytes that are no catalogue are refused, and a catalogue that is cut off has less`() throws
  {
    #expect(Catalogue([]).map { _ in true } == nil)
    #expect(Catalogue(Array("not a catalogue at all".utf8)).map { _ in true } == nil)
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.text, to: "x.po")
    _ = try Program(in: folder).shell("msgfmt -o '\(folder.path)/x.mo' '\(path)'")
    let bytes = try folder.read("x.mo")
    for length in 20..<bytes.count {
      guard let catalogue = Catalogue(Array(bytes.prefix(length))) else { continue }
      _ = Language("x", catalogue).text("\(2, "payment", "payments") of \("a")" as Sentence)
    }
  }

  @Test
  func `The program has the languages of its catalogues`() throws {
    let names = try Project.text("po/LINGUAS").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(Language.allCases.map(\.rawValue) == ["en"] + names.map(String.init))
    #expect(Language(rawValue: "xx") == nil)
  }
}
