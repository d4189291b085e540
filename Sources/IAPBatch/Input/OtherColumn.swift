import IAPCore

/// A column of a CSV file that is neither an ``InputColumn`` nor one that iapctl writes.
struct OtherColumn {
  let index: Int
  let name: String
  /// Whether an option says that the column does not matter.
  let isIgnored: Bool
  /// What iapctl writes in a column of this name; empty if it writes none.
  private var written: Set<String> = []
  /// Whether iapctl writes columns of this name, too.
  private(set) var isOwn = false
  /// Whether the name says that a payment is done with, such as *refunded*: then a *yes* or a time warns.
  private let isOfEnd: Bool
  private var isKnown = true
  /// Whether the name says that it is a column of states.
  private let hasStates: Bool
  /// Of a column of states: how many rows have each text, and the first line of each.
  private var texts: [String: (count: Int, line: Int)] = [:]
  /// The rows whose cells may say that a payment is not to be consumed.
  private var warning: ColumnRemark?
  /// What all cells with text could be.
  private var kinds: Set<InputColumn> = [.price, .currency, .storeCode]

  /// The columns whose names people use for something else, too.
  private static let written: [String: Set<String>] = [
    "status": Set(SubscriptionStatus.known.map(\.name)),
    "state": Set(PaymentState.allCases.map(\.rawValue)), "consumed": ["true", "false"],
  ]

  init(unknown name: String, at index: Int, isIgnored: Bool = false) {
    (self.name, self.index, self.isIgnored) = (name, index, isIgnored)
    let folded = InputColumn.folded(name)
    hasStates = Self.endings.contains { folded.hasSuffix($0) }
    isOfEnd = Self.ends.contains { folded.contains($0) }
  }

  /// Nil if only iapctl writes a column of this name.
  ///
  /// - Parameters:
  ///   - isJournal: whether the header is that of journal entries.
  ///   - isOwn: whether iapctl may have written the column.
  init?(_ name: String, at index: Int, isJournal: Bool, isOwn: Bool = true, isIgnored: Bool = false)
  {
    let written = isOwn ? Self.written[name] ?? [] : []
    let isFree = !isOwn || !written.isEmpty || name == "note" && !isJournal
    if !isFree, InputColumn.isWritten(name) { return nil }
    self.init(unknown: name, at: index, isIgnored: isIgnored)
    self.written = written
    self.isOwn = isOwn && InputColumn.isWritten(name)
  }

  /// Whether it has text, and no option ignores it.
  var isUnknown: Bool { !isKnown && !isIgnored }

  /// The column that it probably is, by its name or else by its cells.
  var meant: InputColumn? {
    (isOwn ? nil : InputColumn(probable: name))
      ?? (isKnown || kinds.count > 1 ? nil : kinds.first)
  }

  /// The rows that warn, and of a column of states those that differ from most; nil if there are none.
  var remark: ColumnRemark? {
    guard !isKnown else { return nil }
    guard hasStates, (2...Self.mostStates).contains(texts.count) else { return warning }
    // Of two texts that are equally frequent, the first one counts as usual.
    let usual = texts.filter { !warns($0.key) }.max {
      ($0.value.count, -$0.value.line) < ($1.value.count, -$1.value.line)
    }
    let others = texts.filter { $0.key != usual?.key && !$0.key.isEmpty }
    return others.min { $0.value.line < $1.value.line }.map {
      ColumnRemark(
        column: name, line: $0.value.line, text: $0.key,
        count: others.values.reduce(0) { $0 + $1.count })
    }
  }

  /// Looks at a cell without spaces around it. An empty one says nothing.
  mutating func look(at cell: String, line: Int) {
    if hasStates, texts[cell] != nil || texts.count <= Self.mostStates {
      texts[cell, default: (0, line)].count += 1
    }
    guard !cell.isEmpty else { return }
    if isKnown { isKnown = written.contains { $0.lowercased() == cell.lowercased() } }
    if warns(cell) {
      if warning == nil { warning = ColumnRemark(column: name, line: line, text: cell, count: 0) }
      warning?.count += 1
    }
    kinds = kinds.filter { $0.isProbable(in: cell) }
  }

  /// With more texts it is no column of states.
  private static let mostStates = 12

  /// How the names of columns end that say how far a payment is.
  private static let endings = [
    "상태", "여부", "결과", "구분", "状態", "状況", "結果", "有無", "可否", "ステータス", "status", "state",
    "result", "refunded", "consumed", "done",
  ]

  private func warns(_ cell: String) -> Bool {
    isOfEnd && (Self.affirmations.contains(InputColumn.folded(cell)) || Self.isTime(cell))
      || Self.isWarning(cell)
  }

  private static func isTime(_ cell: String) -> Bool {
    switch Moment(cell) {
    case .day, .time, .instant: true
    case .ago, .daysAgo, nil: false
    }
  }

  private static let ends = [
    "consumed", "refunded", "granted", "done", "소비", "환불", "지급", "취소", "消費", "返金", "付与", "キャンセル",
    "canceled", "cancelled", "excluded", "onhold", "istest", "sandbox", "제외", "보류", "중복", "테스트",
    "対象外", "除外",
    "保留", "重複", "テスト",
  ]
  private static let affirmations: Set = [
    "y", "yes", "true", "o", "○", "예", "네", "완료", "はい", "済", "済み", "有", "あり",
  ]

  /// Whether a text may say that a payment is not to be consumed. `미환불` and `未返金` do not.
  static func isWarning(_ text: String) -> Bool {
    isWarning(folded: InputColumn.folded(text).unicodeScalars)
      || text.lowercased().split { !$0.isLetter }.contains { word in
        beginnings.contains { word.hasPrefix($0) }
      }
  }

  private static func isWarning(folded text: String.UnicodeScalarView) -> Bool {
    var before: Unicode.Scalar?
    for index in text.indices {
      let isNegated = before == "미" || before == "未"
      before = text[index]
      if !isNegated, let parts = partsByStart[text[index]],
        parts.contains(where: { text[index...].starts(with: $0.unicodeScalars) })
      {
        return true
      }
    }
    return false
  }

  private static let partsByStart = Dictionary(grouping: parts) { $0.unicodeScalars.first }
  private static let parts = [
    "환불", "보류", "취소", "중복", "금지", "제외", "말것", "하지마", "의심", "부정", "도용", "차지백",
    "확인중", "확인전", "법무", "처리완료", "지급완료", "소비완료",
    "철회", "분쟁", "返金", "保留", "取り下げ", "取下", "取消", "取り消し", "キャンセル", "重複", "禁止", "除外", "しないで", "不正",
    "盗用", "チャージバック",
    "確認中", "確認前", "調査中", "対応済", "付与済", "処理済", "消費済", "対象外", "샌드박스", "サンドボックス", "donot", "don't",
  ]
  private static let beginnings = [
    "refund", "hold", "cancel", "duplicat", "fraud", "exclud", "chargeback", "dispute",
    "stolen", "skip", "void", "consumed", "sandbox",
  ]
}

extension InputColumn {
  /// Whether a cell can be an amount, a currency or a market; it depends on which of them this column has.
  fileprivate func isProbable(in cell: String) -> Bool {
    switch self {
    case .price:
      cell.contains { !$0.isNumber } && Price(TypedAmount.plain(cell)) != nil
    case .currency: TypedAmount.isCode(cell)
    default: StoreCode.known.contains(StoreCode(named: cell))
    }
  }
}
