import CommandLine
import IAPCore
import Synchronization
import TestSupport
import Testing
import Text

@testable import IAPConsole

/// The help in Korean and Japanese has each text of the English one.
struct HelpTranslationTests {
  private static let languages: [Language] = [.korean, .japanese]
  private static let commands = [
    [], ["products"], ["purchase"], ["unconsumed"], ["consume"], ["subscriptions"], ["restore"],
    ["reprocess"], ["payment"], ["payment", "list"], ["payment", "show"], ["explain"],
    ["journal"], ["journal", "list"], ["journal", "show"], ["journal", "export"],
    ["journal", "settle"], ["journal", "note"], ["journal", "report"], ["journal", "init"],
    ["journal", "import"],
    ["config"], ["config", "set"], ["config", "show"], ["config", "list"], ["config", "path"],
    ["config", "use"], ["config", "unset"], ["config", "init"],
    ["config", "check"], ["config", "get"], ["config", "remove"],
    ["config", "rename"], ["config", "copy"],
    ["exit-codes"], ["environment"], ["output"],
  ]

  /// The English texts of the translated help and manual pages, and of what `explain` prints.
  private static let texts: Set<String> = {
    let asked = Mutex(Set<String>())
    let listener = HelpLanguage(folder: "") { text in
      asked.withLock { _ = $0.insert(text) }
      return nil
    }
    let manual = Manual(
      program: CommandTree.root.specification, topics: Topics.topics, formats: Topics.formats,
      language: listener)
    for path in commands {
      _ = manual.help(for: path, columns: nil)
      _ = manual.shortHelp(for: path, columns: nil)
    }
    _ = manual.pageFiles(Language.translatedPages)
    let codes = ErrorCatalogue.all.flatMap { [$0.row.when, $0.row.remedy] }
    return asked.withLock { $0.union(codes) }
  }()

  @Test(arguments: languages)
  func `Each text of the help has a translation`(_ language: Language) {
    for text in Self.texts.sorted() where text.contains(where: \.isLetter) {
      #expect(language.help.translation(text) != nil, "\(text)")
    }
  }

  @Test(arguments: languages)
  func `A translation keeps the values of its text`(_ language: Language) {
    for text in Self.texts {
      guard let translation = language.help.translation(text) else { continue }
      for value in ["{1}", "{2}"] where text.contains(value) {
        #expect(translation.contains(value), "\(text)")
      }
      // Names of commands, options, fields and variables are the same in all languages.
      for word in text.split(whereSeparator: { " ,;:()'\"".contains($0) })
      where word.hasPrefix("--") || word.contains("_") {
        let name = word.drop { $0 == "[" }.prefix { $0 != "." }
        #expect(translation.contains(name), "\(name) in: \(text)")
      }
    }
  }

  @Test(arguments: languages)
  func `No translation is of a text that the help does not have`(_ language: Language) {
    let tables = language == .korean ? KoreanHelp.tables : JapaneseHelp.tables
    for key in tables.flatMap(\.keys) { #expect(Self.texts.contains(key), "\(key)") }
  }

  @Test(arguments: languages, commands)
  func `Each page of the help fits 80 columns`(_ language: Language, _ path: [String]) throws {
    let help = try #require(Console.manual(in: language).help(for: path, columns: 80))
    for line in help.split(separator: "\n") where !line.contains("iapctl ") {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
    }
  }

  @Test(arguments: Language.allCases, commands)
  func `Short help is a page of 24 lines and 80 columns`(_ language: Language, _ path: [String])
    throws
  {
    let manual = Console.manual(in: language)
    // Topics have no short help.
    guard let help = manual.shortHelp(for: path, columns: 80) else { return }
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24, "\(help)")
    for line in lines where !line.contains("iapctl ") {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
    }
    let words = (["iapctl"] + path).joined(separator: " ")
    #expect(lines.last?.contains("\(words) --help") == true)
  }

  @Test
  func `The language of the help is that of the option, of the locale, else English`() async {
    let console = TestConsole()
    let korean = await console.run("help consume --lang ko").output
    #expect(korean == Console.manual(in: .korean).help(for: ["consume"], columns: nil))
    #expect(korean != Console.manual().help(for: ["consume"], columns: nil))
    #expect(await console.run("consume --help --lang ko").output == korean)
    var located = TestConsole()
    located.variables = ["LANG": "ko_KR.UTF-8"]
    #expect(await located.run("consume --help").output == korean)
    #expect(await located.run("consume --help --lang en").output != korean)
  }
}
