/// The tables of a journal in a statement that a file and a database have in common.
struct JournalTables {
  /// Stands before the name of each table.
  let schema: String
  /// The order of the attempts `item` of a payment, the last one first.
  private let lastFirst: String

  static let file = JournalTables(schema: "", lastFirst: "item.id DESC")
  /// The attempts of several runs have their order by the clock of the database.
  static let database = JournalTables(schema: "iapctl.", lastFirst: "item.at DESC, item.id DESC")

  /// Selects the last delivery or undo of a payment, or the settlement by which a person said more of it.
  func lastCommand(of payment: String) -> String {
    """
    SELECT item.id FROM \(schema)attempt AS item
    WHERE item.payment = \(payment) AND item.action IN ('deliver', 'undo', 'settle')
    ORDER BY \(lastFirst) LIMIT 1
    """
  }
}
