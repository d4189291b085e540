import IAPCore

/// A column of a CSV file that is neither an ``InputColumn`` nor one that iapctl writes.
struct OtherColumn {
  let index: Int
  let name: String
  /// Whether an option says that the column does not matter.
  let isIgnored: Bool
  /// What iapctl writes in a column of this name; empty if it writes none.
  private var written: Set<String> = []
  private var isKnown = true
  /// Of a column of states: how many rows have each text, and the first line of each. Nil for another column.
  private var states: [String: (count: Int, line: Int)]?
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
    if Self.endings.contains(where: { folded.hasSuffix($0) }) { states = [:] }
  }

  /// Nil if iapctl writes the column.
  ///
  /// - Parameter isJournal: whether the header is that of journal entries.
  init?(_ name: String, at index: Int, isJournal: Bool) {
    let written = Self.written[name] ?? []
    let isFree = !written.isEmpty || name == "note" && !isJournal
    if !isFree, InputColumn.isWritten(name) { return nil }
    self.init(unknown: name, at: index)
    self.written = written
  }

  /// Whether it has text, and no option ignores it.
  var isUnknown: Bool { !isKnown && !isIgnored }

  /// The column that it probably is, by its name or else by its cells.
  var meant: InputColumn? {
    InputColumn(probable: name) ?? (isKnown || kinds.count > 1 ? nil : kinds.first)
  }

  /// The rows whose state differs from that of most, or else those that warn; nil if there are none.
  var remark: ColumnRemark? {
    guard !isKnown else { return nil }
    // Of two texts that are equally frequent, the first one counts as usual.
    guard let states, states.count > 1,
      let usual = states.max(by: {
        ($0.value.count, -$0.value.line) < ($1.value.count, -$1.value.line)
      })
    else { return warning }
    let others = states.filter { $0.key != usual.key && !$0.key.isEmpty }
    return others.min { $0.value.line < $1.value.line }.map {
      ColumnRemark(
        column: name, line: $0.value.line, text: $0.key,
        count: others.values.reduce(0) { $0 + $1.count })
    }
  }

  /// Looks at a cell without spaces around it. An empty one says nothing.
  mutating func look(at cell: String, line: Int) {
    if states != nil {
      states?[cell, default: (0, line)].count += 1
      // With so many texts it is no column of states.
      if states.map({ $0.count > Self.mostStates }) == true { states = nil }
    }
    guard !cell.isEmpty else { return }
    if isKnown { isKnown = written.contains { $0.lowercased() == cell.lowercased() } }
    if Self.isWarning(cell) {
      if warning == nil { warning = ColumnRemark(column: name, line: line, text: cell, count: 0) }
      warning?.count += 1
    }
    kinds = kinds.filter { $0.isProbable(in: cell) }
  }

  private static let mostStates = 12

  /// How the names of columns end that say how far a payment is.
  private static let endings = [
    "상태", "여부", "결과", "구분", "状態", "状況", "結果", "有無", "可否", "ステータス", "status", "state",
    "result", "refunded", "consumed", "done",
  ]

  /// Whether a cell may say that a payment is not to be consumed.
  static func isWarning(_ cell: String) -> Bool {
    let text = InputColumn.folded(cell)
    return parts.contains { text.contains($0) }
      || cell.lowercased().split { !$0.isLetter }.contains { word in
        beginnings.contains { word.hasPrefix($0) }
      }
  }

  private static let parts = [
    "환불", "보류", "취소", "중복", "금지", "제외", "말것", "하지마", "의심", "부정", "처리완료", "지급완료", "소비완료",
    "返金", "保留", "取消", "取り消し", "キャンセル", "重複", "禁止", "除外", "しないで", "不正", "対応済", "付与済", "処理済",
    "消費済", "対象外", "donot", "don't",
  ]
  private static let beginnings = [
    "refund", "hold", "cancel", "duplicat", "fraud", "exclud", "chargeback", "skip", "void",
    "consumed",
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
