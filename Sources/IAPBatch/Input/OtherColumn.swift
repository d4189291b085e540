import IAPCore
import Text

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
  /// What the name asks of a payment.
  let question: ColumnQuestion?
  /// Whether its name asks in which state a payment is.
  private let isOfState: Bool
  /// Whether its name is one of payment numbers, such as `정정 결제번호`.
  private let isOfNumbers: Bool
  /// Whether the cells are names of products, which can have any words: `Skip Ticket`.
  private let isLabel: Bool
  private var isKnown = true
  /// Whether it is a key of JSON. Programs write keys that nobody reads: only what warns is remarked.
  private let isKey: Bool
  private var rows = 0
  /// The texts of the rows, empty ones too.
  private var texts = ColumnTexts()
  private var filled = 0
  /// The texts that may say that a payment is not to be consumed.
  private var warning = ColumnTexts()
  /// What all cells with text could be.
  private var kinds: Set<InputColumn> = [.price, .currency, .storeCode]

  /// The columns whose names people use for something else, too.
  private static let written: [String: Set<String>] = [
    "status": [SubscriptionStatus.active.name],
    "state": Set(PaymentState.allCases.map(\.rawValue)), "consumed": ["true", "false"],
  ]

  init(unknown name: String, at index: Int, isIgnored: Bool = false, isKey: Bool = false) {
    (self.name, self.index, self.isIgnored, self.isKey) = (name, index, isIgnored, isKey)
    let folded = InputColumn.folded(name)
    question = ColumnQuestion(of: folded)
    isLabel = InputColumn.isLabel(folded)
    isOfState = ColumnQuestion.isOfState(folded)
    isOfNumbers = !isKey && question == nil && InputColumn.isOfPaymentNumbers(folded)
  }

  /// Nil if only iapctl writes a column of this name.
  ///
  /// - Parameters:
  ///   - isJournal: whether the header is that of journal entries.
  ///   - isOwn: whether iapctl may have written the column.
  init?(
    _ name: String, at index: Int, isJournal: Bool, isOwn: Bool = true, isIgnored: Bool = false,
    isKey: Bool = false
  ) {
    let written = isOwn ? Self.written[name] ?? [] : []
    let isFree = !isOwn || !written.isEmpty || name == "note" && !isJournal
    if !isFree, InputColumn.isWritten(name) { return nil }
    self.init(unknown: name, at: index, isIgnored: isIgnored, isKey: isKey)
    self.written = written
    self.isOwn = isOwn && InputColumn.isWritten(name)
  }

  /// Whether it has text (as a key: text that warns), and no option ignores it.
  var isUnknown: Bool { !isKnown && !isIgnored && (!isKey || warning.count > 0) }

  /// The column that it probably is, by its name or else by its cells.
  var meant: InputColumn? {
    if question == .isEnded || question == .end { return nil }
    return (isOwn ? nil : InputColumn(probable: name))
      ?? (isKnown || kinds.count > 1 ? nil : kinds.first)
  }

  /// The rows that warn, and of a column with few texts, or with a text in few rows, those that differ from
  /// most; nil if there are none.
  var remark: ColumnRemark? {
    guard !isKnown else { return nil }
    let texts = keepsTexts ? unusual : warning
    let others = warning.rows.keys.reduce(texts) { $0.removing($1) }
    let said = warning.said + others.said
    guard !said.isEmpty else { return nil }
    let shown = Array(said.prefix(Self.mostShown))
    // Of a column with many texts, those that warn are counted among the others, too.
    let count = texts.isCut ? max(texts.count, warning.count) : warning.count + others.count
    return ColumnRemark(
      column: name, said: shown, rest: count - shown.reduce(0) { $0 + $1.count })
  }

  private static let mostShown = 6
  private var keepsTexts: Bool { !isKey && !isOwn && !isLabel }

  private var unusual: ColumnTexts {
    guard !isIgnored || isOfState else { return texts.notes }
    guard !texts.isCut else {
      let isRare = filled * 2 <= rows && question != .isWanted
      return isRare ? texts.removing("") : warning
    }
    // Of two texts that are equally frequent, the first one counts as usual.
    let usual = texts.rows.filter {
      warning.rows[$0.key] == nil && !($0.key.isEmpty && question == .isWanted)
    }
    .max { one, other in
      (one.value.count, other.value.lines[0]) < (other.value.count, one.value.lines[0])
    }
    guard let usual, usual.value.count * 3 >= rows else { return texts.notes }
    let others = texts.removing(usual.key)
    let unusual = question == .isWanted ? others : others.removing("")
    // Columns of countries and servers have other texts in many rows.
    let isRare = unusual.count == 1 || unusual.count * 4 <= rows
    return isRare || isOfState || question != nil ? unusual : warning
  }

  /// Looks at a cell without spaces around it. An empty one says nothing.
  ///
  /// - Parameter number: that of the payment, as it stands in the row.
  mutating func look(at cell: String, line: Int, beside number: String? = nil) {
    rows += 1
    if keepsTexts { texts.add(line, cell) }
    guard !cell.isEmpty else { return }
    filled += 1
    if isKnown { isKnown = written.contains { $0.lowercased() == cell.lowercased() } }
    if warns(cell) || isOfNumbers && Self.isOther(cell, than: number) { warning.add(line, cell) }
    kinds = kinds.filter { $0.isProbable(in: cell) }
  }

  /// Whether a cell has another number. A spreadsheet keeps one as a formula or behind an apostrophe.
  private static func isOther(_ cell: String, than number: String?) -> Bool {
    let (cell, number) = (SpreadsheetText.original(of: cell), number.map(SpreadsheetText.original))
    return Identifier(cell).isDigits
      && Identifier(cell).withoutLeadingZeros != number.map { Identifier($0).withoutLeadingZeros }
  }

  private func warns(_ cell: String) -> Bool {
    !cell.isEmpty && !cell.hasPrefix("http")
      && (question?.warns(cell) ?? false || !isLabel && Warning.isIn(cell))
  }
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
