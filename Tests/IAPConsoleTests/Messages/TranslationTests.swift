import IAPCore
import TestSupport
import Testing
import Text

@testable import IAPConsole

/// What each table of messages in another language than English has to keep.
struct TranslationTests {
  private static let korean = Language.korean.messages

  /// The languages that need a translation, with what tells their letters.
  private static let translated: [(Language, @Sendable (Character) -> Bool)] = [
    (.korean, \.isHangul), (.japanese, \.isJapanese),
  ]

  @Test(arguments: MessageExamples.all)
  func `A row has the values of the English row`(_ example: MessageExample) {
    let english = example.sentences(English()).map { $0?.values.sorted() }
    for (language, _) in Self.translated {
      #expect(
        example.sentences(language.messages).map { $0?.values.sorted() } == english, "\(language)")
    }
  }

  @Test(arguments: MessageExamples.all)
  func `A sentence has words of its language, unless it has only values`(_ example: MessageExample)
  {
    for (language, isOwn) in Self.translated {
      for case let sentence? in example.sentences(language.messages) {
        let letters = sentence.phrases.joined().filter(\.isLetter)
        #expect(letters.isEmpty || letters.contains(where: isOwn), "\(sentence.text)")
      }
    }
  }

  /// Their form depends on the word before them: 결제를, but 상품을.
  private static let particles = ["은", "는", "이", "가", "을", "를", "과", "와", "으로", "로"]

  @Test(arguments: MessageExamples.all)
  func `No Korean particle that depends on a value follows it`(_ example: MessageExample) {
    for case let sentence? in example.sentences(Self.korean) {
      for case (.value(let value), .phrase(let phrase)) in zip(
        sentence.parts, sentence.parts.dropFirst())
      {
        let word = String(phrase.prefix(while: \.isHangul))
        #expect(!Self.particles.contains(word), "\(value)\(phrase)")
      }
    }
  }

  /// The messages of each type, by the file that declares them.
  private static let files = [
    ("ReportMessage", "IAPConsole/Messages/ReportMessage"),
    ("ListMessage", "IAPConsole/Messages/ListMessage"),
    ("ConsumeMessage", "IAPConsole/Messages/ConsumeMessage"),
    ("PurchaseMessage", "IAPConsole/Messages/PurchaseMessage"),
    ("PaymentMessage", "IAPConsole/Messages/PaymentMessage"),
    ("InputMessage", "IAPConsole/Messages/InputMessage"),
    ("JournalMessage", "IAPConsole/Messages/JournalMessage"),
    ("ReportPageMessage", "IAPConsole/Messages/ReportPageMessage"),
    ("StoreMessage", "IAPConsole/Messages/StoreMessage"),
    ("RehearseMessage", "IAPConsole/Messages/RehearseMessage"),
    ("TourMessage", "IAPConsole/Messages/TourMessage"),
    ("ConfigMessage", "IAPConsole/Messages/ConfigMessage"),
    ("SetupMessage", "IAPConsole/Messages/SetupMessage"),
    ("CheckMessage", "IAPConsole/Messages/CheckMessage"),
    ("PlaceProblem", "IAPConsole/Messages/PlaceProblem"),
    ("SettingProblem", "IAPConsole/Messages/SettingProblem"),
    ("ConsumeProblem", "IAPConsole/Messages/ConsumeProblem"),
    ("CommandProblem", "IAPConsole/Messages/CommandProblem"),
    ("ArgumentProblem", "CommandLine/Arguments/ArgumentProblem"),
    ("RemoteNotice", "IAPRemote/Dialects/Dialect"),
    ("ChangeProblem", "IAPCore/Errors/IAPError+Values"),
    ("RehearsalProblem", "IAPCore/Errors/IAPError+Values"),
    ("Reason", "IAPCore/Errors/IAPError+Reason"),
    ("ProductProblem", "IAPCore/Errors/IAPError+Reason"),
    ("UserProblem", "IAPCore/Errors/IAPError+Reason"),
    ("PaymentProblem", "IAPCore/Errors/IAPError+Reason"),
    ("ReceiptProblem", "IAPCore/Errors/IAPError+Reason"),
    ("LineProblem", "IAPCore/Errors/LineProblem"),
    ("FileProblem", "IAPCore/Errors/IAPError+Reason"),
    ("JournalProblem", "IAPCore/Errors/IAPError+Reason"),
    ("InputProblem", "IAPCore/Errors/IAPError+InputProblem"),
    ("ServerProblem", "IAPCore/Errors/IAPError+Reason"),
  ]

  @Test(arguments: files)
  func `Each message has an example`(_ type: String, _ file: String) throws {
    let lines = try Project.text("Sources/\(file).swift").split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.contains("enum \(type): ") })
    let indent = lines[start].prefix { $0 == " " }
    let cases = lines[start...].dropFirst().prefix { !$0.hasPrefix("\(indent)}") }
      .filter { $0.hasPrefix("\(indent)  case ") }
      .map { $0.dropFirst(indent.count + 7).prefix { $0.isLetter || $0.isNumber } }
    #expect(!cases.isEmpty)
    let examples = Set(MessageExamples.all.map(\.name))
    for name in cases { #expect(examples.contains("\(type).\(name)"), "\(type).\(name)") }
  }
}
