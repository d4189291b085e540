package import IAPCore
package import Languages

extension Language {
  /// The languages of the catalogues in `po/`.
  package static let korean = Language(rawValue: "ko") ?? .english
  package static let japanese = Language(rawValue: "ja") ?? .english
}

extension IAPError {
  /// What happened, in English.
  package var message: String { text().message.text }
}

extension Sentence {
  /// The sentence in English.
  package var text: String { Language.english.text(self) }
}
