import Text

/// How columns and keys are named by the people and programs that write them.
extension InputColumn {
  /// The column of a header: without regard to case, spaces, underscores and hyphens, and by the
  /// other names that people use.
  init?(header: String) {
    guard let column = Self.byFoldedName[Self.folded(header)] else { return nil }
    self = column
  }

  /// The column that the writer of an unknown key probably meant.
  init?(resembling key: String) {
    let folded = Self.folded(key)
    if let column = Self.byFoldedName[folded] {
      self = column
    } else if folded.utf8.count <= Self.longestName,
      let column = Self.all.first(where: { EditDistance.isNear(folded, Self.folded($0.name)) })
    {
      self = column
    } else {
      return nil
    }
  }

  /// Whether iapctl itself writes the field beside those that are columns, so that nothing has to be
  /// said when it is ignored.
  package static func isWrittenBeside(_ name: String) -> Bool {
    writtenBeside.contains(folded(name))
  }

  /// The fields of subscriptions, results and journal entries that are not columns.
  private static let writtenBeside = Set(
    [
      "status", "renewTime", "outcome", "priorUnknown", "attempts", "error", "action", "began",
      "ended", "operator", "host", "process", "profile", "origin", "server", "appKeyFingerprint",
      "note",
    ].map(folded))

  /// What tells an entry of the journal, whose ticket is that of a run that is over.
  static let ofJournal = ["action", "began"]

  /// Other names of columns: what people call them, in the languages of the consoles.
  private static let synonyms: [(String, InputColumn)] = [
    ("payment", .paymentSeq), ("paymentNumber", .paymentSeq), ("결제번호", .paymentSeq),
    ("user", .userID), ("userKey", .userID), ("사용자", .userID), ("사용자ID", .userID),
    ("token", .accessToken), ("market", .storeCode), ("marketID", .storeCode),
  ]

  private static let byFoldedName = Dictionary(
    (all.map { ($0.name, $0) } + synonyms).map { (folded($0.0), $0.1) },
    uniquingKeysWith: { first, _ in first })

  /// No name is longer, even with two letters too many.
  private static let longestName = 2 + (names.map(\.utf8.count).max() ?? 0)

  private static func folded(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter {
          !$0.properties.isWhitespace && $0 != "_" && $0 != "-" && $0 != "\u{feff}"
        }))
  }
}
