/// The help in Japanese, and what `explain` says of a code: by the English text.
enum JapaneseHelp {
  static func text(_ english: String) -> String? {
    tables.lazy.compactMap { $0[english] }.first
  }

  static let tables = [
    program, purchases, payment, consume, journal, config, setup, topics, codes, callCodes,
    commandCodes, workCodes, gamebase,
  ]
}
