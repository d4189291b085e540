import CommandLine
import IAPCore
import Testing
import Text

@testable import IAPConsole

struct PhrasesTests {
  private static let tables: [(Language, Phrases)] = [
    (.korean, Korean.phrases), (.japanese, Japanese.phrases),
  ]

  /// What the values of all commands expect.
  private static let expectations: Set<String> = {
    func all(_ command: CommandSpecification) -> [String] {
      command.options.compactMap(\.value?.expectation)
        + command.operands.map(\.value.expectation) + command.subcommands.flatMap(all)
    }
    return Set(all(CommandTree.root.specification))
  }()

  @Test
  func `What an option expects is said in each language`() {
    #expect(Self.expectations.count > 20)
    for (language, phrases) in Self.tables {
      for phrase in Self.expectations.sorted() {
        #expect(phrases.translation(of: phrase) != nil, "\(language): \(phrase)")
      }
    }
  }

  @Test(arguments: [
    ("a whole number from 1 to 64", "1~64의 정수"),
    (
      "a whole number of at least 1, or one for each market, such as AS=7",
      "1 이상의 정수, 또는 마켓별 값(예: AS=7)"
    ),
    ("one of table, json", "다음 중 하나: table, json"),
  ])
  func `A phrase keeps its values`(_ english: String, _ korean: String) {
    #expect(Korean.phrases.text(english).text == korean)
  }

  @Test
  func `What has no translation stays as it is, as a value`() {
    #expect(Korean.phrases.text("Connection refused").values == ["Connection refused"])
    #expect(Korean.phrases.translation(of: "one") == nil)
  }
}
