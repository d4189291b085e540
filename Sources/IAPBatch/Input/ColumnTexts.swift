import IAPCore

/// The texts of some rows of one column, each with its rows.
struct ColumnTexts {
  /// The first texts.
  private(set) var rows: [String: FirstLines] = [:]
  /// The number of all rows.
  private(set) var count = 0
  /// Whether there are rows with further texts.
  private(set) var isCut = false

  /// In a column with more texts, as one of notes is, none of them is the usual one.
  private static let most = 12

  mutating func add(_ line: Int, _ text: String) {
    count += 1
    guard rows[text] != nil || rows.count < Self.most || text.isEmpty else {
      isCut = true
      return
    }
    rows[text, default: FirstLines()].add(line)
  }

  /// Those without the rows that have a text.
  func removing(_ text: String) -> ColumnTexts {
    var others = self
    others.count -= others.rows.removeValue(forKey: text)?.count ?? 0
    return others
  }

  /// Those of one or two rows that are at least twice as long as what more rows have: `김지훈, 손대지 마세요` in a
  /// column of names.
  var notes: ColumnTexts {
    let longest = rows.filter { $0.value.count > 2 }.map(\.key.count).max() ?? 0
    return rows.keys.reduce(self) { notes, text in
      let isNote = longest > 0 && !isCut && rows[text, default: FirstLines()].count <= 2
      return isNote && text.count >= 2 * longest ? notes : notes.removing(text)
    }
  }

  /// The texts in the order of their first rows.
  var said: [ColumnRemark.Said] {
    rows.map { ColumnRemark.Said($0.key, lines: $0.value.lines, count: $0.value.count) }
      .sorted { ($0.lines.first ?? 0) < ($1.lines.first ?? 0) }
  }
}
