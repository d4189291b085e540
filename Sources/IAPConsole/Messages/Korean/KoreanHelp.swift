/// The help in Korean: by the English text of a command, of an option, of a field or of a page.
enum KoreanHelp {
  static func text(_ english: String) -> String? {
    tables.lazy.compactMap { $0[english] }.first
  }

  static let tables: [[String: String]] = [words]

  private static let words: [String: String] = [:]
}
