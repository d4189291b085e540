import IAPCore
import SQLite

/// Executes the statements of a journal, to read or inside a transaction.
protocol JournalRunner: SendableMetatype {
  associatedtype Cells: JournalCells

  static var dialect: JournalDialect { get }

  /// The name of the journal in messages.
  var name: String { get }

  /// Runs `body` and translates its errors for the user.
  func explained<Answer>(_ body: () throws -> Answer) throws(IAPError) -> Answer

  /// Executes statements; in a database, in one round trip.
  ///
  /// - Parameter each: gets each row, with the index of its statement.
  func run(_ calls: [JournalCall], each: (_ call: Int, Cells) -> Void) throws

  /// Lets a database execute what is run next, while this program does something else.
  func sendAhead(_ call: JournalCall) throws

  /// Executes changes whose rows are not read: in a database, with the next statements, or with the COMMIT.
  func change(_ calls: [JournalCall]) throws

  /// Adds payments, unless they are in the journal, and executes statements that find the others, in the same
  /// round trip. A file executes these first.
  ///
  /// - Returns: the first values of the rows that were added.
  func add(
    _ rows: JournalCall, then calls: [JournalCall], each: (_ call: Int, Cells) -> Void
  ) throws -> Set<Int64>

  /// Payments with what this machine sees of the runs that have claimed them.
  ///
  /// - Parameters:
  ///   - run: the run that asks, if any.
  ///   - query: reads the payments again, if they are locked. Then runs that have died are ended.
  func seen(_ rows: [LedgerRow], by run: Int64?, again query: JournalCall?) throws -> [LedgerRow]

  /// Whether the run of an open attempt is at work, as far as this machine sees. Its end is not recorded.
  func isAtWork(_ run: Int64, at place: String?) throws(IAPError) -> Bool
}

extension JournalRunner {
  func sendAhead(_ call: JournalCall) {}

  /// The first row of a query.
  func first<Answer>(_ call: JournalCall, _ make: (Cells) -> Answer) throws -> Answer? {
    var answer: Answer?
    try run([call]) { if answer == nil { answer = make($1) } }
    return answer
  }
}
