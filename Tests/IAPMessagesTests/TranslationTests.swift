import IAPCore
import Languages
import TestSupport
import Testing
import Text

@testable import IAPMessages

/// What the catalogues of other languages than English have to keep.
struct TranslationTests {
  /// The languages that need a translation, with what tells their letters.
  private static let translated: [(Language, @Sendable (Character) -> Bool)] = [
    (.korean, \.isHangul), (.japanese, \.isJapanese),
  ]

  @Test(arguments: MessageExamples.all)
  func `A sentence has the values of the English one`(_ example: MessageExample) {
    for sentence in example.sentences {
      for (language, _) in Self.translated {
        // A language may say more: the phrase of the SDK, which in English is the name of the code.
        let said = sentence.values(in: language)
        #expect(Set(said).isSuperset(of: sentence.values()), "\(language.rawValue)")
      }
    }
  }

  @Test(arguments: MessageExamples.all)
  func `A sentence has words of its language, unless it has only values`(_ example: MessageExample)
  {
    for sentence in example.sentences {
      for (language, isOwn) in Self.translated {
        let letters = sentence.words(in: language).joined().filter(\.isLetter)
        #expect(
          letters.isEmpty || letters.contains(where: isOwn), "\(language.text(sentence))")
      }
    }
  }

  /// Their form depends on the word before them: 결제를, but 상품을.
  private static let particles = ["은", "는", "이", "가", "을", "를", "과", "와", "으로", "로"]

  @Test(arguments: MessageExamples.all)
  func `No Korean particle that depends on a value follows it`(_ example: MessageExample) {
    for sentence in example.sentences {
      let parts = Language.korean.parts(of: sentence)
      for case (.value(let value), .words(let phrase)) in zip(parts, parts.dropFirst()) {
        let word = String(phrase.prefix(while: \.isHangul))
        #expect(!Self.particles.contains(word), "\(value)\(phrase)")
      }
    }
  }
}
