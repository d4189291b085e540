import CommandLine
import IAPCore
import Languages
import Synchronization
import TestSupport
import Testing
import Text

@testable import IAPConsole

/// The help in Korean and Japanese has each text of the English one.
struct HelpTranslationTests {
  private static let languages: [Language] = [.korean, .japanese]
  private static let commands = TranslatedHelp.commands
  private static let texts = TranslatedHelp.texts.map(\.text)

  @Test(arguments: languages)
  func `Each text of the help has a translation`(_ language: Language) {
    for text in Self.texts where text.contains(where: \.isLetter) {
      #expect(language.translation(of: text) != nil, "\(text)")
    }
  }

  @Test(arguments: languages)
  func `A translation keeps the values of its text`(_ language: Language) {
    for text in Self.texts {
      guard let translation = language.translation(of: text) else { continue }
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

  @Test(arguments: [
    ("ko", "init", "픽스처 저장소를 만듭니다."), ("ja", "init", "フィクスチャストアを作成します。"),
    ("ko", "fault list", "모의 장애를 적용되는 순서대로"), ("ja", "fault list", "模擬障害を、適用される順に"),
  ])
  func `The help of store speaks the language, down to its subcommands`(
    _ language: String, _ command: String, _ words: String
  ) async {
    let console = TestConsole()
    let group = await console.run("store --help --lang \(language)").output
    #expect(group.contains("init") && !group.contains("make a fixture store"), "\(group)")
    let help = await console.run("store \(command) --help --lang \(language)").output
    #expect(help.contains(words), "\(help)")
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
