import IAPCore

/// The payments that a run has claimed. What a transaction changes can be taken back: a copy of all
/// of them for each transaction would take longer than its changes.
struct ClaimedPayments {
  private var all: [Identifier: SQLiteJournalRun.Claimed] = [:]
  /// The values before the changes of this transaction, in the order of the changes.
  private var before: [(Identifier, SQLiteJournalRun.Claimed?)] = []

  subscript(payment: Identifier) -> SQLiteJournalRun.Claimed? {
    get { all[payment] }
    set {
      let old = all[payment]
      before.append((payment, old))
      all[payment] = newValue
    }
  }

  /// Keeps the changes.
  mutating func commit() { before.removeAll(keepingCapacity: true) }

  /// Takes back the changes since the last ``commit()``.
  mutating func revert() {
    while let (payment, old) = before.popLast() { all[payment] = old }
  }
}
