import IAPConsole
import Languages
import System
import TestSupport
import Testing

/// A further language is one file in `po/`, and one line of `po/LINGUAS`.
@Suite(.blocking, .tool("msgmerge"), .tool("python3"))
struct PseudoLanguageTests {
  /// The project's sentences in a language whose sentences are the English ones in brackets, with one word
  /// of its own.
  private static func make() throws -> (folder: TemporaryFolder, log: Program.Run) {
    let folder = try TemporaryFolder()
    try folder.write(Console.helpTexts, to: "help.jsonl")
    let run = try Program(in: folder).shell(
      """
      cd '\(folder.path)' && cp -R '\(Project.root)/po' . && mkdir Sources && \
      cp -R '\(Project.root)/Sources/'* Sources && echo xx >> po/LINGUAS && \
      msgen --no-wrap po/iapctl.pot | \
      sed -E '1,/^$/!{s/^(msgstr[^"]*")(.*)"$/\\1[\\2]"/; /^msgstr/s/ the / zhe /g}' | \
      sed -e 's/^"Language: .*/"Language: xx\\\\n"/' \
      -e 's/nplurals=INTEGER; plural=EXPRESSION/nplurals=2; plural=n != 1/' > po/xx.po && \
      po/update help.jsonl
      """)
    return (folder, run)
  }

  @Test
  func `A language needs one file and one line`() throws {
    let (folder, run) = try Self.make()
    try #require(run.status == 0, "\(run.errors)")
    let source = String(
      decoding: try folder.read("Sources/CCatalogues/catalogues.c"), as: UTF8.self)
    #expect(source.contains("#embed \"mo/xx.mo\"") && source.contains("{\"xx\", xx, sizeof xx}"))
    let bytes = try folder.read("Sources/CCatalogues/mo/xx.mo")
    let language = Language("xx", Catalogue(bytes))
    let help = try #require(Console.manual(in: language).help(for: ["consume"], columns: nil))
    #expect(help.hasPrefix("[Usage: iapctl consume "))
    #expect(help.contains("\n[Marks payments as delivered."))
    #expect(help.contains(" zhe "))
    #expect(language.folder == "xx")
  }

  @Test
  func `What is not translated is named in all catalogues at once`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Console.helpTexts, to: "help.jsonl")
    let run = try Program(in: folder).shell(
      """
      cd '\(folder.path)' && cp -R '\(Project.root)/po' . && mkdir Sources && \
      cp -R '\(Project.root)/Sources/'* Sources && \
      sed -i '/^msgid "no payments"$/,/^$/ s/^msgstr .*/msgstr ""/' po/ko.po po/ja.po && \
      po/update help.jsonl
      """)
    #expect(run.status == 1)
    for language in ["ko", "ja"] {
      #expect(run.errors.contains("po/\(language).po:"), "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("s/^msgstr .결제가 없습니다.*/msgstr \"\"/", "it is not translated"),
    ("s/{1}바이트보다 깁니다/바이트보다 깁니다/", "it lacks {1}"),
    ("s/{1}바이트보다 깁니다/{1}{2}바이트보다 깁니다/", "its English sentence has no {2}"),
    ("s/^msgstr .결제가 없습니다.*/msgstr \"결제가 none\"/", "words that its sentence does not have"),
  ])
  func `A translation that lacks something, or has too much, is named`(
    _ edit: String, _ problem: String
  ) throws {
    let folder = try TemporaryFolder()
    let run = try Program(in: folder).shell(
      """
      cd '\(folder.path)' && sed '\(edit)' '\(Project.root)/po/ko.po' > ko.po && \
      ! cmp -s ko.po '\(Project.root)/po/ko.po' && '\(Project.root)/po/check' ko.po
      """)
    #expect(run.status == 1)
    #expect(run.errors.contains(problem), "\(run.errors)")
  }

  @Test
  func `A sentence that was changed in English waits for a look at its translation`() throws {
    let folder = try TemporaryFolder()
    let run = try Program(in: folder).shell(
      """
      cd '\(folder.path)' && sed 's/^msgid "no payments"/msgid "no payment at all"/' \
      '\(Project.root)/po/iapctl.pot' > x.pot && \
      msgmerge -q '\(Project.root)/po/ko.po' x.pot -o ko.po && '\(Project.root)/po/check' ko.po
      """)
    #expect(run.status == 1)
    #expect(run.errors.contains("the English sentence has changed"), "\(run.errors)")
  }
}
