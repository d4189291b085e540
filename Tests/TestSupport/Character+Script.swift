extension Character {
  package var isHangul: Bool {
    unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
  }

  /// A letter of hiragana, katakana or kanji.
  package var isJapanese: Bool {
    unicodeScalars.allSatisfy {
      (0x3041...0x30FF).contains($0.value) || (0x4E00...0x9FFF).contains($0.value)
    }
  }
}
