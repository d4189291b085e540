/// A language of what people read.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"
  case japanese = "ja"
}

/// The meaning of an error code in every language. The Korean wording is the most precise.
package struct Meaning: Sendable {
  private let english: String
  private let korean: String
  private let japanese: String

  init(_ english: String, _ korean: String, _ japanese: String) {
    (self.english, self.korean, self.japanese) = (english, korean, japanese)
  }

  package subscript(language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    case .japanese: japanese
    }
  }
}
